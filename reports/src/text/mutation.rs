//! What planting defects found, from the control to the score.

use super::paint::{agreement, news};
use crate::amounts::{counted, counted_requests, seconds};
use crate::kill_matrix::redundant;
use crate::plain::{brief, plain};
use crate::{Agreement, Control, DefectResult, Loss, MutationReport};

/// How much of what a check saw is shown.
const LONGEST: usize = 240;

/// The report on planted defects, with the exit code of the run.
pub fn mutation(report: &MutationReport, exit: u8) -> String {
    let mut out = control(&report.control);
    if !report.control.red.is_empty() || report.control.checks == 0 {
        let why = if report.control.checks == 0 { "no check ran" } else { "the sound server is red" };
        return out + &format!("{}   {why}      exit {exit}\n", news(false, "NOTHING JUDGED"));
    }
    let summary = &report.summary;
    let checks = counted(summary.checks, "check", "checks");
    out += &format!("planting  {} x {checks}", counted(summary.defects, "defect", "defects"));
    if let Some((run, all)) = summary.run_of_pairs() {
        out += &format!(": {run} of {all} pairs; in the others the check never comes by the defect");
    }
    out.push('\n');
    let widest = report.defects.iter().map(|defect| defect.name.len()).max().unwrap_or_default();
    for defect in &report.defects {
        out += &row(defect, widest);
    }
    out + &score(report, exit)
}

/// The assertions that no defect made fail, one a line.
pub fn unproven_assertions(report: &MutationReport) -> String {
    report.unproven.assertions.iter().map(|assertion| format!("unproven  {assertion}\n")).collect()
}

pub(super) fn control(control: &Control) -> String {
    let green = control.checks - control.red.len().min(control.checks);
    let mut out = format!("control   reference agent, {}: ", counted(control.checks, "check", "checks"));
    let mut counts = vec![format!("{green} pass")];
    if !control.red.is_empty() {
        counts.push(news(false, &format!("{} RED", control.red.len())));
    }
    out += &format!("{} in {}\n", counts.join(", "), seconds(control.duration_ms));
    out + &losses(control.losses.iter(), 1)
}

fn row(defect: &DefectResult, widest: usize) -> String {
    let word = match defect.verdict {
        Agreement::Exact => "ok",
        Agreement::EscapedAsPredicted => "escaped",
        _ => "WRONG",
    };
    let style = agreement(defect.verdict);
    let name = &defect.name;
    let head = format!(" {style}{word:7}{style:#}   {name:widest$}   ");
    if defect.verdict == Agreement::Exact {
        return head + &defect.observed.join(" ") + "\n";
    }
    if defect.verdict == Agreement::EscapedAsPredicted {
        return head + "as predicted: no check of the set looks\n";
    }
    let surprises = defect.losses.iter().filter(|loss| !defect.predicted.contains(&loss.check));
    let indent = widest + 13;
    format!("{head}{}       {}\n", or_nothing(&defect.observed), difference(defect)) + &losses(surprises, indent)
}

/// What the prediction said and how it differs.
fn difference(defect: &DefectResult) -> String {
    let said = format!("predicted {}: {}", defect.foretold(), defect.verdict.words());
    std::iter::once(said).chain(defect.difference()).collect::<Vec<_>>().join(", ")
}

fn or_nothing(checks: &[String]) -> String {
    if checks.is_empty() { "nothing".to_owned() } else { checks.join(" ") }
}

fn losses<'a>(losses: impl Iterator<Item = &'a Loss>, indent: usize) -> String {
    losses.map(|loss| format!("{:indent$}{:4} {}\n", "", plain(&loss.check), brief(&loss.because, LONGEST))).collect()
}

fn score(report: &MutationReport, exit: u8) -> String {
    let summary = &report.summary;
    let escaped = report.defects.iter().filter(|defect| defect.verdict == Agreement::EscapedAsPredicted).count();
    let right = news(summary.wrong == 0, &format!("predictions right {} of {}", summary.as_predicted, summary.defects));
    let proven = summary.checks - report.unproven.checks.len().min(summary.checks);
    let mut out = format!(
        "caught {} of {} · escaped as predicted {escaped} · {right} · first predictions right {} of {}      {}, {}\n",
        summary.caught,
        summary.defects,
        summary.first_right,
        summary.defects,
        seconds(report.duration_ms),
        counted_requests(report.requests)
    );
    out += &format!("checks proven by a defect {proven} of {}", summary.checks);
    if !report.unproven.checks.is_empty() {
        out += &format!(" · unproven: {}", report.unproven.checks.join(" "));
    }
    out += &match report.unproven.assertions.len() {
        0 => " · every assertion proven".to_owned(),
        count => format!(" · assertions unproven {count}"),
    };
    let redundant = redundant(report);
    if report.set != "core" && !redundant.is_empty() {
        out += &format!(" · never alone: {}", redundant.join(" "));
    }
    out += &format!("      exit {exit}\n");
    for excused in &report.unproven.excused {
        out += &format!("excused   {}: {}\n", plain(&excused.what), plain(&excused.reason));
    }
    out
}
