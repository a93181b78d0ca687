//! Each defect does what its story says, in both bindings.

use std::time::Duration;

use a2a_assay_defects::{Defect, Planted};
use a2a_assay_reference_server::{Options, Principal, Running, spawn};
use serde_json::{Value, json};

use crate::common::receiver::Receiver;
use crate::common::*;

async fn with(defect: Defect) -> Running {
    let planted = Planted::from(defect);
    spawn(Options { planted, ..Options::default() }).await.unwrap()
}

fn everybody(server: &Running, who: Principal) -> impl Iterator<Item = Caller> {
    BINDINGS.map(|binding| caller(server, who, binding)).into_iter()
}

async fn card(server: &Running) -> Value {
    let url = format!("{}/.well-known/agent-card.json", server.url());
    let text = reqwest::get(url).await.unwrap().text().await.unwrap();
    serde_json::from_str(&text).unwrap()
}

#[tokio::test]
async fn card_skill_without_tags() {
    let card = card(&with(Defect::CARD_SKILL_WITHOUT_TAGS).await).await;
    assert!(card["skills"][0].get("tags").is_none());
}

#[tokio::test]
async fn etag_ignored() {
    let server = with(Defect::ETAG_IGNORED).await;
    let url = format!("{}/.well-known/agent-card.json", server.url());
    let request = reqwest::Client::new().get(url).header("if-none-match", "*");
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert!(answer.headers().contains_key("etag"));
}

#[tokio::test]
async fn dead_interface_listed() {
    let card = card(&with(Defect::DEAD_INTERFACE_LISTED).await).await;
    let interfaces = card["supportedInterfaces"].as_array().unwrap();
    let url = interfaces.last().unwrap()["url"].as_str().unwrap();
    let server = with(Defect::DEAD_INTERFACE_LISTED).await;
    let here = url.rsplit('/').next().unwrap();
    let answer = reqwest::Client::new().post(format!("{}/{here}", server.url())).send().await;
    assert_eq!(answer.unwrap().status(), 404);
}

#[tokio::test]
async fn no_auth_challenge() {
    let server = with(Defect::NO_AUTH_CHALLENGE).await;
    for alice in everybody(&server, Principal::Alice) {
        let stranger = Caller { token: None, ..alice };
        let answer = stranger.call("ListTasks", json!({})).await;
        assert_eq!(answer.status, 401);
        assert!(!answer.headers.contains_key("www-authenticate"));
    }
}

#[tokio::test]
async fn audience_unchecked() {
    let server = with(Defect::AUDIENCE_UNCHECKED).await;
    for (who, status) in [(Principal::WrongAudience, 200), (Principal::Expired, 401), (Principal::Forged, 401)] {
        for caller in everybody(&server, who) {
            assert_eq!(caller.call("ListTasks", json!({})).await.status, status);
        }
    }
}

#[tokio::test]
async fn scope_unchecked() {
    let server = with(Defect::SCOPE_UNCHECKED).await;
    for reader in everybody(&server, Principal::Reader) {
        assert_eq!(state(&reader.task("complete").await), "TASK_STATE_COMPLETED");
        let card = reader.call("GetExtendedAgentCard", json!({})).await;
        assert_eq!(card.result()["skills"].as_array().unwrap().len(), 1);
    }
}

#[tokio::test]
async fn foreign_task_forbidden() {
    let server = with(Defect::FOREIGN_TASK_FORBIDDEN).await;
    for binding in BINDINGS {
        let task = caller(&server, Principal::Alice, binding).task("ask").await;
        let bob = caller(&server, Principal::Bob, binding);
        for operation in ["GetTask", "CancelTask", "SubscribeToTask"] {
            let answer = bob.call(operation, id(&task)).await;
            assert_eq!((answer.status, answer.reason()), (403, "FORBIDDEN"));
        }
        let absent = bob.call("GetTask", json!({ "id": "nope" })).await;
        assert_eq!(absent.reason(), "TASK_NOT_FOUND");
    }
}

#[tokio::test]
async fn list_unscoped() {
    let server = with(Defect::LIST_UNSCOPED).await;
    for binding in BINDINGS {
        let task = caller(&server, Principal::Alice, binding).task("complete").await;
        let filter = json!({ "contextId": task["contextId"] });
        let bob = caller(&server, Principal::Bob, binding);
        assert_eq!(bob.call("ListTasks", filter).await.result()["tasks"][0]["id"], task["id"]);
    }
}

