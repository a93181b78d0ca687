//! What is known to fail, and what became different, as people read it.

#[expect(dead_code, reason = "other tests read the rest")]
mod samples;

use a2a_assay_reports::{
    Baseline, CheckReport, CheckResult, Entry, Failing, Form, Report, Symptom, Turn, Verdict, check_diff,
    mutation_diff, text,
};
use anstream::adapter::strip_str;
use samples::{broken, check, check_report, defect, mutation_report, no_etag, stream_ends_early, unseen};

fn as_it_is(id: &str) -> String {
    id.to_owned()
}

fn known(check: &str, binding: &str, rule: &str, expires: &str) -> Entry {
    let symptom = if rule.is_empty() { Symptom::NotObserved } else { Symptom::Broken };
    let (check, binding, rule) = (check.to_owned(), binding.to_owned(), rule.to_owned());
    let what = Failing { check, binding, symptom, rule };
    Entry { what, reason: "vendor bug 17 \u{1b}[2J".to_owned(), expires: expires.parse().ok() }
}

fn failing() -> CheckReport {
    let over = |binding: &str| stream_ends_early(binding);
    let mut flaky = broken("ST4", "pause", "streaming", Verdict::Inconclusive, vec![over("HTTP+JSON")]);
    flaky.repeats = vec![Verdict::Pass, Verdict::Fail];
    flaky.reason = Some("pass 1 of 2, FAIL 1 of 2".to_owned());
    check_report(vec![
        check("D1", "card-valid", "discovery", Verdict::Pass),
        broken("D2", "card-caching", "discovery", Verdict::Warn, vec![no_etag()]),
        unseen("A3", "missing-scope", "auth", Verdict::NotObserved, "there is no reader"),
        broken("ST1", "task-then-updates", "streaming", Verdict::Fail, vec![over("JSONRPC"), over("HTTP+JSON")]),
        flaky,
    ])
}

fn weighed(entries: Vec<Entry>) -> String {
    strip_str(&text::check(&weighing(entries), false)).to_string()
}

fn weighing(entries: Vec<Entry>) -> CheckReport {
    let mut report = failing();
    let mut baseline = Baseline::default();
    for entry in entries {
        baseline.take(entry);
    }
    report.gate.require_observed = true;
    report.gate.baseline = Some(baseline.weighed("it's known.json", &report, "2026-11-30".parse().expect("a date")));
    report.gate.cut_short = Some("interrupted".to_owned());
    report
}

#[test]
fn every_form_with_failures_says_why_they_are_borne() {
    let rule = "stream-ends-terminal";
    let known = ["JSONRPC", "HTTP+JSON"].map(|binding| known("ST1", binding, rule, "never"));
    let report = weighing(known.into());
    for form in [Form::Json, Form::Html, Form::Markdown, Form::Junit, Form::Sarif, Form::Github] {
        let shown = report.rendered(form).expect("it can be written");

        assert!(shown.contains("vendor bug 17"), "{}: {shown}", form.name());
        assert!(!shown.contains('\u{1b}'), "{}", form.name());
    }
    let junit = report.rendered(Form::Junit).expect("it can be written");
    let skipped = r#"<skipped message="FAIL, known: vendor bug 17"#;
    assert!(junit.contains(skipped), "{junit}");
}

#[test]
fn an_agent_whose_failures_are_known() {
    let rule = "stream-ends-terminal";
    insta::assert_snapshot!(weighed(vec![
        known("ST1", "JSONRPC", rule, "2027-01-31"),
        known("ST1", "HTTP+JSON", rule, "never"),
        known("ST4", "HTTP+JSON", rule, "never"),
        known("A3", "", "", "2026-11-30"),
        known("D1", "", "card-required", "never"),
    ]));
}

#[test]
fn an_agent_of_whose_failures_some_are_known() {
    let rule = "stream-ends-terminal";
    insta::assert_snapshot!(weighed(vec![
        known("ST1", "JSONRPC", rule, "2027-01-31"),
        known("ST1", "HTTP+JSON", rule, "2026-11-29"),
    ]));
}

fn over_both(mut check: CheckResult, jsonrpc: Verdict, rest: Verdict) -> CheckResult {
    check.bindings = [("JSONRPC".to_owned(), jsonrpc), ("HTTP+JSON".to_owned(), rest)].into();
    check
}

fn stream(jsonrpc: Verdict, rest: Verdict) -> CheckResult {
    let broken_over = [(jsonrpc, "JSONRPC"), (rest, "HTTP+JSON")];
    let broken_over = broken_over.iter().filter(|(verdict, _)| *verdict == Verdict::Fail);
    let violations = broken_over.map(|(_, binding)| stream_ends_early(binding)).collect();
    over_both(broken("ST1", "task-then-updates", "streaming", jsonrpc.max(rest), violations), jsonrpc, rest)
}

