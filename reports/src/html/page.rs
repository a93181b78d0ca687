//! The frame of every page: its policy, its style, its script, and what stands at its head and foot.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::palette;
use super::policy::policy;
use super::words::Said;

/// What sorts and filters the tables; without it they stand as they are.
const SCRIPT: &str = include_str!("script.js");

/// A page.
pub(super) struct Page<'a> {
    /// Its title.
    pub(super) title: String,
    /// The program that made the report.
    pub(super) tool: &'a str,
    /// The verdict and what it rests on.
    pub(super) head: Markup,
    /// The parts, in their order.
    pub(super) parts: Vec<Part>,
}

/// A part of a page, to which its table of contents leads.
pub(super) struct Part {
    /// Its place.
    pub(super) id: &'static str,
    /// Its heading.
    pub(super) heading: String,
    /// What stands in it.
    pub(super) body: Markup,
}

impl Part {
    /// A part with this heading.
    pub(super) fn new(id: &'static str, heading: impl Into<String>, body: Markup) -> Self {
        Self { id, heading: heading.into(), body }
    }
}

impl Page<'_> {
    /// The whole of it.
    pub(super) fn written(&self) -> String {
        let style = palette::variables() + include_str!("style.css");
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(policy(&style, SCRIPT));
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="referrer" content="no-referrer";
                    meta name="generator" content=(Said(self.tool));
                    title { (Said(&self.title)) }
                    style { (PreEscaped(&style)) }
                }
                body {
                    a.skip href="#content" { "to the content" }
                    header.top { (self.head) (self.contents()) }
                    main #content { @for part in &self.parts { (part.written()) } }
                    footer { p { "Written by " (Said(self.tool)) ". This page asks nothing of anybody: it can be kept, sent and printed." } }
                    script { (PreEscaped(SCRIPT)) }
                }
            }
        };
        page.into_string() + "\n"
    }

    fn contents(&self) -> Markup {
        html! {
            nav aria-label="Contents" {
                ul { @for part in &self.parts { li { a href={ "#" (part.id) } { (Said(&part.heading)) } } } }
            }
        }
    }
}

impl Part {
    fn written(&self) -> Markup {
        html! {
            section id=(self.id) aria-labelledby={ (self.id) "-heading" } {
                h2 id={ (self.id) "-heading" } { (Said(&self.heading)) }
                (self.body)
            }
        }
    }
}
