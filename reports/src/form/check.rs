//! The forms of the report on one agent.

use super::{Form, Report, Unrendered, unknown};
use crate::badge::{Badge, svg};
use crate::{CheckReport, acts, annotations, check_html, check_markdown, events, har, in_toto, json, junit, sarif};

impl Report for CheckReport {
    const FORMS: &'static [Form] = &[
        Form::Text,
        Form::Json,
        Form::Html,
        Form::Markdown,
        Form::Junit,
        Form::Sarif,
        Form::Github,
        Form::Events,
        Form::Har,
        Form::Acts,
        Form::InToto,
        Form::Badge,
        Form::Shields,
    ];

    fn rendered(&self, form: Form) -> Result<String, Unrendered> {
        match form {
            Form::Json => Ok(json::check(self)?),
            Form::Html => Ok(check_html(self)),
            Form::Markdown => Ok(check_markdown::check(self)),
            Form::Junit => Ok(junit::check(self)?),
            Form::Sarif => Ok(sarif::check(self)?),
            Form::Github => Ok(annotations::check(self)),
            Form::Events => Ok(events::check(self)?),
            Form::Har => Ok(har::whole(self)?),
            Form::Acts => Ok(acts::check(self)?),
            Form::InToto => Ok(in_toto::check(self)?),
            Form::Badge => Ok(svg(&Badge::of_check(self))),
            Form::Shields => Ok(Badge::of_check(self).shields()?),
            other => Err(unknown(other)),
        }
    }
}
