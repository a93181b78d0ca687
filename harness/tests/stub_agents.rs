//! An agent that says the same to everything must earn nothing but its card.

mod support;

use std::time::Duration;

use a2a_assay_harness::checks::Set;
use a2a_assay_harness::run::{Plan, run};
use a2a_assay_harness::target::{Credential, Who};
use a2a_assay_harness::{Patience, Receivers, Target};
use a2a_assay_reports::Verdict;
use serde_json::json;
use support::impostor::{Act, Request, impostor};

const JSON: &str = "application/json";

/// What the stub earned, but for the card that it really has.
async fn earned(act: Act) -> Vec<String> {
    let impostor = impostor(act).await.expect("a free port");
    let principals =
        Who::ALL.map(|who| (who, Credential::bearer(who.name(), format!("{}.{}.x", who.name(), who.name()))));
    let (reply, slow) = (Duration::from_millis(60), Duration::from_millis(20));
    let target = Target {
        url: impostor.url.clone(),
        minimal: vec![impostor.url.clone()],
        instances: vec![impostor.url.clone()],
        principals: principals.into(),
        patience: Patience { reply, slow, hedge: Duration::from_millis(20), ..Patience::default() },
        ..support::everything_promised()
    };
    let receivers = Receivers::on_loopback().await.expect("free ports");
    let report = run(target, receivers, &Plan { jobs: 64, ..Plan::of(Set::All) }).await.expect("the card is sound");
    assert_eq!(report.checks.len(), Set::All.checks().len());
    let faults = report.checks.iter().filter(|check| check.verdict == Verdict::Error).map(|check| &check.id);
    assert_eq!(faults.collect::<Vec<_>>(), Vec::<&String>::new(), "the judge is at fault");
    let passed = report.checks.into_iter().filter(|check| check.verdict == Verdict::Pass).map(|check| check.id);
    passed.filter(|id| !["D1", "D2"].contains(&id.as_str())).collect()
}

async fn earns_nothing(act: Act) {
    assert_eq!(earned(act).await, Vec::<String>::new());
}

/// An error of the protocol in the form of the binding.
fn error(request: &Request, code: i64, status: u16, reason: &str) -> String {
    let details = json!([{
        "@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": reason, "domain": "a2a-protocol.org",
    }]);
    if request.is_rpc() {
        let error = json!({ "code": code, "message": reason, "data": details });
        return json!({ "jsonrpc": "2.0", "id": request.id(), "error": error }).to_string();
    }
    json!({ "error": { "code": status, "message": reason, "details": details } }).to_string()
}

fn completed_task() -> serde_json::Value {
    json!({
        "id": "t", "contextId": "c",
        "status": { "state": "TASK_STATE_COMPLETED", "timestamp": "2026-01-01T00:00:00.000Z" },
        "artifacts": [{ "artifactId": "a", "parts": [{ "text": "done" }] }],
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_empty_object_earns_nothing() {
    earns_nothing(Act::Answer(200, JSON, |_| "{}".to_owned())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_empty_result_earns_nothing() {
    earns_nothing(Act::Answer(200, JSON, |request| request.result(&json!({})))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn task_not_found_earns_nothing() {
    earns_nothing(Act::Answer(404, JSON, |request| error(request, -32001, 404, "TASK_NOT_FOUND"))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unsupported_operation_earns_nothing() {
    earns_nothing(Act::Answer(400, JSON, |request| error(request, -32004, 400, "UNSUPPORTED_OPERATION"))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn version_not_supported_earns_nothing() {
    earns_nothing(Act::Answer(400, JSON, |request| error(request, -32009, 400, "VERSION_NOT_SUPPORTED"))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invalid_params_earn_nothing() {
    earns_nothing(Act::Answer(400, JSON, |request| error(request, -32602, 400, "INVALID"))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forbidden_earns_nothing() {
    earns_nothing(Act::Answer(403, JSON, |request| error(request, -32050, 403, "FORBIDDEN"))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_says_500_earns_nothing() {
    earns_nothing(Act::Answer(500, "text/html", |_| "<html><body>Internal Server Error</body></html>".to_owned()))
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn not_found_earns_nothing() {
    earns_nothing(Act::Answer(404, "text/plain", |_| "404 page not found".to_owned())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_echo_earns_nothing() {
    earns_nothing(Act::Answer(200, JSON, |request| request.body.to_string())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_echo_in_an_envelope_earns_nothing() {
    earns_nothing(Act::Answer(200, JSON, |request| {
        let params = request.body.get("params").unwrap_or(&request.body).clone();
        request.result(&params)
    }))
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_completed_task_earns_nothing() {
    earns_nothing(Act::Answer(200, JSON, |request| request.result(&json!({ "task": completed_task() })))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_completed_task_for_every_operation_earns_nothing() {
    earns_nothing(Act::Answer(200, JSON, |request| {
        let mut everything = completed_task();
        everything["task"] = completed_task();
        everything["tasks"] = json!([completed_task()]);
        everything["nextPageToken"] = json!("");
        everything["pageSize"] = json!(1);
        everything["totalSize"] = json!(1);
        request.result(&everything)
    }))
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_message_earns_nothing() {
    earns_nothing(Act::Answer(200, JSON, |request| {
        let message = json!({ "messageId": "m", "contextId": "c", "role": "ROLE_AGENT", "parts": [{ "text": "hi" }] });
        request.result(&json!({ "message": message }))
    }))
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_event_earns_nothing() {
    earns_nothing(Act::Answer(200, "text/event-stream", |request| {
        format!("data: {}\n\n", request.result(&json!({ "task": completed_task() })))
    }))
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_closed_connection_earns_nothing() {
    earns_nothing(Act::Close).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn silence_earns_nothing() {
    earns_nothing(Act::Silence).await;
}