#[tokio::test]
async fn foreign_context_joined() {
    let server = with(Defect::FOREIGN_CONTEXT_JOINED).await;
    for binding in BINDINGS {
        let alice = caller(&server, Principal::Alice, binding);
        let bob = caller(&server, Principal::Bob, binding);
        for (says, listed) in [("complete", 2), ("ask", 1)] {
            let task = alice.task(says).await;
            let mut request = text("hi from bob");
            request["message"]["contextId"] = task["contextId"].clone();
            let answer = bob.call("SendMessage", request).await;
            assert_eq!(answer.result()["task"]["history"][0]["parts"][0]["text"], says);
            let context = json!({ "contextId": task["contextId"] });
            let page = alice.call("ListTasks", context).await;
            assert_eq!(page.result()["totalSize"], listed);
            assert!(page.result().to_string().contains("hi from bob"));
        }
    }
}

#[tokio::test]
async fn missing_version_accepted() {
    let server = with(Defect::MISSING_VERSION_ACCEPTED).await;
    for alice in everybody(&server, Principal::Alice) {
        for (version, status) in [(None, ""), (Some(""), ""), (Some("9.9"), "VERSION_NOT_SUPPORTED")] {
            let caller = Caller { version, ..alice.clone() };
            assert_eq!(caller.call("ListTasks", json!({})).await.reason(), status);
        }
    }
}

#[tokio::test]
async fn unsupported_version_accepted() {
    let server = with(Defect::UNSUPPORTED_VERSION_ACCEPTED).await;
    for alice in everybody(&server, Principal::Alice) {
        for (version, status) in [(Some("9.9"), ""), (None, "VERSION_NOT_SUPPORTED")] {
            let caller = Caller { version, ..alice.clone() };
            assert_eq!(caller.call("ListTasks", json!({})).await.reason(), status);
        }
    }
}

#[tokio::test]
async fn blocking_returns_early() {
    let server = with(Defect::BLOCKING_RETURNS_EARLY).await;
    for alice in everybody(&server, Principal::Alice) {
        assert_eq!(state(&alice.task("slow").await), "TASK_STATE_SUBMITTED");
    }
}

#[tokio::test]
async fn return_immediately_ignored() {
    let server = with(Defect::RETURN_IMMEDIATELY_IGNORED).await;
    for alice in everybody(&server, Principal::Alice) {
        assert_eq!(state(&alice.begun("slow").await), "TASK_STATE_COMPLETED");
    }
}

#[tokio::test]
async fn duplicate_message_runs_twice() {
    let server = with(Defect::DUPLICATE_MESSAGE_RUNS_TWICE).await;
    for alice in everybody(&server, Principal::Alice) {
        let request = text("complete");
        let one = alice.call("SendMessage", request.clone()).await;
        let two = alice.call("SendMessage", request).await;
        assert_ne!(one.result()["task"]["id"], two.result()["task"]["id"]);
    }
}

#[tokio::test]
async fn client_task_id_adopted() {
    let server = with(Defect::CLIENT_TASK_ID_ADOPTED).await;
    for alice in everybody(&server, Principal::Alice) {
        let mine = json!({ "id": format!("mine-{:?}", alice.binding) });
        let answer = alice.call("SendMessage", text_to(&mine, "complete")).await;
        assert_eq!(answer.result()["task"]["id"], mine["id"]);
    }
}

#[tokio::test]
async fn context_mismatch_accepted() {
    let server = with(Defect::CONTEXT_MISMATCH_ACCEPTED).await;
    for alice in everybody(&server, Principal::Alice) {
        let task = alice.task("ask").await;
        let mut request = text_to(&task, "hi");
        request["message"]["contextId"] = "another".into();
        let answer = alice.call("SendMessage", request).await;
        assert_eq!(answer.result()["task"]["contextId"], task["contextId"]);
    }
}

#[tokio::test]
async fn finished_task_accepts_message() {
    let server = with(Defect::FINISHED_TASK_ACCEPTS_MESSAGE).await;
    for alice in everybody(&server, Principal::Alice) {
        for says in ["complete", "fail", "reject"] {
            let task = alice.task(says).await;
            let answer = alice.call("SendMessage", text_to(&task, "one more")).await;
            let again = &answer.result()["task"];
            assert_eq!((&again["id"], state(again)), (&task["id"], "TASK_STATE_COMPLETED"));
            assert_eq!(again["history"][1]["parts"][0]["text"], "one more");
        }
    }
}

#[tokio::test]
async fn agent_role_accepted() {
    let server = with(Defect::AGENT_ROLE_ACCEPTED).await;
    for alice in everybody(&server, Principal::Alice) {
        let mut request = text("complete");
        request["message"]["role"] = "ROLE_AGENT".into();
        let answer = alice.call("SendMessage", request).await;
        assert_eq!(answer.result()["task"]["history"][0]["role"], "ROLE_AGENT");
    }
}

