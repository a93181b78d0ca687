//! What became different, the worst first.

use super::paint::{FAINT, STRONG, news, paint};
use crate::plain::{brief, plain};
use crate::{Change, DiffReport, Turn};

/// How much is told of what an agent calls itself.
const LONGEST: usize = 80;

/// What became different between two reports.
pub fn diff(report: &DiffReport, exit: u8) -> String {
    let (before, after) = (brief(&report.before, LONGEST), brief(&report.after, LONGEST));
    let mut out = format!("{} → {}\n", paint(STRONG, &before), paint(STRONG, &after));
    let name = |change: &Change| plain([change.name.as_str(), &change.binding].join(" ").trim());
    let widest = report.changes.iter().map(|change| name(change).chars().count()).max().unwrap_or_default();
    for change in &report.changes {
        let word = match change.turn {
            Turn::Regressed => news(false, &format!("{:9}", change.turn.word())),
            Turn::Fixed => news(true, &format!("{:9}", change.turn.word())),
            _ => format!("{:9}", change.turn.word()),
        };
        out += &format!(" {word}  {:widest$}  {}\n", name(change), turned(change));
    }
    out + &summary(report, exit)
}

fn turned(change: &Change) -> String {
    let words = match (change.before.as_str(), change.after.as_str()) {
        ("", after) => plain(after),
        (before, "") => plain(before),
        (before, after) if before == after => plain(after),
        (before, after) => format!("{} → {}", plain(before), plain(after)),
    };
    let list = |sign: char, names: &[String]| names.iter().map(|name| format!("  {sign}{}", plain(name))).collect();
    let more: String = list('+', &change.more);
    let less: String = list('-', &change.less);
    let once = change.once.as_ref().map_or_else(String::new, |once| format!("  once {}", plain(once)));
    words + &paint(FAINT, &(more + &less + &once))
}

fn summary(report: &DiffReport, exit: u8) -> String {
    let summary = &report.summary;
    let regressed = format!("{} regressed", summary.regressed);
    let mut counts = vec![news(summary.regressed == 0, &regressed)];
    let others = [
        ("fixed", summary.fixed),
        ("changed", summary.changed),
        ("new", summary.new),
        ("gone", summary.gone),
        ("renamed", summary.renamed),
        ("as before", summary.same),
    ];
    counts.extend(others.iter().map(|(word, count)| format!("{count} {word}")));
    format!("{}      exit {exit}\n", counts.join(" · "))
}
