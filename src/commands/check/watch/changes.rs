//! What has changed from one run to the next, check by check.

use a2a_assay_reports::{CheckReport, CheckResult, plain};

/// The changes, one a line below a heading; one line, where there are none.
pub(super) fn between(before: &[CheckReport], now: &[CheckReport]) -> Vec<String> {
    let mut lines = Vec::new();
    for report in now {
        let Some(old) = before.iter().find(|old| old.target.url == report.target.url) else { continue };
        lines.extend(report.checks.iter().filter_map(|check| change(old, check)));
    }
    let heading = if lines.is_empty() { "no verdict has changed" } else { "changed since the last run:" };
    std::iter::once(heading.to_owned()).chain(lines).collect()
}

fn change(before: &CheckReport, check: &CheckResult) -> Option<String> {
    let old = before.checks.iter().find(|old| old.id == check.id)?;
    let (was, is) = (old.verdict.word(), check.verdict.word());
    (was != is).then(|| format!("  {} {}  {was} -> {is}", plain(&check.id), plain(&check.slug)))
}
