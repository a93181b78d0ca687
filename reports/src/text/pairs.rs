//! What planting pairs of defects found: the pairs that act on each other, and the counts.

use super::paint::news;
use crate::amounts::{counted, counted_requests, seconds};
use crate::plain::plain;
use crate::{Interaction, PairReport, PairResult};

/// The report on pairs, with the exit code of the run.
pub fn pairs(report: &PairReport, exit: u8) -> String {
    let mut out = super::mutation::control(&report.control);
    if !report.control.red.is_empty() || report.control.checks == 0 {
        let why = if report.control.checks == 0 { "no check ran" } else { "the sound server is red" };
        return out + &format!("{}   {why}      exit {exit}\n", news(false, "NOTHING JUDGED"));
    }
    let checks = counted(report.control.checks, "check", "checks");
    let part = report.shard.map_or(String::new(), |shard| format!(", part {shard}"));
    let chosen = if report.chosen == report.possible {
        format!("all {} pairs", report.possible)
    } else {
        format!("{} of {} pairs, seed {}", report.chosen, report.possible, report.seed)
    };
    out += &format!("planting  {chosen} x {checks}{part}\n");
    let telling: Vec<&PairResult> = report.pairs.iter().filter(|pair| pair.interaction != Interaction::Union).collect();
    let widest = telling.iter().map(|pair| title(pair).len()).max().unwrap_or_default();
    for pair in telling {
        out += &row(pair, widest);
    }
    out + &score(report, exit)
}

fn title(pair: &PairResult) -> String {
    format!("{} + {}", plain(&pair.defects[0]), plain(&pair.defects[1]))
}

fn row(pair: &PairResult, widest: usize) -> String {
    let word = pair.interaction.words();
    let mut parts = Vec::new();
    if !pair.masked.is_empty() {
        parts.push(format!("no longer {}", pair.masked.join(" ")));
    }
    if !pair.amplified.is_empty() {
        parts.push(format!("and also {}", pair.amplified.join(" ")));
    }
    let by = if pair.observed.is_empty() { "nobody".to_owned() } else { pair.observed.join(" ") };
    format!(" {word:20}  {:widest$}  {by}  ({})\n", title(pair), parts.join(", "))
}

fn score(report: &PairReport, exit: u8) -> String {
    let summary = &report.summary;
    let hidden = news(summary.hidden == 0, &format!("hidden {}", summary.hidden));
    format!(
        "pairs {} · union {} · masked {} · amplified {} · {hidden} · noticed by nobody, as alone {}      {}, {}      exit {exit}\n",
        summary.pairs,
        summary.union,
        summary.masked,
        summary.amplified,
        summary.escaped,
        seconds(report.duration_ms),
        counted_requests(report.requests)
    )
}
