//! The forms of the report on planted defects.

use super::{Form, Report, Unrendered, unknown};
use crate::badge::{Badge, svg};
use crate::{MutationReport, elements, events, json, junit, mutation_html, mutation_markdown, text};

impl Report for MutationReport {
    const FORMS: &'static [Form] = &[
        Form::Text,
        Form::Json,
        Form::Html,
        Form::Markdown,
        Form::Matrix,
        Form::Elements,
        Form::Junit,
        Form::Events,
        Form::Badge,
        Form::Shields,
    ];

    fn rendered(&self, form: Form) -> Result<String, Unrendered> {
        match form {
            Form::Json => Ok(json::mutation(self)?),
            Form::Markdown => Ok(mutation_markdown(self)),
            Form::Matrix => Ok(text::kill_matrix(self)),
            Form::Elements => Ok(elements(self)?),
            Form::Html => Ok(mutation_html(self)),
            Form::Junit => Ok(junit::mutation(self)?),
            Form::Events => Ok(events::mutation(self)?),
            Form::Badge => Ok(svg(&Badge::of_mutation(self))),
            Form::Shields => Ok(Badge::of_mutation(self).shields()?),
            other => Err(unknown(other)),
        }
    }
}