#[test]
fn two_reports_on_an_agent() {
    let before = check_report(vec![
        check("D1", "card-valid", "discovery", Verdict::Pass),
        broken("D2", "card-caching", "discovery", Verdict::Warn, vec![no_etag()]),
        check("A1", "no-token", "auth", Verdict::Pass),
        unseen("E1", "premium-by-scope", "extended_card", Verdict::NotApplicable, "not declared"),
        check("S0", "once-so", "send", Verdict::Pass),
        check("S9", "once-otherwise", "send", Verdict::Pass),
        stream(Verdict::Pass, Verdict::Fail),
    ]);
    let mut after = check_report(vec![
        check("D1", "card-valid", "discovery", Verdict::Pass),
        check("D2", "card-caching", "discovery", Verdict::Pass),
        unseen("A1", "no-token", "auth", Verdict::NotObserved, "no token"),
        check("E1", "premium-by-scope", "extended_card", Verdict::Pass),
        check("S1", "now-so", "send", Verdict::Pass),
        check("V1", "new", "version", Verdict::Pass),
        stream(Verdict::Fail, Verdict::Pass),
    ]);
    after.target.version = "2.4.0".into();

    let diff = check_diff(&before, &after, |id| if id == "S0" { "S1".to_owned() } else { id.to_owned() });

    insta::assert_snapshot!(strip_str(&text::diff(&diff, 1)).to_string());
}

/// How a check turned that was the only one.
fn turn(before: CheckResult, after: CheckResult) -> Turn {
    let diff = check_diff(&check_report(vec![before]), &check_report(vec![after]), as_it_is);
    diff.changes.first().map_or(Turn::Same, |change| change.turn)
}

#[test]
fn a_check_turns_for_the_worse_or_the_better() {
    let plain = |verdict: Verdict| check("ST1", "", "", verdict);
    let fails = |rules: &[&str]| {
        let violation = |rule: &&str| {
            let mut violation = stream_ends_early("");
            (*rule).clone_into(&mut violation.rule);
            violation
        };
        broken("ST1", "", "", Verdict::Fail, rules.iter().map(violation).collect())
    };
    let prevented = || CheckResult { prevented: true, ..plain(Verdict::NotObserved) };
    let table = [
        (plain(Verdict::Pass), plain(Verdict::Pass), Turn::Same),
        (plain(Verdict::Pass), fails(&["a"]), Turn::Regressed),
        (plain(Verdict::Pass), plain(Verdict::Warn), Turn::Regressed),
        (plain(Verdict::Pass), plain(Verdict::Inconclusive), Turn::Regressed),
        (plain(Verdict::Pass), prevented(), Turn::Regressed),
        (plain(Verdict::Pass), plain(Verdict::NotObserved), Turn::Changed),
        (plain(Verdict::Pass), plain(Verdict::NotApplicable), Turn::Changed),
        (fails(&["a"]), plain(Verdict::NotObserved), Turn::Changed),
        (fails(&["a"]), plain(Verdict::Pass), Turn::Fixed),
        (fails(&["a"]), fails(&["a", "b"]), Turn::Regressed),
        (fails(&["a"]), fails(&["b"]), Turn::Regressed),
        (fails(&["a", "b"]), fails(&["a"]), Turn::Changed),
    ];
    for (before, after, expected) in table {
        let words = format!("{:?} {:?}", before.verdict, after.verdict);

        assert_eq!(turn(before, after), expected, "{words}");
    }
}

#[test]
fn a_report_that_does_not_tell_bindings_apart_is_compared_as_a_whole() {
    let before = check_report(vec![broken("ST1", "", "", Verdict::Fail, vec![stream_ends_early("JSONRPC")])]);
    let after = check_report(vec![stream(Verdict::Fail, Verdict::Pass)]);

    let diff = check_diff(&before, &after, as_it_is);

    assert_eq!((diff.changes.len(), diff.summary.same), (0, 1));
}

#[test]
fn two_reports_on_planted_defects() {
    let before = mutation_report(
        Vec::new(),
        vec![
            defect("stays_caught", &["S1"], &["S1"]),
            defect("escapes_now", &["S1"], &["S1"]),
            defect("is_caught_now", &["S1"], &[]),
            defect("is_caught_by_others", &["S1"], &["S1", "S2"]),
            defect("is_gone", &["S1"], &["S1"]),
        ],
    );
    let mut after = mutation_report(
        Vec::new(),
        vec![
            defect("stays_caught", &["S1"], &["S1"]),
            defect("escapes_now", &["S1"], &[]),
            defect("is_caught_now", &["S1"], &["S1"]),
            defect("is_caught_by_others", &["S1"], &["S1", "T1"]),
            defect("is_new", &["S1"], &["S1"]),
        ],
    );
    after.control.red = vec!["D3".to_owned()];

    insta::assert_snapshot!(strip_str(&text::diff(&mutation_diff(&before, &after, as_it_is), 1)).to_string());
}
