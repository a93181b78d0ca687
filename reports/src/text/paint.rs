//! Colour, always beside a word.

use anstyle::{AnsiColor, Style};

use crate::{Agreement, Fate, Notice, Standing, Verdict};

/// What can wait.
pub(super) const FAINT: Style = Style::new().dimmed();
/// What is asked for at a glance.
pub(super) const STRONG: Style = Style::new().bold();
const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const DOUBTFUL: Style = AnsiColor::Yellow.on_default();

/// The words in a style.
pub(super) fn paint(style: Style, words: &str) -> String {
    format!("{style}{words}{style:#}")
}

/// Good or bad news.
pub(super) fn news(good: bool, words: &str) -> String {
    paint(if good { GOOD } else { BAD }, words)
}

/// The style of a verdict.
pub(super) fn verdict(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Pass => GOOD,
        Verdict::Fail | Verdict::Error => BAD,
        Verdict::Warn | Verdict::Inconclusive => DOUBTFUL,
        Verdict::NotApplicable | Verdict::NotObserved => FAINT,
    }
}

/// The style of a finding.
pub(super) fn standing(standing: Standing) -> Style {
    match standing {
        Standing::Good => GOOD,
        Standing::Lacking => DOUBTFUL,
        Standing::Bad => BAD,
    }
}

/// The style of what became of a prediction.
pub(super) fn agreement(agreement: Agreement) -> Style {
    match agreement {
        Agreement::Exact => GOOD,
        Agreement::EscapedAsPredicted => DOUBTFUL,
        Agreement::TooNarrow | Agreement::TooWide | Agreement::Missed | Agreement::SurpriseCatch => BAD,
    }
}

/// The style of what another suite noticed.
pub(super) fn notice(notice: Notice) -> Style {
    match notice {
        Notice::Noticed => GOOD,
        Notice::Survived => BAD,
        Notice::TimedOut => DOUBTFUL,
    }
}

/// The style of what became of a defect on the wire.
pub(super) fn fate(fate: Fate) -> Style {
    match fate {
        Fate::Noticed => GOOD,
        Fate::Survived => BAD,
        Fate::Undecided => DOUBTFUL,
        Fate::NeverCameUp => FAINT,
    }
}
