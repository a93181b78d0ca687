//! What was not judged, with the reasons.

use maud::html;

use crate::html::anchors;
use crate::html::page::Part;
use crate::html::pieces::verdict;
use crate::html::words::Said;
use crate::tally::reasons;
use crate::{CheckReport, Verdict};

/// The reasons, the most frequent first; nothing where everything was judged.
pub(super) fn part(report: &CheckReport) -> Option<Part> {
    let unjudged = [Verdict::Error, Verdict::Inconclusive, Verdict::NotObserved, Verdict::NotApplicable];
    let told: Vec<_> = unjudged
        .into_iter()
        .flat_map(|verdict| reasons(report, verdict).into_iter().map(move |(reason, ids)| (verdict, reason, ids)))
        .collect();
    let body = html! {
        ul.plain { @for (of, reason, ids) in &told { li {
            (verdict(*of)) " " (Said(reason)) span.quiet { ": " @for id in ids { (anchors::to_check(id)) " " } }
        } } }
    };
    (!told.is_empty()).then(|| Part::new("unjudged", "What was not judged, and why", body))
}
