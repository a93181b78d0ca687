//! Several agents side by side, as Markdown: one row a check, one column an agent.

use std::fmt::Write;

use crate::markdown;
use crate::{CheckReport, CheckResult, Verdict};

/// How much is told of a title.
const LONGEST: usize = 60;

/// The table of these reports, each under its title.
pub fn comparison(reports: &[(String, CheckReport)]) -> String {
    let mut out = String::from("# Agents and checks\n\n");
    for (title, report) in reports {
        let counts = &report.summary;
        let _ = writeln!(
            out,
            "- **{}**: {} {}, judged {} over {} by {}, set {} {}: {} pass, {} fail, {} warn, {} not observed, {} n/a",
            cell(title),
            cell(&report.target.name),
            cell(&report.target.version),
            cell(&report.date),
            cell(&report.target.bindings.join(" and ")),
            cell(&report.tool),
            cell(&report.set.name),
            cell(&report.set.digest),
            counts.pass,
            counts.fail,
            counts.warn,
            counts.not_observed,
            counts.not_applicable
        );
    }
    let titles: Vec<String> = reports.iter().map(|(title, _)| cell(title)).collect();
    let _ = writeln!(out, "\n| check | {} |", titles.join(" | "));
    let _ = writeln!(out, "|---|{}", "---|".repeat(reports.len()));
    for (id, slug) in rows(reports) {
        let words: Vec<&str> = reports.iter().map(|(_, report)| word(report, &id)).collect();
        let _ = writeln!(out, "| {} {} | {} |", cell(&id), cell(&slug), words.join(" | "));
    }
    out
}

/// The checks of all reports, in the order in which they come.
fn rows(reports: &[(String, CheckReport)]) -> Vec<(String, String)> {
    let mut rows: Vec<(String, String)> = Vec::new();
    for check in reports.iter().flat_map(|(_, report)| &report.checks) {
        if rows.iter().all(|(id, _)| *id != check.id) {
            rows.push((check.id.clone(), check.slug.clone()));
        }
    }
    rows
}

fn word(report: &CheckReport, id: &str) -> &'static str {
    let check: Option<&CheckResult> = report.checks.iter().find(|check| check.id == id);
    check.map_or("", |check| match check.verdict {
        Verdict::Fail => "**FAIL**",
        verdict => verdict.word(),
    })
}

fn cell(text: &str) -> String {
    markdown::cell(text, LONGEST)
}
