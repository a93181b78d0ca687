//! The verdict on the agent, and the counts that it rests on.

use maud::{Markup, html};

use crate::amounts::{counted, counted_requests, seconds};
use crate::html::pieces::{Count, bar, counts, dress};
use crate::html::words::Said;
use crate::plain::brief;
use crate::tally::{Conclusion, kept};
use crate::{CheckReport, Level, Summary, Verdict};

/// How much is told of a name that an agent gives itself.
const LONGEST: usize = 80;

/// The title of the page.
pub(super) fn title(report: &CheckReport) -> String {
    format!("{}: {}", who(report), Conclusion::of(report).words())
}

/// What stands at its head.
pub(super) fn head(report: &CheckReport) -> Markup {
    let conclusion = Conclusion::of(report);
    html! {
        p.eyebrow { "Conformance to A2A " (brief(&report.target.protocol, LONGEST)) }
        h1 {
            span.who { (who(report)) } " "
            span.verdict.(dressed(conclusion)) { (conclusion.words()) }
        }
        p.lead { (Said(lead(report))) }
        (bar(&shares(&report.summary)))
        (counts(&rested_on(report)))
        @if let Some(why) = &report.gate.cut_short {
            p.notice.warn { "The run ended before all was judged: " (Said(why)) "." }
        }
    }
}

fn who(report: &CheckReport) -> String {
    let target = &report.target;
    match (target.name.as_str(), target.version.as_str()) {
        ("", _) => brief(&target.url, LONGEST),
        (name, "") => brief(name, LONGEST),
        (name, version) => format!("{} {}", brief(name, LONGEST), brief(version, LONGEST)),
    }
}

fn dressed(conclusion: Conclusion) -> &'static str {
    match conclusion {
        Conclusion::NothingJudged => "warn",
        Conclusion::Conformant | Conclusion::ConformantInPart => "good",
        Conclusion::NotConformant => "bad",
    }
}

/// Who was judged, over what, with which checks, and what that took.
fn lead(report: &CheckReport) -> String {
    let set = &report.set;
    let checks = if set.is_part() {
        format!("{} of {} checks of the set {}", set.checks, set.whole, set.name)
    } else {
        format!("{} of the set {}", counted(set.checks, "check", "checks"), set.name)
    };
    let cost = format!("{} in {}", counted_requests(report.requests), seconds(report.duration_ms));
    let over = report.target.bindings.join(", ");
    let parts = [report.target.url.clone(), over, checks, cost, report.date.clone()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

fn shares(summary: &Summary) -> Vec<(&'static str, usize)> {
    Verdict::ALL.map(|verdict| (dress(verdict), summary.count(verdict))).into()
}

/// The levels with what was judged of them, then the verdicts; those that are good news or no news only where they are.
fn rested_on(report: &CheckReport) -> Vec<Count> {
    let level = |level: Level| {
        let kept = kept(report, level);
        let dress = match (kept.kept == kept.judged, level) {
            _ if kept.judged == 0 => "none",
            (true, _) => "good",
            (false, Level::Must) => "bad",
            (false, _) => "warn",
        };
        Count { number: kept.kept, of: Some(kept.judged), what: format!("{} judged pass", level.word()), dress }
    };
    let always = [Verdict::Pass, Verdict::Fail, Verdict::NotObserved, Verdict::NotApplicable];
    let told =
        Verdict::ALL.into_iter().filter(|verdict| always.contains(verdict) || report.summary.count(*verdict) > 0);
    let verdict = |verdict: Verdict| {
        let number = report.summary.count(verdict);
        Count {
            number,
            of: None,
            what: verdict.word().to_owned(),
            dress: if number == 0 { "none" } else { dress(verdict) },
        }
    };
    [Level::Must, Level::Should].map(level).into_iter().chain(told.map(verdict)).collect()
}
