//! Agents of which little is known: what can be found out is used, and what can't be seen is said, never passed.

mod support;

use std::collections::BTreeSet;

use a2a_assay_harness::run::{Plan, run};
use a2a_assay_harness::target::{Convention, Prompt, Stimulus, Who};
use a2a_assay_harness::{Receivers, Target};
use a2a_assay_reference_server::Running;
use a2a_assay_reports::{CheckReport, Verdict};
use serde_json::Value;
use support::gateway::{Gateway, Interpreter, Plan as Door, gateway};

/// The sound server behind somebody who understands other words than it does.
async fn understanding(interpreter: Interpreter) -> (Running, Gateway, Target) {
    let stage = support::stage().await.expect("free ports");
    let agent = stage.server.url().to_owned();
    let door = gateway(Door { agent, token: None, porter: |_, _| true, interpreter, tls: None, origin: None })
        .await
        .expect("a free port");
    let principals = stage.target.principals.into_iter().filter(|(who, _)| *who == Who::Alice).collect();
    let target = Target { url: door.url.clone(), principals, patience: stage.target.patience, ..Target::default() };
    (stage.server, door, target)
}

async fn judged(target: Target) -> CheckReport {
    let receivers = Receivers::of(&target).await.expect("free ports");
    run(target, receivers, &Plan { examine: true, ..Plan::core() }).await.expect("alice is let in")
}

/// A sound agent fails nothing, and every check says why it did not come to a judgement.
fn is_fair(report: &CheckReport, told: &str) {
    for check in &report.checks {
        assert!(!matches!(check.verdict, Verdict::Fail | Verdict::Error | Verdict::Inconclusive), "{told}: {check:#?}");
        let silent = matches!(check.verdict, Verdict::NotObserved | Verdict::NotApplicable);
        assert!(!silent || check.reason.as_ref().is_some_and(|reason| !reason.is_empty()), "{told}: {check:#?}");
    }
}

fn understood(report: &CheckReport) -> &str {
    let finding = report.findings.iter().find(|finding| finding.topic == "stimuli");
    finding.map_or("", |finding| finding.found.as_str())
}

/// Changes the first text of the message in a request.
fn reworded(body: &str, word: impl Fn(&str, &str) -> String) -> String {
    let Ok(mut request) = serde_json::from_str::<Value>(body) else { return body.to_owned() };
    for pointer in ["/params/message", "/message"] {
        let Some(message) = request.pointer_mut(pointer) else { continue };
        let id = message["messageId"].as_str().unwrap_or_default().to_owned();
        if let Some(text) = message.pointer_mut("/parts/0/text").filter(|text| text.is_string()) {
            *text = word(&id, text.as_str().unwrap_or_default()).into();
        }
    }
    request.to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_agent_of_the_test_kits_is_understood() {
    let (_server, _door, target) = understanding(|body| {
        reworded(body, |id, _| {
            let table = [
                ("tck-stream-artifact-chunked", "stream"),
                ("tck-long-running", "slow"),
                ("tck-cancel", "hold"),
                ("tck-input-required", "ask"),
                ("tck-auth-required", "authorize"),
                ("tck-reject-task", "reject"),
                ("tck-task-failure", "fail"),
                ("tck-message-response", "reply"),
            ];
            table.iter().find(|(prefix, _)| id.starts_with(prefix)).map_or("complete", |(_, word)| word).to_owned()
        })
    })
    .await;

    let report = judged(target).await;

    is_fair(&report, "tck");
    let all = "complete, stream, slow, hold, ask, authorize, reject, fail, reply";
    assert_eq!(understood(&report), format!("the agent understands the test kits' prefixes: {all}"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_agent_that_knows_no_convention_is_judged_by_plain_words() {
    let (_server, _door, target) = understanding(|body| reworded(body, |_, _| "complete".to_owned())).await;

    let report = judged(target).await;

    is_fair(&report, "plain");
    assert!(understood(&report).starts_with("a plain sentence makes the agent complete"), "{}", understood(&report));
    // Half of what applies. Not counted is what needs a second user, and what this agent keeps from being seen: its guard
    // takes no receiver on loopback, which five checks of push need.
    let judged = |check: &&a2a_assay_reports::CheckResult| {
        !matches!(check.verdict, Verdict::NotObserved | Verdict::NotApplicable) && check.group != "auth"
    };
    let open: Vec<_> = report.checks.iter().filter(|check| check.group != "auth" && check.id != "E1").collect();
    let seen = report.checks.iter().filter(judged).count();
    assert!(seen * 2 >= open.len() - 5, "{seen} of {}", open.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_agent_that_only_talks_is_not_blamed_for_having_no_tasks() {
    let (_server, _door, target) = understanding(|body| reworded(body, |_, _| "reply".to_owned())).await;

    let report = judged(target).await;

    is_fair(&report, "talk");
    let passed = |id: &str| report.checks.iter().any(|check| check.id == id && check.verdict == Verdict::Pass);
    assert!(passed("S3") && passed("ST5"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_is_missing_nothing_is_passed_for_it() {
    let stage = support::stage().await.expect("free ports");
    let whole = Target { webhook: None, dns: None, ..stage.target.clone() };
    let without = |change: &dyn Fn(&mut Target)| {
        let mut target = whole.clone();
        change(&mut target);
        target
    };
    let mut cases: Vec<(String, Target)> = vec![
        ("a second agent".into(), without(&|target| target.minimal.clear())),
        (
            "any words".into(),
            without(&|target| {
                target.prompts.clear();
                target.convention = Convention::Prompts;
            }),
        ),
        (
            "anything but alice".into(),
            without(&|target| {
                target.principals.retain(|who, _| *who == Who::Alice);
                target.minimal.clear();
                target.prompts.clear();
                target.convention = Convention::Plain;
            }),
        ),
    ];
    for who in Who::ALL.into_iter().filter(|who| *who != Who::Alice) {
        cases.push((who.name().into(), without(&|target| drop(target.principals.remove(&who)))));
    }
    for stimulus in Stimulus::ALL {
        let denied = Prompt::Impossible("it is denied".into());
        let deny = |target: &mut Target| drop(target.prompts.insert(stimulus, denied.clone()));
        cases.push((stimulus.name().into(), without(&deny)));
    }
    for (missing, target) in cases {
        let report = judged(target).await;

        is_fair(&report, &missing);
        let unseen: BTreeSet<&str> = report
            .checks
            .iter()
            .filter(|check| check.verdict == Verdict::NotObserved)
            .map(|check| check.id.as_str())
            .collect();
        // Without a DNS server of ours nobody can see PN3; a missing secret may be made up for.
        assert!(unseen.contains("PN3"), "{missing}: {unseen:?}");
    }
}
