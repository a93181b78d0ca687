//! What planting defects on the wire found, from the agent as it is to the score.

use super::paint::{FAINT, fate, news, paint};
use crate::amounts::{counted, counted_requests, seconds};
use crate::ids;
use crate::plain::{brief, plain};
use crate::{Fate, Loss, WireControl, WireReport, WireResult};

/// How much of what a check saw is shown.
const LONGEST: usize = 160;

/// The report on defects before somebody's agent, with the exit code of the run. With `verbose`, everything that a check
/// saw is shown, and not only what the first one did.
pub fn wire(report: &WireReport, verbose: bool, exit: u8) -> String {
    let mut out = control(report, verbose);
    if report.control.judged == 0 {
        return out + &format!("{}   no check came to a judgement      exit {exit}\n", news(false, "NOTHING JUDGED"));
    }
    out += &format!(
        "planting  {}, one at a time\n",
        counted(report.summary.defects, "defect on the wire", "defects on the wire")
    );
    let widest = report.defects.iter().map(|defect| defect.name.len()).max().unwrap_or_default();
    for defect in &report.defects {
        out += &row(defect, widest, verbose);
    }
    out + &score(report, exit)
}

/// The score alone.
pub fn wire_score(report: &WireReport, exit: u8) -> String {
    score(report, exit)
}

fn control(report: &WireReport, verbose: bool) -> String {
    let WireControl { checks, green, red, unsteady, duration_ms, .. } = &report.control;
    let name = if report.target.name.is_empty() { &report.target.url } else { &report.target.name };
    let mut parts = vec![format!("{} green", green.len())];
    if !red.is_empty() {
        parts.push(format!("{} red anyhow", red.len()));
    }
    let silent = checks - (green.len() + red.len()).min(*checks);
    if silent > 0 {
        parts.push(format!("{silent} without a judgement"));
    }
    let checks = counted(*checks, "check", "checks");
    let mut out = format!("control   {}, {checks}: {} in {}\n", plain(name), parts.join(", "), seconds(*duration_ms));
    if !red.is_empty() {
        out += &format!("          red anyhow: {}\n", ids::compact(red.iter().map(|loss| loss.check.as_str())));
    }
    if verbose {
        out += &losses(red.iter(), 10);
    }
    if !unsteady.is_empty() {
        out += &format!("          not the same every time: {}\n", ids::compact(unsteady.iter().map(String::as_str)));
    }
    out
}

fn row(defect: &WireResult, widest: usize, verbose: bool) -> String {
    let style = fate(defect.verdict);
    let head = format!(" {style}{:13}{style:#}  {:widest$}  ", defect.verdict.words(), plain(&defect.name));
    let indent = widest + 17;
    match defect.verdict {
        Fate::NeverCameUp => head + &paint(FAINT, "nothing passed that it concerns") + "\n",
        Fate::Survived => {
            let times = counted(usize::try_from(defect.changes).unwrap_or(usize::MAX), "time", "times");
            let blinded = if defect.blinded.is_empty() {
                String::new()
            } else {
                format!("; no longer observed: {}", ids::compact(defect.blinded.iter().map(String::as_str)))
            };
            format!(
                "{head}took effect {times}, no check is red for it{blinded}\n{:indent$}{}\n",
                "",
                plain(&defect.story)
            )
        }
        Fate::Undecided => {
            let doubtful = ids::compact(defect.doubtful.iter().map(String::as_str));
            format!("{head}{doubtful} turned red, but without the defect as well\n")
        }
        Fate::Noticed => {
            let of = |losses: &[Loss]| ids::compact(losses.iter().map(|loss| loss.check.as_str()));
            let mut by = of(&defect.noticed_by);
            if !defect.by_another_violation.is_empty() {
                let gap = if by.is_empty() { "" } else { " · " };
                by += &format!("{gap}by another violation {}", of(&defect.by_another_violation));
            }
            let all = defect.noticed_by.iter().chain(&defect.by_another_violation);
            let seen = if verbose { losses(all, indent) } else { String::new() };
            format!("{head}{by}\n{seen}")
        }
    }
}

fn losses<'a>(losses: impl Iterator<Item = &'a Loss>, indent: usize) -> String {
    losses.map(|loss| format!("{:indent$}{:4} {}\n", "", plain(&loss.check), brief(&loss.because, LONGEST))).collect()
}

fn score(report: &WireReport, exit: u8) -> String {
    let summary = &report.summary;
    let came_up = summary.defects - summary.never_came_up.min(summary.defects);
    let noticed = news(summary.noticed == came_up, &format!("noticed {} of {came_up}", summary.noticed));
    let undecided = if summary.undecided > 0 { format!(" · undecided {}", summary.undecided) } else { String::new() };
    let mut out = format!(
        "{noticed} · survived {}{undecided} · never came up {}      {}, {}\n",
        summary.survived,
        summary.never_came_up,
        seconds(report.duration_ms),
        counted_requests(report.requests)
    );
    let green = report.control.green.len();
    out += &format!("green checks turned red by a defect {} of {green}", green - report.unmoved.len().min(green));
    if !report.unmoved.is_empty() {
        out += &format!(" · unmoved: {}", ids::compact(report.unmoved.iter().map(String::as_str)));
    }
    out + &format!("      exit {exit}\n")
}