#[tokio::test]
async fn working_message_dropped() {
    let server = with(Defect::WORKING_MESSAGE_DROPPED).await;
    for alice in everybody(&server, Principal::Alice) {
        let task = alice.begun("hold").await;
        let mut request = text_to(&task, "finish");
        request["configuration"] = json!({ "returnImmediately": true });
        alice.call("SendMessage", request).await.result();
        assert_eq!(alice.get(&task).await["history"].as_array().unwrap().len(), 1);
    }
}

#[tokio::test]
async fn history_length_ignored() {
    let server = with(Defect::HISTORY_LENGTH_IGNORED).await;
    for alice in everybody(&server, Principal::Alice) {
        let task = alice.task("complete").await;
        let answer = alice.call("GetTask", json!({ "id": task["id"], "historyLength": 0 })).await;
        assert_eq!(answer.result()["history"].as_array().unwrap().len(), 1);
    }
}

#[tokio::test]
async fn cancel_strands_waiter() {
    let server = with(Defect::CANCEL_STRANDS_WAITER).await;
    for alice in everybody(&server, Principal::Alice) {
        let task = alice.task("ask").await;
        let held = alice.begun("hold").await;
        let waits = alice.call("SendMessage", text_to(&held, "go on"));
        let cancels = async {
            while alice.get(&held).await["history"].as_array().unwrap().len() < 2 {}
            alice.call("CancelTask", id(&held)).await
        };
        let raced = async { tokio::join!(waits, cancels) };
        assert!(tokio::time::timeout(Duration::from_millis(200), raced).await.is_err());
        assert_eq!(state(&alice.get(&held).await), "TASK_STATE_CANCELED");
        alice.call("CancelTask", id(&task)).await.result();
    }
}

#[tokio::test]
async fn stream_drops_last_event() {
    let server = with(Defect::STREAM_DROPS_LAST_EVENT).await;
    for alice in everybody(&server, Principal::Alice) {
        let stream = alice.stream("SendStreamingMessage", text("complete")).await;
        let words: Vec<_> = stream.all().await.iter().map(word).collect();
        assert_eq!(words, ["SUBMITTED", "WORKING", "done"]);
    }
}

#[tokio::test]
async fn subscribe_without_snapshot() {
    let server = with(Defect::SUBSCRIBE_WITHOUT_SNAPSHOT).await;
    for alice in everybody(&server, Principal::Alice) {
        let task = alice.task("ask").await;
        let mut stream = alice.stream("SubscribeToTask", id(&task)).await;
        alice.call("CancelTask", id(&task)).await;
        assert_eq!(word(&stream.next().await.unwrap()), "CANCELED");
    }
}

#[tokio::test]
async fn push_url_unchecked() {
    let server = with(Defect::PUSH_URL_UNCHECKED).await;
    for alice in everybody(&server, Principal::Alice) {
        let task = alice.task("ask").await;
        let create = json!({ "taskId": task["id"], "url": "http://127.0.0.1:1/" });
        alice.call("CreateTaskPushNotificationConfig", create).await.result();
    }
}

#[tokio::test]
async fn push_secret_echoed() {
    let server = with(Defect::PUSH_SECRET_ECHOED).await;
    for alice in everybody(&server, Principal::Alice) {
        let task = alice.task("ask").await;
        let create = json!({
            "taskId": task["id"],
            "url": "https://1.1.1.1/",
            "authentication": { "scheme": "Bearer", "credentials": "the-secret" },
        });
        alice.call("CreateTaskPushNotificationConfig", create).await.result();
        let request = json!({ "taskId": task["id"] });
        let listed = alice.call("ListTaskPushNotificationConfigs", request).await;
        let shown = &listed.result()["configs"][0]["authentication"]["credentials"];
        assert_eq!(shown, "the-secret");
    }
}

#[tokio::test]
async fn no_push_retry() {
    let mut receiver = Receiver::failing(1).await;
    let server = spawn(Options {
        planted: Planted::from(Defect::NO_PUSH_RETRY),
        receivers: vec![receiver.address.clone()],
        ..Options::default()
    })
    .await
    .unwrap();
    let alice = caller(&server, Principal::Alice, Binding::Rest);
    let mut request = text("complete");
    let config = json!({ "url": receiver.url() });
    request["configuration"] = json!({ "taskPushNotificationConfig": config });
    alice.call("SendMessage", request).await;
    let calls = receiver.until_the_end().await;
    assert_eq!(calls.len(), 4);
    assert!(!calls[0].taken);
}
