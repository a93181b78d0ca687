//! How another suite fared on the planted defects, from its control to the score.

use super::paint::{FAINT, news, notice, paint};
use crate::amounts::{counted, seconds};
use crate::plain::{brief, plain};
use crate::suite::percent;
use crate::{JudgedBy, Notice, Remark, SuiteControl, SuiteDefect, SuiteReport, SuiteScore};

/// How much of what a suite says of one test is shown.
const LONGEST: usize = 160;

/// The report on another suite, with the exit code of the run.
pub fn suite(report: &SuiteReport, exit: u8) -> String {
    let mut out = format!("suite     {}\n", plain(&report.command)) + &control(report);
    if !report.control.judges() {
        let why = "the suite is red on the sound server";
        out += &red(&report.control);
        return out + &format!("{}   {why}      exit {exit}\n", news(false, "NOTHING JUDGED"));
    }
    let widest = report.defects.iter().map(|defect| defect.name.len()).max().unwrap_or_default();
    for defect in &report.defects {
        out += &row(defect, widest);
    }
    out + "\n" + &table(report) + "\n" + &score(report, exit)
}

fn control(report: &SuiteReport) -> String {
    let control = &report.control;
    let mut counts = Vec::new();
    if let Some(tests) = control.tests {
        counts.push(counted(tests, "test", "tests"));
        counts.push(format!("{} green", control.green.len()));
    }
    if !control.red.is_empty() {
        counts.push(news(false, &format!("{} RED", control.red.len())));
    } else if report.judged_by == JudgedBy::ExitCode {
        counts.push("green".to_owned());
    }
    let runs = counted(control.runs, "run", "runs");
    format!("control   reference agent, {runs}: {} in {}\n", counts.join(", "), seconds(control.duration_ms))
}

/// What was red on the sound server, and the suite's own last words.
fn red(control: &SuiteControl) -> String {
    let mut out: String = control.red.iter().map(|remark| format!(" red       {}\n", told(remark))).collect();
    for line in control.said.lines() {
        out += &format!("           {}\n", paint(FAINT, &plain(line)));
    }
    out
}

fn row(defect: &SuiteDefect, widest: usize) -> String {
    let style = notice(defect.verdict);
    let word = defect.verdict.words();
    let ours = if defect.ours.is_empty() { "nothing".to_owned() } else { defect.ours.join(" ") };
    let mut out = format!(" {style}{word:9}{style:#}   {:widest$}   ours: {ours}\n", defect.name);
    let indent = " ".repeat(13);
    if let Some(first) = defect.noticed_by.first() {
        let others = defect.noticed_by.len() - 1;
        let more = if others == 0 { String::new() } else { format!(" (and {others} more)") };
        out += &format!("{indent}{}{more}\n", told(first));
    }
    if defect.verdict == Notice::Survived && !defect.fell_silent.is_empty() {
        let silent = counted(defect.fell_silent.len(), "test that passed is", "tests that passed are");
        out += &format!("{indent}{silent} skipped now\n");
    }
    out
}

fn told(remark: &Remark) -> String {
    format!("{}: {}", plain(&remark.test), brief(&remark.because, LONGEST))
}

fn table(report: &SuiteReport) -> String {
    let mut out = format!("{:14} {:>8} {:>8} {:>8} {:>10}\n", "group", "defects", "theirs", "ours", "timed out");
    for score in report.groups.iter().chain([&report.summary]) {
        out += &line(score);
    }
    out
}

fn line(score: &SuiteScore) -> String {
    let SuiteScore { group, defects, noticed, survived: _, timed_out, ours } = score;
    format!("{group:14} {defects:>8} {noticed:>8} {ours:>8} {timed_out:>10}\n")
}

fn score(report: &SuiteReport, exit: u8) -> String {
    let SuiteScore { defects, noticed, survived, timed_out, ours, .. } = report.summary;
    let mut out = String::new();
    if !report.control.red.is_empty() {
        let green = counted(report.control.green.len(), "test that is", "tests that are");
        let red = report.control.red.len();
        out += &format!("judged by the {green} green on the sound server; {red} forgiven that are red there\n");
    }
    let share = |part: usize| format!("{part} of {defects} ({} %)", percent(part, defects));
    out + &format!(
        "theirs noticed {} · ours {} · survived theirs {survived} · timed out {timed_out}      {}   exit {exit}\n",
        share(noticed),
        share(ours),
        seconds(report.duration_ms)
    )
}
