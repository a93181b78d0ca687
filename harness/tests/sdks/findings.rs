//! What is known to be wrong with the SDKs, and how that compares with what was found.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use a2a_assay_reports::{CheckReport, Level, Violation};
use serde::Deserialize;

/// The list of `findings.toml`.
#[derive(Deserialize)]
pub(crate) struct Findings {
    finding: Vec<Finding>,
}

/// A rule that an SDK breaks, with the reason why that is not the check's fault.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Finding {
    sdk: String,
    check: String,
    rule: String,
    level: Level,
    section: String,
    bindings: Vec<String>,
    why: String,
    /// Whether it shows only sometimes, which `why` must explain.
    #[serde(default)]
    now_and_then: bool,
}

/// What tells one finding from another: check, rule, level, section and binding.
type Mark = (String, String, Level, String, String);

impl Findings {
    pub(crate) fn read() -> Result<Self, String> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sdks/findings.toml");
        let text = std::fs::read_to_string(&path).map_err(|why| format!("{}: {why}", path.display()))?;
        toml::from_str(&text).map_err(|why| format!("{}: {why}", path.display()))
    }

    /// Holds a report against the list: nothing else may be broken, and everything that is listed still is.
    pub(crate) fn hold(&self, sdk: &str, report: &CheckReport) -> Result<(), String> {
        let found = found(report);
        let listed = self.listed(sdk);
        let mut said = String::new();
        for (mark, violation) in found.iter().filter(|(mark, _)| !listed.contains_key(*mark)) {
            let Violation { subject, expected, observed, .. } = violation;
            said += "\nnot listed; if the specification says that the server is wrong, add to findings.toml:\n\n";
            said += &entry(sdk, mark);
            let _ = writeln!(said, "# {subject}: expected {expected}, observed {observed}");
        }
        for (mark, _) in listed.iter().filter(|(mark, finding)| !finding.now_and_then && !found.contains_key(*mark)) {
            said += "\nlisted, but gone; take its binding out of findings.toml:\n\n";
            said += &entry(sdk, mark);
        }
        if said.is_empty() { Ok(()) } else { Err(said) }
    }

    fn listed(&self, sdk: &str) -> BTreeMap<Mark, &Finding> {
        let mut listed = BTreeMap::new();
        for finding in self.finding.iter().filter(|finding| finding.sdk == sdk) {
            let Finding { check, rule, level, section, bindings, why, .. } = finding;
            assert!(!why.is_empty(), "findings.toml does not say why {sdk} and not {check} is wrong");
            for binding in bindings {
                let mark = (check.clone(), rule.clone(), *level, section.clone(), binding.clone());
                assert!(listed.insert(mark, finding).is_none(), "findings.toml lists {check} {rule} twice");
            }
        }
        listed
    }
}

/// Every rule that was found broken, with the first observation that shows it.
fn found(report: &CheckReport) -> BTreeMap<Mark, &Violation> {
    let mut found = BTreeMap::new();
    for check in &report.checks {
        for violation in &check.violations {
            let Violation { rule, level, section, binding, .. } = violation;
            let mark = (check.id.clone(), rule.clone(), *level, section.clone(), binding.clone());
            found.entry(mark).or_insert(violation);
        }
    }
    found
}

/// A finding as it stands in the list.
fn entry(sdk: &str, (check, rule, level, section, binding): &Mark) -> String {
    let level = level.word();
    format!(
        "[[finding]]\nsdk = \"{sdk}\"\ncheck = \"{check}\"\nrule = \"{rule}\"\nlevel = \"{level}\"\n\
         section = \"{section}\"\nbindings = [\"{binding}\"]\nwhy = \"\"\n"
    )
}
