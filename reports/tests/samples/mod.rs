//! Reports with fixed values.

use std::collections::BTreeMap;
pub(crate) mod hostile;

use a2a_assay_reports::{
    Agreement, CheckReport, CheckResult, Control, DefectResult, Exchange, Gate, Level, Loss, MutationReport,
    MutationSummary, RootCause, RuleInfo, Secret, SetInfo, Summary, TargetInfo, Unproven, Verdict, Violation,
};

pub(crate) fn check_report(checks: Vec<CheckResult>) -> CheckReport {
    CheckReport {
        format: "a2a-assay/check".into(),
        version: 1,
        tool: "a2a-assay 0.0.0".into(),
        date: "2026-11-30T00:00:00Z".into(),
        set: SetInfo { name: "core".into(), checks: checks.len(), whole: 41, digest: "0123456789abcdef".into() },
        target: TargetInfo {
            url: "http://127.0.0.1:9999".into(),
            name: "echo-agent".into(),
            version: "2.3.1".into(),
            protocol: "1.0".into(),
            bindings: vec!["JSONRPC".into(), "HTTP+JSON".into()],
        },
        again: "a2a-assay check http://127.0.0.1:9999 --target echo.toml".into(),
        gate: Gate::default(),
        findings: Vec::new(),
        rules: vec![rule("a-must", Level::Must), rule("a-should", Level::Should)],
        summary: Summary::of(checks.iter().map(|check| check.verdict)),
        causes: RootCause::of(&checks),
        checks,
        evidence: None,
        requests: 1234,
        duration_ms: 870,
    }
}

/// An agent that breaks requirements and recommendations, of which not all could be seen.
pub(crate) fn failing() -> CheckReport {
    let checks = vec![
        check("D1", "card-valid", "discovery", Verdict::Pass),
        broken("D2", "card-caching", "discovery", Verdict::Warn, vec![no_etag()]),
        broken(
            "ST1",
            "task-then-updates",
            "streaming",
            Verdict::Fail,
            vec![stream_ends_early("JSONRPC"), stream_ends_early("HTTP+JSON")],
        ),
        broken("ST3", "two-streams-agree", "streaming", Verdict::Fail, vec![stream_ends_early("JSONRPC")]),
        unseen("A4", "foreign-task-absent", "auth", Verdict::NotObserved, "no credential for bob"),
        unseen("A5", "listing-scoped", "auth", Verdict::NotObserved, "no credential for bob"),
        unseen("ST6", "streaming-off", "streaming", Verdict::NotApplicable, "no second agent"),
    ];
    ending(1, check_report(checks))
}

pub(crate) fn ending(exit: u8, mut report: CheckReport) -> CheckReport {
    report.gate.exit = exit;
    report
}

pub(crate) fn check(id: &str, slug: &str, group: &str, verdict: Verdict) -> CheckResult {
    CheckResult {
        id: id.into(),
        slug: slug.into(),
        group: group.into(),
        title: format!("what {slug} is about"),
        rules: vec![if id == "D2" { "a-should" } else { "a-must" }.into()],
        binding: "JSONRPC, HTTP+JSON".into(),
        verdict,
        bindings: BTreeMap::new(),
        repeats: Vec::new(),
        subjects: 3,
        violations: Vec::new(),
        reason: None,
        prevented: false,
        cause: None,
        duration_ms: 12,
        assertions: BTreeMap::new(),
    }
}

pub(crate) fn unseen(id: &str, slug: &str, group: &str, verdict: Verdict, reason: &str) -> CheckResult {
    CheckResult { reason: Some(reason.into()), subjects: 0, ..check(id, slug, group, verdict) }
}

pub(crate) fn broken(id: &str, slug: &str, group: &str, verdict: Verdict, violations: Vec<Violation>) -> CheckResult {
    CheckResult { violations, ..check(id, slug, group, verdict) }
}

