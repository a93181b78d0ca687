//! The report on one agent as Markdown, for the summary of a job or a comment: short enough for both, and it says what
//! it left out.

use crate::causes::{Cause, causes};
use crate::check_markdown::details::{details, title};
use crate::ids::compact;
use crate::markdown::{MARKER, cell, code, head, row};
use crate::tally::{Conclusion, Kept, kept, reasons, seen_over};
use crate::{CheckReport, CheckResult, Level, Verdict, account};

mod details;

/// The longest report, in bytes: a comment on GitHub takes 65 536 characters.
const LONGEST: usize = 60_000;
/// What is kept free for the words behind the causes.
const RESERVE: usize = 12_000;
/// How much is told of a reason.
const REASON: usize = 300;
/// How many reasons are told for one verdict.
const REASONS: usize = 10;

/// The whole report.
pub(crate) fn check(report: &CheckReport) -> String {
    let mut out = format!("{MARKER}\n{}{}{}", headline(report), counts(report), table(report));
    out += &root_causes(report, LONGEST.saturating_sub(out.len() + RESERVE));
    out + &unjudged(report) + &provenance(report)
}

fn headline(report: &CheckReport) -> String {
    format!("## {}: {}\n\n", Conclusion::of(report).words(), code(&account::agent(report)))
}

fn counts(report: &CheckReport) -> String {
    let summary = &report.summary;
    let of = |kept: Kept| format!("{} of {}", kept.kept, kept.judged);
    let by_verdict: Vec<String> =
        Verdict::ALL.iter().map(|verdict| format!("{} {}", summary.count(*verdict), verdict.word())).collect();
    format!(
        "**{} checks**: {} · MUST {} · SHOULD {} · exit {}\n\n",
        summary.checks,
        by_verdict.join(" · "),
        of(kept(report, Level::Must)),
        of(kept(report, Level::Should)),
        report.gate.exit
    )
}

/// The groups, and what was seen of each over each binding.
fn table(report: &CheckReport) -> String {
    const WHOLE: &str = "as a whole";
    let bindings: Vec<&str> = report.target.bindings.iter().map(String::as_str).collect();
    let has_whole = report.checks.iter().any(|check| check.binding.is_empty());
    let columns: Vec<&str> = bindings.iter().copied().chain(has_whole.then_some("")).collect();
    let names = columns.iter().map(|name| if name.is_empty() { WHOLE.to_owned() } else { cell(name, 40) });
    let names: Vec<String> = ["group", "checks"].map(str::to_owned).into_iter().chain(names).collect();
    let mut out = head(&names.iter().map(String::as_str).collect::<Vec<_>>());
    for (group, checks) in report.groups() {
        let over = columns.iter().map(|binding| words(&checks, binding));
        out += &row([cell(group, 40), checks.len().to_string()].into_iter().chain(over));
    }
    out + "\n"
}

/// How many checks of a group ended how over a binding; those that are not green by their ids.
fn words(checks: &[&CheckResult], binding: &str) -> String {
    let ended = |verdict: Verdict| {
        let ids =
            checks.iter().filter(|check| seen_over(check, binding) == Some(verdict)).map(|check| check.id.as_str());
        let ids: Vec<&str> = ids.collect();
        match (verdict, ids.len()) {
            (_, 0) => None,
            (Verdict::Pass | Verdict::NotApplicable, count) => Some(format!("{count} {}", verdict.word())),
            _ => Some(format!("**{}** {}", verdict.word(), cell(&compact(ids), 400))),
        }
    };
    Verdict::ALL.iter().filter_map(|verdict| ended(*verdict)).collect::<Vec<_>>().join("<br>")
}

/// What lies behind the failures and the warnings, as far as there is room for it.
fn root_causes(report: &CheckReport, room: usize) -> String {
    let causes = causes(&report.checks);
    let (failures, warnings): (Vec<_>, Vec<_>) = causes.iter().partition(|cause| cause.level() == Level::Must);
    let mut out = String::new();
    let mut left_out: Vec<&Cause<'_>> = Vec::new();
    for (name, causes) in [("Root causes", failures), ("Warnings", warnings)] {
        if !causes.is_empty() {
            out += &format!("### {name}: {}\n\n", causes.len());
        }
        for cause in causes {
            let told = details(report, cause);
            if out.len() + told.len() <= room {
                out += &told;
            } else {
                left_out.push(cause);
            }
        }
    }
    out + &cut(&left_out)
}

/// What there was no room for.
fn cut(left_out: &[&Cause<'_>]) -> String {
    const NAMED: usize = 40;
    if left_out.is_empty() {
        return String::new();
    }
    let mut out = format!("**Left out for want of room, see the JSON report: {} more**\n\n", left_out.len());
    for cause in left_out.iter().take(NAMED) {
        out += &format!("- {}\n", title(cause, escaped));
    }
    out + "\n"
}

fn escaped(text: &str) -> String {
    cell(text, usize::MAX)
}

fn unjudged(report: &CheckReport) -> String {
    let mut out = String::new();
    for verdict in [Verdict::Error, Verdict::Inconclusive, Verdict::NotObserved, Verdict::NotApplicable] {
        let reasons = reasons(report, verdict);
        if reasons.is_empty() {
            continue;
        }
        let count: usize = reasons.iter().map(|(_, ids)| ids.len()).sum();
        out += &format!("<details><summary>{}: {count}</summary>\n\n", verdict.word());
        for (reason, ids) in reasons.iter().take(REASONS) {
            out += &format!("- {}: {}\n", cell(&compact(ids.iter().map(String::as_str)), REASON), code_of(reason));
        }
        if reasons.len() > REASONS {
            out += &format!("- and {} other reasons\n", reasons.len() - REASONS);
        }
        out += "\n</details>\n\n";
    }
    out
}

fn code_of(reason: &str) -> String {
    code(&crate::brief(reason, REASON))
}

fn provenance(report: &CheckReport) -> String {
    let set = &report.set;
    let chosen = if set.is_part() { format!("{} of {} checks", set.checks, set.whole) } else { "whole".to_owned() };
    let mut out = format!(
        "<sub>{} · set {} ({chosen}) {} · {} · {} requests",
        cell(&report.tool, 80),
        cell(&set.name, 80),
        cell(&set.digest, 80),
        cell(&report.date, 80),
        report.requests
    );
    if let Some(why) = &report.gate.cut_short {
        out += &format!(" · ended early: {}", cell(why, REASON));
    }
    out + "</sub>\n"
}
