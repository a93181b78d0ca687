//! One cause of failures, folded under its title.

use crate::causes::Cause;
use crate::ids::compact;
use crate::markdown::{code, fenced, html};
use crate::text::exchange;
use crate::{CheckReport, Level, account, brief};

/// How much is told of a text.
const LONGEST: usize = 400;
/// How many places are told where it shows.
const PLACES: usize = 3;
/// How many exchanges are told: the last ones, which tell most.
const EXCHANGES: usize = 4;

/// The cause with the places where it shows, the conversation, and the way to see it again.
pub(super) fn details(report: &CheckReport, cause: &Cause<'_>) -> String {
    let mut out = format!("<details><summary>{}</summary>\n\n", title(cause, html));
    for (check, violation) in cause.shows.iter().take(PLACES) {
        out += &format!("- rule {}\n", code(&account::rule(violation)));
        out += &format!("  - seen {}\n", code(&account::place(violation)));
        out += &format!("  - expected {}\n", code(&account::expected(violation)));
        out += &format!("  - observed {}\n", code(&account::observed(violation)));
        if let Some(entry) = report.gate.known(check, violation) {
            out += &format!("  - known {}\n", code(&account::because(entry)));
        }
        if let Some(file) = &violation.evidence {
            out += &format!("  - evidence {}\n", code(file));
        }
    }
    if cause.shows.len() > PLACES {
        out += &format!("- and {} more places\n", cause.shows.len() - PLACES);
    }
    let first = cause.first();
    let left_out = first.exchanges.len().saturating_sub(EXCHANGES);
    let told: Vec<String> = first.exchanges[left_out..].iter().map(exchange::line).collect();
    out += "\n";
    if !told.is_empty() {
        out += &fenced("text", &told.join("\n"));
    }
    let ids: Vec<&str> = cause.checks().iter().map(|check| check.id.as_str()).collect();
    let mut commands: Vec<String> = account::repeated(first).into_iter().collect();
    commands.push(crate::plain(&format!("{} --only {}", report.again, ids.join(","))));
    commands.push(crate::plain(&format!("a2a-assay explain {}", ids[0])));
    out + &fenced("sh", &commands.join("\n")) + "</details>\n\n"
}

/// The checks that noticed it, how binding it is, and what it is; written with `escape`, as fits the place.
pub(super) fn title(cause: &Cause<'_>, escape: fn(&str) -> String) -> String {
    let word = if cause.level() == Level::Must { "FAIL" } else { "warn" };
    let ids = compact(cause.checks().iter().map(|check| check.id.as_str()));
    let head = format!("<b>{word} {}</b> {}", escape(&brief(&ids, LONGEST)), cause.level().word());
    if let Some(why) = cause.unusable {
        return format!("{head} no usable answer: <code>{}</code>", escape(&brief(why, LONGEST)));
    }
    let (section, text) = (brief(&cause.first().section, LONGEST), brief(cause.text(), LONGEST));
    format!("{head} {} {}", escape(&section), escape(&text))
}