pub(crate) fn stream_ends_early(binding: &str) -> Violation {
    Violation {
        rule: "stream-ends-terminal".into(),
        level: Level::Must,
        section: "§3.1.2".into(),
        text: "the last update of a stream is the terminal one".into(),
        binding: binding.into(),
        subject: "SendStreamingMessage".into(),
        expected: "a terminal status update".into(),
        observed: "end of stream after 2 events".into(),
        cause: None,
        exchanges: vec![Exchange {
            sent_ms: 0,
            answered_ms: 12,
            operation: "SendStreamingMessage".into(),
            method: "POST".into(),
            url: "http://127.0.0.1:9999/rpc".into(),
            request_headers: vec![
                ("content-type".into(), "application/json".into()),
                ("a2a-version".into(), "1.0".into()),
                ("authorization".into(), "Bearer $ALICE".into()),
            ],
            request_body: Some(r#"{"jsonrpc":"2.0","id":"it's 1","method":"SendStreamingMessage"}"#.into()),
            secrets: vec![Secret { variable: "ALICE".into(), header: Some("authorization".into()) }],
            status: Some(200),
            response_headers: vec![("content-type".into(), "text/event-stream".into())],
            response_body: "{\"task\":{}}\n{\"statusUpdate\":{}}\n".into(),
            ..Exchange::default()
        }],
        place: "task_then_updates.rs:41".into(),
        evidence: None,
    }
}

/// A violation for which the agent gave no usable answer.
pub(crate) fn no_envelope(rule: &str, expected: &str) -> Violation {
    let stream = stream_ends_early("JSONRPC");
    Violation {
        rule: rule.into(),
        subject: "SendMessage".into(),
        expected: expected.into(),
        observed: "no answer of this binding: HTTP 200, an envelope without \"jsonrpc\": \"2.0\"".into(),
        cause: Some("an envelope without \"jsonrpc\": \"2.0\"".into()),
        ..stream
    }
}

/// A check that was not observed for the same.
pub(crate) fn prevented(id: &str, slug: &str, group: &str) -> CheckResult {
    let cause = no_envelope("", "").cause;
    CheckResult {
        prevented: true,
        cause,
        ..unseen(id, slug, group, Verdict::NotObserved, &format!("`{slug}` led nowhere"))
    }
}

pub(crate) fn no_etag() -> Violation {
    Violation {
        rule: "card-has-etag".into(),
        level: Level::Should,
        section: "§8.6.1".into(),
        text: "the card is served with an ETag".into(),
        binding: String::new(),
        subject: "the agent card".into(),
        expected: "an ETag".into(),
        observed: "none".into(),
        cause: None,
        exchanges: Vec::new(),
        place: "card_caching.rs:20".into(),
        evidence: None,
    }
}

pub(crate) fn defect(name: &str, predicted: &[&str], observed: &[&str]) -> DefectResult {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    DefectResult {
        name: name.into(),
        set: "core".into(),
        story: "Does something wrong.".into(),
        breaks: vec!["some-rule".into()],
        predicted: owned(predicted),
        first_prediction: owned(predicted),
        observed: owned(observed),
        verdict: Agreement::of(predicted, observed),
        lesson: None,
        losses: observed
            .iter()
            .map(|check| Loss {
                check: (*check).into(),
                because: format!("expected what {check} asks for, observed \u{1b}[2J"),
            })
            .collect(),
        assertions: Vec::new(),
        not_applicable: Vec::new(),
        not_reached: Vec::new(),
        duration_ms: 150,
    }
}

pub(crate) fn mutation_report(red: Vec<Loss>, defects: Vec<DefectResult>) -> MutationReport {
    MutationReport {
        format: "a2a-assay/mutation".into(),
        version: 1,
        date: String::new(),
        shard: None,
        set: "core".to_owned(),
        digest: String::new(),
        target: None,
        checks: Vec::new(),
        rules: Vec::new(),
        tool: "a2a-assay 0.0.0".into(),
        control: Control {
            checks: 4,
            red: red.iter().map(|loss| loss.check.clone()).collect(),
            losses: red,
            duration_ms: 410,
        },
        summary: MutationSummary::of(4, &defects),
        defects,
        unproven: Unproven { checks: vec!["E2".into()], ..Unproven::default() },
        requests: 4812,
        duration_ms: 2100,
    }
}

pub(crate) fn rule(id: &str, level: Level) -> RuleInfo {
    RuleInfo {
        id: id.into(),
        chapter: "streams".into(),
        level,
        section: "§3.1.2".into(),
        text: format!("what {id} says"),
        unnamed: None,
    }
}
