//! The forms of the report on planted defects.

use super::{Form, Report, Unrendered, unknown};
use crate::{MutationReport, elements, json, mutation_html, mutation_markdown, text};

impl Report for MutationReport {
    const FORMS: &'static [Form] = &[Form::Text, Form::Json, Form::Markdown, Form::Matrix, Form::Elements, Form::Html];

    fn rendered(&self, form: Form) -> Result<String, Unrendered> {
        match form {
            Form::Json => Ok(json::mutation(self)?),
            Form::Markdown => Ok(mutation_markdown(self)),
            Form::Matrix => Ok(text::kill_matrix(self)),
            Form::Elements => Ok(elements(self)?),
            Form::Html => Ok(mutation_html(self)),
            Form::Text => Err(unknown(form)),
        }
    }
}
