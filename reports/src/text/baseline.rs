//! What was known to fail, and what became of it.

use super::paint::{FAINT, STRONG, news, paint};
use crate::account::because;
use crate::amounts::counted;
use crate::plain::plain;
use crate::{Baseline, CheckReport, Entry, Symptom, Weighed};

/// What the baseline said and no failure tells: what was not observed, what counts again, what is mended.
pub(super) fn baseline(report: &CheckReport) -> String {
    let Some(weighed) = &report.gate.baseline else { return String::new() };
    let Weighed { file, known, expired, stale } = weighed;
    let untold: Vec<&Entry> = known.iter().filter(|entry| entry.what.rule.is_empty()).collect();
    let mut out = block("known", "borne", &untold);
    out += &block("expired", "borne no longer", &expired.iter().collect::<Vec<_>>());
    out += &block("stale", "mended", &stale.iter().collect::<Vec<_>>());
    if !stale.is_empty() {
        let way_out = format!("a2a-assay baseline prune REPORT.json --baseline {}", crate::shell::quoted(file));
        out += &format!("       {}  {}\n", paint(FAINT, "prune   "), plain(&way_out));
    }
    out
}

/// What was changed in a baseline, and how many entries it has now.
pub fn baseline_change(word: &str, changed: &[Entry], baseline: &Baseline) -> String {
    let mut out: String = changed.iter().map(|entry| format!("{word}  {}\n", line(entry))).collect();
    if changed.is_empty() {
        out += &format!("nothing {word}\n");
    }
    out + &format!("{} known to fail\n", counted(baseline.entries().len(), "thing is", "things are"))
}

fn block(word: &str, meaning: &str, entries: &[&Entry]) -> String {
    if entries.is_empty() {
        return String::new();
    }
    let style = if word == "expired" { news(false, word) } else { paint(STRONG, word) };
    let lines: String = entries.iter().map(|entry| format!("       {}\n", line(entry))).collect();
    format!("{style}: {} {meaning}\n{lines}", counted(entries.len(), "failure", "failures"))
}

fn line(entry: &Entry) -> String {
    let what = &entry.what;
    let symptom = if what.symptom == Symptom::Broken { "" } else { what.symptom.word() };
    let words = [what.check.as_str(), &what.binding, &what.rule, symptom];
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    format!("{}  {}", plain(&words.join(" ")), because(entry))
}
