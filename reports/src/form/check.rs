//! The forms of the report on one agent.

use super::{Form, Report, Unrendered, unknown};
use crate::{CheckReport, json};

impl Report for CheckReport {
    const FORMS: &'static [Form] = &[Form::Text, Form::Json];

    fn rendered(&self, form: Form) -> Result<String, Unrendered> {
        match form {
            Form::Json => Ok(json::check(self)?),
            other => Err(unknown(other)),
        }
    }
}
