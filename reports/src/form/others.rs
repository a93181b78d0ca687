//! The forms of the smaller reports: text and the value itself.

use super::{Form, Report, Unrendered, unknown};
use crate::{DiffReport, DoctorReport, Grade, PairReport, SuiteReport, WireReport, json};

/// Reports that are text and JSON.
macro_rules! text_and_json {
    ($($report:ty => $json:path),+ $(,)?) => {$(
        impl Report for $report {
            const FORMS: &'static [Form] = &[Form::Text, Form::Json];

            fn rendered(&self, form: Form) -> Result<String, Unrendered> {
                match form {
                    Form::Json => Ok($json(self)?),
                    other => Err(unknown(other)),
                }
            }
        }
    )+};
}

text_and_json! {
    PairReport => json::pairs,
    SuiteReport => json::suite,
    WireReport => json::wire,
    DoctorReport => json::doctor,
    Grade => json::grade,
    DiffReport => json::diff,
}
