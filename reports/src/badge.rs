//! A badge: one label, one message, one colour. It is green only where every check of a set was judged that pins a
//! requirement, and none found it broken.

mod svg;

use serde_json::json;

pub(crate) use svg::svg;

use crate::tally::{Conclusion, kept, unobserved_requirements};
use crate::{CheckReport, Level, MutationReport};

/// What stands on the left.
const LABEL: &str = "A2A";

/// What a badge says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Badge {
    /// What it is about.
    pub(crate) label: String,
    /// What it says of that.
    pub(crate) message: String,
    /// What that means at a glance.
    pub(crate) tone: Tone,
}

/// What a badge says at a glance; the message says it in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// All is well, and all was looked at.
    Good,
    /// What was looked at is well.
    Doubtful,
    /// Something is broken.
    Bad,
    /// Nothing was looked at.
    Unknown,
}

impl Tone {
    /// The colour by the name that badge services know.
    fn colour(self) -> &'static str {
        match self {
            Self::Good => "brightgreen",
            Self::Doubtful => "yellow",
            Self::Bad => "red",
            Self::Unknown => "lightgrey",
        }
    }
}

impl Badge {
    /// What is said of one agent.
    pub(crate) fn of_check(report: &CheckReport) -> Self {
        let must = kept(report, Level::Must);
        let count = format!("MUST {} of {}", must.kept, must.judged);
        let unseen = unobserved_requirements(report);
        let (tone, message) = match Conclusion::of(report) {
            Conclusion::NothingJudged => (Tone::Unknown, "nothing judged".to_owned()),
            Conclusion::NotConformant => (Tone::Bad, format!("not conformant, {count}")),
            Conclusion::ConformantInPart => (Tone::Doubtful, format!("judged in part, {count}")),
            Conclusion::Conformant if unseen > 0 => (Tone::Doubtful, format!("{count}, {unseen} not observed")),
            // A set of which not even the size is known may be a part.
            Conclusion::Conformant if report.set.whole == 0 => (Tone::Doubtful, format!("judged, {count}")),
            Conclusion::Conformant => (Tone::Good, format!("conformant, {count}")),
        };
        let version = crate::brief(&report.target.protocol, 12);
        Self { label: format!("{LABEL} {version}").trim_end().to_owned(), message, tone }
    }

    /// What is said of the checks themselves.
    pub(crate) fn of_mutation(report: &MutationReport) -> Self {
        let summary = &report.summary;
        let caught = format!("{} of {} caught", summary.caught, summary.defects);
        let (tone, message) = if !report.control.red.is_empty() || summary.defects == 0 {
            (Tone::Unknown, "nothing judged".to_owned())
        } else if summary.wrong > 0 {
            (Tone::Bad, format!("{caught}, {} predictions wrong", summary.wrong))
        } else if let Some(shard) = report.shard {
            (Tone::Doubtful, format!("{caught}, part {shard}"))
        } else if summary.escaped > 0 || !report.unproven.checks.is_empty() {
            (Tone::Doubtful, format!("{caught}, {} checks unproven", report.unproven.checks.len()))
        } else {
            (Tone::Good, caught)
        };
        Self { label: "planted defects".to_owned(), message, tone }
    }

    /// The badge for an endpoint of shields.io, schema version 1.
    pub(crate) fn shields(&self) -> serde_json::Result<String> {
        crate::json::lines(&json!({
            "schemaVersion": 1,
            "label": self.label,
            "message": self.message,
            "color": self.tone.colour(),
            "isError": self.tone == Tone::Bad,
        }))
    }
}
