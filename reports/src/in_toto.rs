//! The report on one agent as an in-toto statement with a test result as its predicate, unsigned: whoever signs it says
//! that these checks were run.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::digest::hex;
use crate::plain::plain;
use crate::tally::{Conclusion, unobserved_requirements};
use crate::{CheckReport, Verdict, account};

/// The whole statement. Its subject is the JSON report, as the form `json` writes it.
pub(crate) fn check(report: &CheckReport) -> serde_json::Result<String> {
    let json = crate::json::check(report)?;
    let named = |verdicts: &[Verdict]| -> Vec<String> {
        let checks = report.checks.iter().filter(|check| verdicts.contains(&check.verdict));
        checks.map(account::check).collect()
    };
    crate::json::lines(&json!({
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{
            "name": plain(&report.target.url),
            "digest": { "sha256": hex(&Sha256::digest(json.as_bytes())) },
            "mediaType": "application/json",
            "annotations": { "agent": crate::account::agent(report), "summary": report.summary },
        }],
        "predicateType": "https://in-toto.io/attestation/test-result/v0.1",
        "predicate": {
            "result": result(report),
            "configuration": [configuration(report)],
            "passedTests": named(&[Verdict::Pass]),
            "warnedTests": named(&[Verdict::Warn, Verdict::NotObserved]),
            "failedTests": named(&[Verdict::Fail, Verdict::Inconclusive, Verdict::Error]),
        },
    }))
}

/// Passed is only what was judged whole; what was not is a warning.
fn result(report: &CheckReport) -> &'static str {
    match Conclusion::of(report) {
        Conclusion::NothingJudged | Conclusion::NotConformant => "FAILED",
        _ if report.gate.exit != 0 => "FAILED",
        Conclusion::Conformant if report.summary.warn == 0 && unobserved_requirements(report) == 0 => "PASSED",
        Conclusion::Conformant | Conclusion::ConformantInPart => "WARNED",
    }
}

/// What was run: the program and the set of checks, by a digest that is equal where the sets are.
fn configuration(report: &CheckReport) -> Value {
    let set = &report.set;
    json!({
        "name": plain(&format!("{} --set {}", report.tool, set.name)),
        "uri": env!("CARGO_PKG_REPOSITORY"),
        "digest": { "fnv1a64": plain(&set.digest) },
        "annotations": { "checks": set.checks, "whole": set.whole, "again": plain(&report.again) },
    })
}
