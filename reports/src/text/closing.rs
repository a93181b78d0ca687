//! The last words: the verdict, and the numbers that it rests on.

use super::paint::{news, paint};
use crate::amounts::{counted, counted_requests, seconds};
use crate::ids::compact;
use crate::plain::plain;
use crate::tally::{Conclusion, Kept, kept, reasons};
use crate::{CheckReport, Level, Verdict};

/// The reasons for what was not judged, and the verdict.
pub(super) fn closing(report: &CheckReport) -> String {
    let mut out = String::new();
    for verdict in [Verdict::Error, Verdict::Inconclusive, Verdict::NotObserved, Verdict::NotApplicable] {
        out += &unjudged(report, verdict);
    }
    out += &super::baseline::baseline(report);
    if let Some(why) = &report.gate.cut_short {
        out += &format!("cut short: {}\n", plain(why));
    }
    out + &verdict_line(report)
}

fn unjudged(report: &CheckReport, verdict: Verdict) -> String {
    let reasons = reasons(report, verdict);
    if reasons.is_empty() {
        return String::new();
    }
    let count: usize = reasons.iter().map(|(_, ids)| ids.len()).sum();
    let word = paint(super::paint::verdict(verdict), verdict.word());
    let mut out = format!("{word}: {}\n", counted(count, "check", "checks"));
    for (reason, ids) in reasons {
        out += &format!("       {}  {}\n", plain(&compact(ids.iter().map(String::as_str))), plain(&reason));
    }
    out
}

/// The verdict in one line.
pub(super) fn verdict_line(report: &CheckReport) -> String {
    let summary = &report.summary;
    let conclusion = Conclusion::of(report);
    let words = match conclusion {
        Conclusion::NothingJudged => paint(super::paint::verdict(Verdict::Warn), conclusion.words()),
        Conclusion::Conformant | Conclusion::ConformantInPart => news(true, conclusion.words()),
        Conclusion::NotConformant => news(false, conclusion.words()),
    };
    let must = kept(report, Level::Must);
    let should = kept(report, Level::Should);
    let mut counts = vec![
        format!("MUST {} judged pass", of(must)),
        format!("SHOULD {}", of(should)),
        format!("not observed {}", summary.not_observed),
        format!("n/a {}", summary.not_applicable),
    ];
    let known = report.gate.baseline.as_ref().map_or(0, |baseline| baseline.known.len());
    let others = [
        ("known", known),
        ("warnings", summary.warn),
        ("inconclusive", summary.inconclusive),
        ("errors", summary.error),
    ];
    counts.extend(others.iter().filter(|(_, count)| *count > 0).map(|(word, count)| format!("{word} {count}")));
    let cost = format!("{}, {}", seconds(report.duration_ms), counted_requests(report.requests));
    format!("{words}   {}      {cost}   exit {}\n", counts.join(" · "), report.gate.exit)
}

fn of(kept: Kept) -> String {
    format!("{} of {}", kept.kept, kept.judged)
}
