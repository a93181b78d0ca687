//! What the judge makes of agents that break the rules below the protocol.

mod support;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use a2a_assay_harness::agent::Binding;
use a2a_assay_harness::run::{Plan, run};
use a2a_assay_harness::{Patience, Receivers, Target, checks};
use a2a_assay_reports::{CheckResult, Verdict};
use serde_json::{Value, json};
use support::impostor::{Act, card, impostor};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

/// Runs one check over JSON-RPC against an agent at this address.
async fn judged(id: &str, url: &str) -> CheckResult {
    let target = Target {
        url: url.to_owned(),
        bindings: vec![Binding::JsonRpc],
        patience: Patience {
            reply: Duration::from_millis(300),
            slow: Duration::from_millis(50),
            hedge: Duration::from_millis(50),
            ..Patience::default()
        },
        ..support::everything_promised()
    };
    let checks = checks::core().into_iter().filter(|check| check.id == id).collect();
    let receivers = Receivers::on_loopback().await.expect("free ports");
    let report = run(target, receivers, &Plan { checks, ..Plan::core() }).await.expect("the card is sound");
    report.checks.into_iter().next().expect("one check ran")
}

/// An agent whose card is sound and which answers every call like this.
async fn agent(answers: impl Fn(&Request) -> ResponseTemplate + Send + Sync + 'static) -> MockServer {
    let server = MockServer::start().await;
    let mut card = card(&server.uri());
    card["securityRequirements"] = json!([]);
    Mock::given(method("GET"))
        .and(path("/.well-known/agent-card.json"))
        .respond_with(ResponseTemplate::new(200).set_body_json(card))
        .mount(&server)
        .await;
    Mock::given(method("POST")).respond_with(answers).mount(&server).await;
    server
}

fn first_observed(result: &CheckResult) -> &str {
    result.violations.first().map_or("", |violation| violation.observed.as_str())
}

#[tokio::test]
async fn broken_json_is_told_as_such() {
    let agent = agent(|_| ResponseTemplate::new(200).set_body_raw("{\"jsonrpc\": ", "application/json")).await;

    let result = judged("S1", &agent.uri()).await;

    assert_eq!(result.verdict, Verdict::Fail);
    assert!(first_observed(&result).contains("no JSON"), "{result:?}");
}

#[tokio::test]
async fn another_content_type_is_told_as_such() {
    let agent = agent(|request: &Request| {
        let asked: Value = request.body_json().unwrap_or_default();
        let answer = json!({ "jsonrpc": "2.0", "id": asked["id"], "result": {} });
        ResponseTemplate::new(200).set_body_raw(answer.to_string(), "text/html")
    })
    .await;

    let result = judged("S1", &agent.uri()).await;

    assert_eq!(result.verdict, Verdict::Fail);
    assert!(first_observed(&result).contains("text/html"), "{result:?}");
}

#[tokio::test]
async fn an_answer_to_another_request_is_told_as_such() {
    let agent = agent(|_| {
        let answer = json!({ "jsonrpc": "2.0", "id": "somebody else's", "result": {} });
        ResponseTemplate::new(200).set_body_json(answer)
    })
    .await;

    let result = judged("S1", &agent.uri()).await;

    assert!(first_observed(&result).contains("somebody else's"), "{result:?}");
}

#[tokio::test]
async fn a_huge_body_is_not_read_to_its_end() {
    let agent =
        agent(|_| ResponseTemplate::new(200).set_body_raw(vec![b' '; 6 * 1024 * 1024], "application/json")).await;

    let result = judged("S1", &agent.uri()).await;

    assert!(first_observed(&result).contains("a body of more than"), "{result:?}");
}

#[tokio::test]
async fn silence_ends_with_patience() {
    let agent = agent(|_| ResponseTemplate::new(200).set_delay(Duration::from_secs(60))).await;
    let begun = Instant::now();

    let result = judged("S1", &agent.uri()).await;

    assert!(first_observed(&result).contains("no answer within"), "{result:?}");
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[tokio::test]
async fn a_stream_in_any_legal_framing_is_read() {
    let sent = AtomicUsize::new(0);
    let agent = agent(move |request: &Request| {
        let asked: Value = request.body_json().unwrap_or_default();
        let id = format!("m-{}", sent.fetch_add(1, Ordering::Relaxed));
        let message = json!({ "messageId": id, "contextId": "c", "role": "ROLE_AGENT", "parts": [{ "text": "hi" }] });
        let event = json!({ "jsonrpc": "2.0", "id": asked["id"], "result": { "message": message } }).to_string();
        if asked["method"] != "SendStreamingMessage" {
            return ResponseTemplate::new(200).set_body_raw(event, "application/json");
        }
        let (first, second) = event.split_at(event.find(',').map_or(0, |at| at + 1));
        // A mark, comments, CRLF, an id, a name, no space after the colon, and one document on two lines.
        let stream = format!(
            "\u{feff}: hello\r\n\r\n:ping\r\nid: 7\r\nevent: message\r\nretry: 10\r\ndata:{first}\r\ndata: {second}\r\n\r\n: bye\r\n\r\n"
        );
        ResponseTemplate::new(200).set_body_raw(stream, "text/event-stream; charset=utf-8")
    })
    .await;

    let result = judged("ST5", &agent.uri()).await;

    assert_eq!(result.verdict, Verdict::Pass, "{result:?}");
}

#[tokio::test]
async fn a_connection_cut_in_the_middle_is_told_as_such() {
    let agent = impostor(Act::Cut).await.expect("a free port");

    let result = judged("S1", &agent.url).await;

    assert_eq!(result.verdict, Verdict::Fail);
    assert!(!first_observed(&result).is_empty());
}

#[tokio::test]
async fn a_stream_without_end_is_left() {
    let agent = impostor(Act::Endless("text/event-stream", ": still here\n\n")).await.expect("a free port");
    let begun = Instant::now();

    let result = judged("ST1", &agent.url).await;

    assert_eq!(result.verdict, Verdict::Fail);
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[tokio::test]
async fn an_event_without_end_is_left() {
    let agent = impostor(Act::Endless("text/event-stream", "data: and so on")).await.expect("a free port");
    let begun = Instant::now();

    let result = judged("ST1", &agent.url).await;

    assert_eq!(result.verdict, Verdict::Fail);
    assert!(begun.elapsed() < Duration::from_secs(20));
}
