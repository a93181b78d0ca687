//! The forms of the report on one agent.

use super::{Form, Report, Unrendered, unknown};
use crate::{CheckReport, check_html, json};

impl Report for CheckReport {
    const FORMS: &'static [Form] = &[Form::Text, Form::Json, Form::Html];

    fn rendered(&self, form: Form) -> Result<String, Unrendered> {
        match form {
            Form::Json => Ok(json::check(self)?),
            Form::Html => Ok(check_html(self)),
            other => Err(unknown(other)),
        }
    }
}
