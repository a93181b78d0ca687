//! A report full of what an agent may write to look like something else.

use a2a_assay_reports::{CheckReport, CheckResult, Foreign, RootCause, Verdict};

use super::{broken, failing, no_envelope, prevented};

/// What an agent may write to act on a terminal or in a page, to turn a line around, and to look like a part of a report.
pub(crate) const HOSTILE: &str = concat!(
    "\u{1b}[2J\u{1b}]0;t\u{7}\u{9b}1A\u{202e}\u{2066}\u{200b}\u{feff}\u{e0041}\u{7f}\r\n FAIL  D1\n<b>$(id)`id`'\"",
    "</style></script></textarea></title>--><script>window.owned = 1</script><style>*{display:none}</style>",
    "<img src=x onerror='window.owned = 1'>\" onfocus=\"window.owned = 1\" autofocus style=\"display:none\" x=\"&lt;&#60;",
);

/// The letters in it of which none may be left.
pub(crate) const ACTING: [char; 10] =
    ['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}', '\u{2066}', '\u{200b}', '\u{feff}', '\u{e0041}', '\u{7f}', '\r'];

/// The report of an agent that writes this wherever an agent's words may stand.
pub(crate) fn written_all_over(words: &str) -> CheckReport {
    let mut report = failing();
    report.checks.push(broken("S1", "send", "send", Verdict::Fail, vec![no_envelope("rule", "a result")]));
    report.checks.push(prevented("S2", "send", "send"));
    report.checks.push(CheckResult { verdict: Verdict::Error, ..prevented("S3", "send", "send") });
    let mut write = |text: &mut String| text.push_str(words);
    report.target.each_foreign_text(&mut write);
    for check in &mut report.checks {
        check.each_foreign_text(&mut write);
        for exchange in check.violations.iter_mut().flat_map(|violation| &mut violation.exchanges) {
            // As it was sent, so that there is a line that repeats it.
            exchange.altered = false;
        }
    }
    CheckReport { causes: RootCause::of(&report.checks), ..report }
}
