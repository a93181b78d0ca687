//! The report on one agent as workflow commands of GitHub, which mark a run with errors, warnings and notices.

use crate::causes::{Cause, causes};
use crate::ids::compact;
use crate::plain::{brief, plain};
use crate::tally::{Conclusion, reasons};
use crate::{CheckReport, Level, Verdict, account};

/// How many of each kind GitHub shows of one step.
const MOST: usize = 10;
/// How much is told of a text.
const LONGEST: usize = 1000;

/// A line a cause of failures, and last a notice with the counts.
pub(crate) fn check(report: &CheckReport) -> String {
    let causes = causes(&report.checks);
    let (borne, causes): (Vec<_>, Vec<_>) = causes.iter().partition(|cause| cause.is_known(&report.gate));
    let of = |level: Level| causes.iter().filter(move |cause| cause.level() == level).map(|cause| told(report, cause));
    let mut errors: Vec<(String, String)> = of(Level::Must).collect();
    errors.extend(ours(report, Verdict::Error));
    let mut warnings: Vec<(String, String)> = of(Level::Should).collect();
    warnings.extend(ours(report, Verdict::Inconclusive));
    let mut notices: Vec<(String, String)> = of(Level::House).collect();
    notices.extend(borne.iter().map(|cause| told(report, cause)));
    notices.extend(ours(report, Verdict::NotObserved));
    let (mut out, mut left_out) = (String::new(), Vec::new());
    // One notice is kept for the counts.
    for (kind, lines, most) in [("error", errors, MOST), ("warning", warnings, MOST), ("notice", notices, MOST - 1)] {
        if lines.len() > most {
            left_out.push(format!("{} more of kind {kind}", lines.len() - most));
        }
        out.extend(lines.iter().take(most).map(|(title, text)| command(kind, title, text)));
    }
    out + &last(report, &left_out)
}

/// What was found broken, its checks in the title.
fn told(report: &CheckReport, cause: &Cause<'_>) -> (String, String) {
    let ids: Vec<&str> = cause.checks().iter().map(|check| check.id.as_str()).collect();
    let (level, ids_told) = (cause.level().word(), compact(ids.iter().copied()));
    let first = cause.first();
    let what = cause.unusable.map_or_else(|| plain(cause.text()), |why| format!("no usable answer: {}", plain(why)));
    let lines = [
        brief(&what, LONGEST),
        format!("rule {}", account::rule(first)),
        format!("seen {}", account::place(first)),
        format!("expected {}", account::expected(first)),
        format!("observed {}", account::observed(first)),
        borne(report, cause),
        plain(&format!("again {} --only {}", report.again, ids.join(","))),
    ];
    let lines: Vec<String> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    (plain(&format!("{ids_told} {level} {}", first.section)), lines.join("\n"))
}

/// Why it is borne, as far as it is known.
fn borne(report: &CheckReport, cause: &Cause<'_>) -> String {
    let mut reasons: Vec<String> =
        cause.entries(&report.gate).into_iter().map(|(_, entry)| account::because(entry)).collect();
    reasons.dedup();
    if reasons.is_empty() { String::new() } else { format!("known {}", reasons.join("; ")) }
}

/// What came to no judgement, a reason a line.
fn ours(report: &CheckReport, verdict: Verdict) -> impl Iterator<Item = (String, String)> {
    reasons(report, verdict).into_iter().map(move |(reason, ids)| {
        let ids = compact(ids.iter().map(String::as_str));
        (format!("{} {}", plain(&ids), verdict.word()), brief(&reason, LONGEST))
    })
}

/// The verdict, the counts, and what GitHub would not show.
fn last(report: &CheckReport, left_out: &[String]) -> String {
    let summary = &report.summary;
    let counts = Verdict::ALL.map(|verdict| format!("{} {}", summary.count(verdict), verdict.word())).join(", ");
    let mut text =
        format!("{}: {} checks: {counts}; exit {}", account::agent(report), summary.checks, report.gate.exit);
    if !left_out.is_empty() {
        text += &format!("\nnot shown: {}; the JSON report has all", left_out.join(", "));
    }
    command("notice", &format!("a2a-assay: {}", Conclusion::of(report).words()), &text)
}

/// One workflow command; nothing in it can end it or begin another.
fn command(kind: &str, title: &str, text: &str) -> String {
    let data = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    format!("::{kind} title={}::{}\n", property(title), data(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_a_command_or_its_title() {
        let line = command("error", "a:b,c%0A", "100%\r\n::error::x");

        assert_eq!(line, "::error title=a%3Ab%2Cc%250A::100%25%0D%0A::error::x\n");
    }
}
