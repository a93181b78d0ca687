//! Whatever an agent writes, no form acts on it, and each can still be read.

use a2a_assay_reports::{CheckReport, Evidence, Form, Report};
use serde_json::Value;

use super::rendered;
use super::samples::hostile::{ACTING, HOSTILE, written_all_over};

/// What may end a comment, an element, a command, a block of code or a cell, and what XML does not allow.
const MARKUP: &str = "\u{0}\u{fffe}\u{ffff}]]>--></text></title><script>alert(1)</script>&x;\"'::error title=x::y%0A\n```\n@somebody | [x](y) <img src=x>\n::stop-commands::x";

fn report() -> CheckReport {
    written_all_over(&format!("{HOSTILE}{MARKUP}"))
}

#[test]
fn no_form_has_a_letter_that_acts() {
    for form in CheckReport::FORMS.iter().filter(|form| **form != Form::Text) {
        let shown = rendered(&report(), *form);

        assert!(!shown.contains(ACTING), "{}: {shown:?}", form.name());
        assert!(!shown.contains('\0'), "{}", form.name());
    }
}

#[test]
fn every_form_is_still_what_it_is() {
    for form in CheckReport::FORMS {
        let shown = match form {
            Form::Text => continue,
            form => rendered(&report(), *form),
        };
        match form {
            Form::Json | Form::Sarif | Form::Har | Form::Acts | Form::InToto | Form::Shields => {
                serde_json::from_str::<Value>(&shown).unwrap_or_else(|why| panic!("{}: {why}", form.name()));
            }
            Form::Junit | Form::Badge => {
                let document = roxmltree::Document::parse(&shown);
                let document = document.unwrap_or_else(|why| panic!("{}: {why}\n{shown}", form.name()));
                assert!(!document.descendants().any(|node| node.tag_name().name() == "script"), "{shown}");
            }
            Form::Events => shown.lines().for_each(|line| {
                serde_json::from_str::<Value>(line).expect("JSON");
            }),
            Form::Github => assert!(shown.lines().all(is_command_of_ours), "{shown}"),
            Form::Html => assert_eq!(shown.matches("<script").count(), 1, "one of ours"),
            Form::Markdown => assert!(!acts_in_markdown(&shown), "{shown}"),
            Form::Text | Form::Matrix | Form::Elements => {}
        }
    }
}

#[test]
fn evidence_is_harmless_too() {
    let mut report = report();

    let files = Evidence::taken_out(&mut report, "evidence").expect("files");

    assert!(!files.is_empty());
    for file in files {
        assert!(!file.text.contains(ACTING), "{:?}", file.text);
        assert!(
            file.name.chars().all(|letter| letter.is_ascii_alphanumeric() || "-.".contains(letter)),
            "{}",
            file.name
        );
        har::from_str(&file.text).expect("an archive");
    }
}

/// A line that is one of the commands we write, with nothing of another in its title.
fn is_command_of_ours(line: &str) -> bool {
    ["error", "warning", "notice"].iter().any(|kind| {
        line.strip_prefix(&format!("::{kind} title="))
            .is_some_and(|behind| behind.split("::").next().is_some_and(|title| !title.contains([':', ','])))
    })
}

/// Whether a tag, a mention or a fence stands where it is not text: outside of code, only our own tags are there.
fn acts_in_markdown(shown: &str) -> bool {
    let mut fence: Option<&str> = None;
    let ours = ["details", "/details", "summary", "/summary", "code", "/code", "b", "/b", "br", "sub", "/sub", "!--"];
    for line in shown.lines() {
        let ticks = &line[..line.len() - line.trim_start_matches('`').len()];
        match fence {
            Some(open) if line == open => fence = None,
            Some(_) => {}
            None if ticks.len() >= 3 => fence = Some(ticks),
            None => {
                let tag = |rest: &str| {
                    ours.iter().any(|name| rest.strip_prefix(name).is_some_and(|rest| rest.starts_with(['>', ' '])))
                };
                if line.split('<').skip(1).any(|rest| !tag(rest)) {
                    return true;
                }
                let outside: String =
                    line.split("<code>").map(|part| part.rsplit("</code>").next().unwrap_or(part)).collect();
                if outside.contains('@') {
                    return true;
                }
            }
        }
    }
    fence.is_some()
}
