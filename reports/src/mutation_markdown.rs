//! The report on planted defects as Markdown: the score, who killed whom, and what is left unproven.

use std::fmt::Write;

use crate::kill_matrix::{Cell, cell, redundant, worth};
use crate::markdown::{MARKER, head, row};
use crate::{CheckInfo, DefectResult, MutationReport, markdown};

/// How much is told of a story or a title.
const LONGEST: usize = 240;

/// The whole report.
pub fn mutation(report: &MutationReport) -> String {
    let mut out = format!("{MARKER}\n# Kill matrix\n\n");
    out += &score(report);
    out += "\n## Defects\n\nThe checks in bold noticed by a rule that the defect breaks, the others by something else.\n\n";
    out += &head(&["defect", "what the server does wrong", "noticed by", "prediction"]);
    report.defects.iter().for_each(|defect| out += &defect_row(&report.checks, defect));
    out += "\n## Checks\n\n";
    out += &head(&["check", "what must be so", "noticed", "alone", "collateral", "the defects that only it noticed"]);
    for worth in worth(report) {
        out += &row([
            format!("{} {}", safe(&worth.check.id), safe(&worth.check.slug)),
            safe(&worth.check.title),
            worth.noticed.to_string(),
            worth.alone.len().to_string(),
            worth.collateral.to_string(),
            worth.alone.iter().map(|name| safe(name)).collect::<Vec<_>>().join(", "),
        ]);
    }
    out + &left(report)
}

fn score(report: &MutationReport) -> String {
    let summary = &report.summary;
    let checks = safe(&report.set);
    let mut out = format!(
        "{}: {} checks (set {checks}) against {} defects.\n\n",
        safe(&report.tool),
        summary.checks,
        summary.defects
    );
    if let Some((run, all)) = summary.run_of_pairs() {
        let _ = writeln!(out, "- run {run} of {all} pairs; in the others the check never comes by the defect");
    }
    let _ = writeln!(out, "- caught {} of {}, escaped {}", summary.caught, summary.defects, summary.escaped);
    let _ = writeln!(out, "- predictions right {} of {}", summary.as_predicted, summary.defects);
    let _ = writeln!(out, "- first predictions right {} of {}", summary.first_right, summary.defects);
    let _ = writeln!(
        out,
        "- unproven checks {}, unproven assertions {}, excused {}",
        report.unproven.checks.len(),
        report.unproven.assertions.len(),
        report.unproven.excused.len()
    );
    out
}

fn defect_row(checks: &[CheckInfo], defect: &DefectResult) -> String {
    let killer = |check: &CheckInfo| match cell(check, defect) {
        Cell::Intended => Some(format!("**{}**", safe(&check.id))),
        Cell::Collateral => Some(safe(&check.id)),
        Cell::Unnoticed | Cell::NotReached | Cell::NotApplicable => None,
    };
    let killers: Vec<String> = checks.iter().filter_map(killer).collect();
    let killers = if killers.is_empty() { "nobody".to_owned() } else { killers.join(" ") };
    row([safe(&defect.name), safe(&defect.story), killers, defect.verdict.words().to_owned()])
}

/// What is unproven, spare or excused.
fn left(report: &MutationReport) -> String {
    let mut out = String::new();
    let mut list = |title: &str, items: Vec<String>| {
        if !items.is_empty() {
            let _ = write!(
                out,
                "\n## {title}\n\n{}\n",
                items.iter().map(|item| format!("- {item}")).collect::<Vec<_>>().join("\n")
            );
        }
    };
    list("Checks that no defect makes fail", report.unproven.checks.iter().map(|id| safe(id)).collect());
    list("Assertions that no defect makes fail", report.unproven.assertions.iter().map(|name| safe(name)).collect());
    list("Checks that never notice anything alone", redundant(report).into_iter().map(safe).collect());
    let excused = report.unproven.excused.iter();
    list("Excused", excused.map(|excused| format!("{}: {}", safe(&excused.what), safe(&excused.reason))).collect());
    out
}

fn safe(text: &str) -> String {
    markdown::cell(text, LONGEST)
}
