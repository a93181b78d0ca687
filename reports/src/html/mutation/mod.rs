//! The page on planted defects: the score, what survived, who killed whom, and what follows for each check and rule.

mod checks;
mod defects;
mod head;
mod left;
mod matrix;
mod origin;
mod rules;

use super::page::{Page, Part};
use crate::MutationReport;
use crate::amounts::counted;
use crate::kill_matrix::groups;

/// The report on planted defects.
pub fn mutation(report: &MutationReport) -> String {
    let groups = groups(report);
    let mut parts = Vec::new();
    parts.extend(left::red_control(&report.control));
    parts.extend(left::survivors(report));
    parts.extend(left::surprises(report));
    parts.extend(left::unproven(report));
    if !report.defects.is_empty() {
        parts.push(Part::new("matrix", "Kill matrix", matrix::heat_map(report, &groups)));
        let heading = counted(report.defects.len(), "defect", "defects");
        parts.push(Part::new("defects", heading, defects::table(report, &groups)));
        let heading = format!("What {} worth", counted(report.checks.len(), "check is", "checks are"));
        parts.push(Part::new("checks", heading, checks::table(report)));
        parts.push(Part::new("rules", "Rules, their checks and their defects", rules::table(report)));
    }
    parts.push(Part::new("origin", "Where this comes from", origin::facts(report)));
    Page { title: head::title(report), tool: &report.tool, head: head::head(report), parts }.written()
}
