//! An agent with one fault gets one cause, however many checks fail for it.

mod support;

use std::time::Duration;

use a2a_assay_harness::agent::Binding;
use a2a_assay_harness::run::{Plan, run};
use a2a_assay_harness::target::{Credential, Who};
use a2a_assay_harness::{Patience, Receivers, Target, checks};
use a2a_assay_reports::text;
use a2a_assay_reports::{CheckReport, Level, RootCause, Verdict};
use serde_json::json;
use support::impostor::{Act, card, impostor};
use wiremock::matchers::path;
use wiremock::{Mock, MockServer, ResponseTemplate};

/// Judges by all of the core.
async fn judged(url: &str, bindings: &[Binding]) -> CheckReport {
    judged_as(target(url, bindings)).await
}

fn target(url: &str, bindings: &[Binding]) -> Target {
    let (reply, brief) = (Duration::from_millis(300), Duration::from_millis(20));
    Target {
        url: url.to_owned(),
        bindings: bindings.to_vec(),
        principals: Who::ALL
            .map(|who| (who, Credential::bearer(who.name(), format!("token-of-{}", who.name()))))
            .into(),
        patience: Patience { reply, slow: brief, hedge: brief, ..Patience::default() },
        ..support::everything_promised()
    }
}

/// D3 looks at every interface of the card, so it is left out where only one binding is meant.
async fn judged_as(target: Target) -> CheckReport {
    let bindings = target.bindings.clone();
    let receivers = Receivers::on_loopback().await.expect("free ports");
    let checks = checks::core().into_iter().filter(|check| bindings.is_empty() || check.id != "D3").collect();
    run(target, receivers, &Plan { checks, ..Plan::core() }).await.expect("the card is sound")
}

/// The one cause behind everything that failed.
fn only_cause(report: &CheckReport) -> &RootCause {
    let causes: Vec<&RootCause> = report.causes.iter().filter(|cause| cause.level == Level::Must).collect();
    assert_eq!(causes.len(), 1, "{causes:#?}");
    causes[0]
}

/// What is red has that cause, and takes up no more of a screen than that.
fn is_short(report: &CheckReport, cause: &RootCause) {
    let red = report.checks.iter().filter(|check| check.verdict == Verdict::Fail).map(|check| &check.id);
    assert_eq!(red.collect::<Vec<_>>(), cause.checks.iter().collect::<Vec<_>>());
    assert!(cause.checks.len() + cause.prevented.len() > 30, "{cause:?}");
    // What the impostor's card lacks is another matter.
    let checks = report.checks.iter().filter(|check| check.verdict != Verdict::Warn).cloned();
    let text = text::check(&CheckReport { checks: checks.collect(), ..report.clone() }, false);
    assert!(text.contains("1 root cause\n"), "{text}");
    assert!(text.lines().count() <= 30, "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_closed_connection_is_one_cause() {
    for act in [Act::Close, Act::Cut] {
        let agent = impostor(act).await.expect("a free port");

        let report = judged(&agent.url, &[]).await;

        let cause = only_cause(&report);
        assert_eq!(cause.text, "the connection was closed before an answer was complete");
        is_short(&report, cause);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broken_envelope_is_one_cause() {
    let envelope = |request: &support::impostor::Request| {
        json!({ "jsonrpc": "2.1", "id": request.id(), "result": { "tasks": [] } }).to_string()
    };
    let agent = impostor(Act::Answer(200, "application/json", envelope)).await.expect("a free port");

    let report = judged(&agent.url, &[Binding::JsonRpc]).await;

    let cause = only_cause(&report);
    assert_eq!(cause.text, "an envelope without \"jsonrpc\": \"2.0\"");
    is_short(&report, cause);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_to_another_request_are_one_cause() {
    let other = |_: &support::impostor::Request| json!({ "jsonrpc": "2.0", "id": 1, "result": {} }).to_string();
    let agent = impostor(Act::Answer(200, "application/json", other)).await.expect("a free port");

    let report = judged(&agent.url, &[Binding::JsonRpc]).await;

    let cause = only_cause(&report);
    assert_eq!(cause.text, "another id than was asked");
    is_short(&report, cause);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_gateway_without_an_agent_is_one_cause_over_both_bindings() {
    let page = |_: &support::impostor::Request| "<html><body>Bad Gateway</body></html>".to_owned();
    let agent = impostor(Act::Answer(502, "text/html", page)).await.expect("a free port");

    let report = judged(&agent.url, &[]).await;

    let cause = only_cause(&report);
    assert_eq!(cause.text, "HTTP 502 with a body that is no JSON");
    is_short(&report, cause);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_connection_is_one_cause() {
    let server = MockServer::start().await;
    // A port that was free a moment ago, and at which nobody listens.
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").and_then(|port| port.local_addr()).expect("a free port");
    let card = ResponseTemplate::new(200).set_body_json(card(&format!("http://{nobody}")));
    Mock::given(path("/.well-known/agent-card.json")).respond_with(card).mount(&server).await;

    let mut target = target(&server.uri(), &[]);
    target.allow_origin(&format!("http://{nobody}")).expect("an origin");

    let report = judged_as(target).await;

    let cause = only_cause(&report);
    assert_eq!(cause.text, "Connection refused");
    is_short(&report, cause);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn silence_is_one_cause() {
    let agent = impostor(Act::Silence).await.expect("a free port");

    let report = judged(&agent.url, &[Binding::JsonRpc]).await;

    let cause = only_cause(&report);
    assert_eq!(cause.text, "no answer within its time");
    is_short(&report, cause);
}
