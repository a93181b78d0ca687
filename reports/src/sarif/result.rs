//! One violation as a result: what is broken, where it was seen, and what stays the same from run to run.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::level;
use crate::digest::hex;
use crate::ids::without_ids;
use crate::plain::plain;
use crate::{CheckReport, CheckResult, RuleInfo, Violation, account};

/// How many violations are told: services that show such reports take 25 000 at most, and people fewer.
const MOST: usize = 5000;

/// Every violation of the report.
pub(super) fn all(report: &CheckReport, rules: &[RuleInfo]) -> Vec<Value> {
    let shown = report.checks.iter().flat_map(|check| check.violations.iter().map(move |broken| (check, broken)));
    shown.take(MOST).map(|(check, broken)| result(report, rules, check, broken)).collect()
}

fn result(report: &CheckReport, rules: &[RuleInfo], check: &CheckResult, broken: &Violation) -> Value {
    let mut told = vec![plain(&broken.text)];
    told.push(format!("seen {}", account::place(broken)));
    told.push(format!("expected {}", account::expected(broken)));
    told.push(format!("observed {}", account::observed(broken)));
    told.extend(account::repeated(broken).map(|line| format!("try {line}")));
    told.push(format!("again {}", account::again(report, check)));
    let known = report.gate.known(check, broken).map(account::because);
    let suppressions = known.map(|why| json!({ "kind": "external", "status": "accepted", "justification": why }));
    json!({
        "ruleId": plain(&broken.rule),
        "ruleIndex": rules.iter().position(|rule| rule.id == broken.rule),
        "level": level(broken.level),
        "kind": "fail",
        "suppressions": suppressions.into_iter().collect::<Vec<Value>>(),
        "message": { "text": told.join("\n") },
        "locations": [location(report, check, broken)],
        "partialFingerprints": { "a2aAssay/v1": fingerprint(check, broken) },
        "properties": {
            "check": plain(&check.id),
            "slug": plain(&check.slug),
            "verdict": check.verdict.word(),
            "binding": plain(&broken.binding),
            "section": plain(&broken.section),
            "evidence": broken.evidence,
        },
    })
}

/// There is no line of a file: the agent's address, and the check and the binding as names.
fn location(report: &CheckReport, check: &CheckResult, broken: &Violation) -> Value {
    let names = [check.group.as_str(), &check.id, &broken.binding];
    let names: Vec<String> = names.into_iter().filter(|name| !name.is_empty()).map(plain).collect();
    json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri(&report.target.url), "index": 0 },
            "region": { "startLine": 1 },
        },
        "logicalLocations": [{ "name": account::check(check), "fullyQualifiedName": names.join("/"), "kind": "function" }],
    })
}

/// What makes two violations the same in two runs: the check, the rule, the binding, and what was looked at without the
/// ids in it.
fn fingerprint(check: &CheckResult, broken: &Violation) -> String {
    let mut hash = Sha256::new();
    for part in [&check.id, &broken.rule, &broken.binding, &without_ids(&broken.subject)] {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    hex(&hash.finalize()[..16])
}

/// An address with nothing in it that an address may not have.
pub(super) fn uri(url: &str) -> String {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:/?#[]@!$&'()*+,;=%".contains(&byte);
    let mut uri = String::with_capacity(url.len());
    for byte in url.bytes() {
        if allowed(byte) {
            uri.push(char::from(byte));
        } else {
            uri += &format!("%{byte:02X}");
        }
    }
    uri
}
