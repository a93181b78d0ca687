//! The conversations that show what is broken as HTTP Archives, version 1.2, which browsers and proxies open.

mod entry;

use serde_json::{Value, json};

use crate::json::lines;
use crate::plain::plain;
use crate::{CheckReport, CheckResult, Violation, account};

/// How much of one archive there may be, in bytes, before its earlier exchanges are left out.
const LONGEST: usize = 2 * 1024 * 1024;

/// One archive: the failures that share it, one page each.
pub(crate) struct Archive<'a> {
    pub(crate) check: &'a CheckResult,
    pub(crate) binding: &'a str,
    pub(crate) violations: Vec<&'a Violation>,
}

/// An archive for each failed check and binding, in catalogue order.
pub(crate) fn archives(report: &CheckReport) -> Vec<Archive<'_>> {
    let mut archives: Vec<Archive<'_>> = Vec::new();
    for check in &report.checks {
        for violation in &check.violations {
            let here =
                |archive: &&mut Archive<'_>| archive.check.id == check.id && archive.binding == violation.binding;
            match archives.iter_mut().find(here) {
                Some(archive) => archive.violations.push(violation),
                None => archives.push(Archive { check, binding: &violation.binding, violations: vec![violation] }),
            }
        }
    }
    archives
}

/// All conversations in one archive.
pub(crate) fn whole(report: &CheckReport) -> serde_json::Result<String> {
    archive(report, &archives(report))
}

/// These conversations in one archive.
pub(crate) fn archive(report: &CheckReport, archives: &[Archive<'_>]) -> serde_json::Result<String> {
    let (mut pages, mut entries, mut left_out) = (Vec::new(), Vec::new(), 0);
    let mut room = LONGEST;
    for archive in archives {
        for (number, violation) in archive.violations.iter().enumerate() {
            let id = page_id(archive, number);
            pages.push(page(report, archive.check, violation, &id));
            for exchange in &violation.exchanges {
                let entry = entry::entry(report, exchange, &id);
                let size = serde_json::to_string(&entry)?.len();
                if size <= room {
                    room -= size;
                    entries.push(entry);
                } else {
                    left_out += 1;
                }
            }
        }
    }
    let tool = plain(&report.tool);
    let (name, version) = tool.split_once(' ').unwrap_or((&tool, "0"));
    let mut log = json!({
        "version": "1.2",
        "creator": { "name": name, "version": version },
        "pages": pages,
        "entries": entries,
    });
    if left_out > 0 {
        log["comment"] = format!("{left_out} exchanges are left out for want of room").into();
    }
    lines(&json!({ "log": log }))
}

fn page_id(archive: &Archive<'_>, number: usize) -> String {
    plain(&format!("{} {} {}", archive.check.id, archive.binding, number + 1))
}

fn page(report: &CheckReport, check: &CheckResult, violation: &Violation, id: &str) -> Value {
    json!({
        "id": id,
        "title": format!("{}: {}", account::check(check), account::violation(violation)),
        "startedDateTime": entry::moment(report, 0),
        "pageTimings": {},
        "comment": format!("a2a-assay explain {}", plain(&check.id)),
    })
}
