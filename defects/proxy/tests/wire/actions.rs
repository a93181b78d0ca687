//! What is done to requests and to answers that are no streams.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json as value};

use crate::agent::{Behind, Seen, behind, defect, json};

const GET_TASK: &str = r#"{"jsonrpc":"2.0","id":7,"method":"GetTask","params":{"id":"t","historyLength":1}}"#;

/// Tells over both bindings what it was asked; does not know the task `nobody`.
fn echo(seen: &Seen, _: &str) -> Response {
    let asked: Value = serde_json::from_str(&seen.body).unwrap_or_default();
    if seen.line.contains("nobody") {
        return (StatusCode::NOT_FOUND, json(r#"{"error":{"code":404,"details":[]}}"#).into_body()).into_response();
    }
    if asked.get("jsonrpc").is_some() {
        return json(value!({"jsonrpc": "2.0", "id": asked["id"], "result": asked}).to_string());
    }
    json(value!({"line": seen.line, "body": asked}).to_string())
}

async fn echoing(text: &str) -> Behind {
    behind(defect(text), echo).await
}

async fn posted(behind: &Behind, path: &str, body: &str) -> Value {
    let text = behind.post(path, body).await.expect("an answer").text().await.expect("a body");
    serde_json::from_str(&text).unwrap_or(text.into())
}

async fn got(behind: &Behind, path: &str) -> (u16, Value) {
    let answer = behind.get(path).await.expect("an answer");
    let status = answer.status().as_u16();
    let text = answer.text().await.expect("a body");
    (status, serde_json::from_str(&text).unwrap_or(text.into()))
}

#[tokio::test]
async fn parameters_are_rewritten_over_both_bindings() {
    let text = "when = { operation = \"GetTask\", on = \"request\" }\nrewrite = { remove = \"/historyLength\" }";
    let behind = echoing(text).await;

    let rpc = posted(&behind, "/rpc", GET_TASK).await;
    let (_, rest) = got(&behind, "/tasks/t?historyLength=1").await;

    assert_eq!(rpc["result"]["params"], value!({"id": "t"}));
    assert_eq!(rest["line"], "GET /tasks/t");
    assert_eq!(behind.proxy.changes(), 2);
}

#[tokio::test]
async fn results_and_errors_are_rewritten_below_what_wraps_them() {
    let behind = echoing("when = { outcome = \"result\" }\nrewrite = { set = \"/kind\", to = \"task\" }").await;
    assert_eq!(posted(&behind, "/rpc", GET_TASK).await["result"]["kind"], "task");
    assert_eq!(got(&behind, "/tasks/t").await.1["kind"], "task");
    assert_eq!(got(&behind, "/tasks/nobody").await.1, value!({"error": {"code": 404, "details": []}}));

    let behind = echoing("when = { outcome = \"error\" }\nrewrite = { remove = \"/details\" }").await;
    assert_eq!(got(&behind, "/tasks/nobody").await.1, value!({"error": {"code": 404}}));
    assert_eq!(got(&behind, "/tasks/t").await.1["line"], "GET /tasks/t");
}

#[tokio::test]
async fn an_answer_can_depend_on_what_was_asked() {
    let text = "when = { asked = { at = \"/historyLength\", is = 1 } }\nstatus = 500";
    let behind = echoing(text).await;

    assert_eq!(behind.post("/rpc", GET_TASK).await.expect("an answer").status(), 500);
    assert_eq!(got(&behind, "/tasks/t?historyLength=1").await.0, 500);
    assert_eq!(got(&behind, "/tasks/t?historyLength=2").await.0, 200);
}

#[tokio::test]
async fn headers_are_changed_on_both_ways() {
    let behind = echoing("when = { on = \"request\" }\nheaders = { set = { a2a-version = \"1.0\" } }").await;
    got(&behind, "/tasks/t").await;
    assert_eq!(behind.seen()[0].headers["a2a-version"], "1.0");

    let behind = echoing("headers = { set = { etag = \"\\\"{count}\\\"\" }, remove = [\"content-type\"] }").await;
    got(&behind, "/tasks/t").await;
    let answer = behind.get("/tasks/t").await.expect("an answer");
    assert_eq!(answer.headers()["etag"], "\"1\"");
    assert!(!answer.headers().contains_key("content-type"));
}

#[tokio::test]
async fn a_request_is_sent_twice_or_not_at_all() {
    let behind = echoing("when = { operation = \"SendMessage\", on = \"request\" }\nduplicate = true").await;
    posted(&behind, "/message:send", "{}").await;
    assert_eq!(behind.seen().len(), 2);

    let behind = echoing("when = { operation = \"SendMessage\", on = \"request\" }\ndrop = true").await;
    assert!(behind.post("/message:send", "{}").await.is_err());
    assert!(behind.seen().is_empty());
}

#[tokio::test]
async fn another_operation_is_asked_for_instead() {
    let text = "when = { operation = \"CancelTask\", on = \"request\" }\ninstead = \"GetTask\"";
    let behind = echoing(text).await;

    let rpc = posted(&behind, "/rpc", &GET_TASK.replace("GetTask", "CancelTask")).await;
    let rest = posted(&behind, "/v1/tasks/t:cancel", "{}").await;

    assert_eq!((&rpc["id"], &rpc["result"]["method"]), (&value!(7), &value!("GetTask")));
    assert_eq!(rest["line"], "GET /v1/tasks/t");
}

#[tokio::test]
async fn a_fixed_answer_wears_the_envelope_of_its_binding() {
    let text = "when = { on = \"request\" }\nanswer = { result = { id = \"x\" } }";
    let behind = echoing(text).await;
    assert_eq!(posted(&behind, "/rpc", GET_TASK).await, value!({"jsonrpc": "2.0", "id": 7, "result": {"id": "x"}}));
    assert_eq!(got(&behind, "/tasks/t").await, (200, value!({"id": "x"})));
    assert!(behind.seen().is_empty());

    let behind =
        echoing("when = { status = 404 }\nanswer = { status = 502, text = \"<p>\", type = \"text/html\" }").await;
    assert_eq!(got(&behind, "/tasks/nobody").await, (502, value!("<p>")));
    assert_eq!(got(&behind, "/tasks/t").await.0, 200);
}

#[tokio::test]
async fn a_body_ends_half_way() {
    let behind = echoing("close = \"broken\"").await;
    let answer = behind.get("/tasks/t").await.expect("a head");
    assert!(answer.bytes().await.is_err());

    let behind = echoing("close = \"clean\"").await;
    let text = behind.get("/tasks/t").await.expect("an answer").text().await.expect("a body");
    assert!(text.starts_with('{') && !text.ends_with('}'), "{text}");
}

#[tokio::test]
async fn a_task_whose_id_was_kept_back_is_canceled_in_the_end() {
    let text = "when = { operation = \"SendMessage\" }\nrewrite = { remove = \"/task\" }";
    let behind = behind(defect(text), |_, _| json(r#"{"task": {"id": "t1"}}"#)).await;
    posted(&behind, "/v1/message:send", "{}").await;

    behind.proxy.tidy().await;

    let seen = behind.seen();
    assert_eq!(seen.last().map(|seen| seen.line.as_str()), Some("POST /v1/tasks/t1:cancel"));
}
