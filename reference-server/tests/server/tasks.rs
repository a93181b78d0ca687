//! Looking at tasks, listing and cancelling them.

use std::time::Duration;

use a2a_assay_reference_server::{Options, Principal, spawn};
use serde_json::{Value, json};

use crate::common::*;

fn ids(page: &Value) -> Vec<&str> {
    let tasks = page["tasks"].as_array().unwrap();
    tasks.iter().map(|task| task["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn history_is_cut_to_the_newest_messages() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = caller(&server, Principal::Alice, binding);
        let asked = alice.task("ask").await;
        alice.call("SendMessage", text_to(&asked, "this one")).await;
        for (length, kept) in [(1, vec!["this one"]), (2, vec!["ask", "this one"])] {
            let request = json!({ "id": asked["id"], "historyLength": length });
            let answer = alice.call("GetTask", request).await;
            let history = answer.result()["history"].as_array().unwrap();
            let texts: Vec<_> = history.iter().map(|said| said["parts"][0]["text"].clone()).collect();
            assert_eq!(texts, kept);
        }
        let none = alice.call("GetTask", json!({ "id": asked["id"], "historyLength": 0 })).await;
        assert!(none.result().get("history").is_none());
        let less = alice.call("ListTasks", json!({ "historyLength": -1 })).await;
        assert_eq!(less.reason(), "INVALID_ARGUMENT");
    }
}

#[tokio::test]
async fn a_listing_is_newest_first_also_after_an_older_task_moved() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = caller(&server, Principal::Alice, binding);
        let older = alice.task("ask").await;
        let newer = alice.task("complete").await;
        alice.call("SendMessage", text_to(&older, "go on")).await;
        let listed = alice.call("ListTasks", json!({})).await;
        let expected = [older["id"].as_str().unwrap(), newer["id"].as_str().unwrap()];
        assert_eq!(ids(listed.result())[..2], expected);
    }
}

#[tokio::test]
async fn pages_neither_repeat_nor_skip_a_task_that_moves_between_them() {
    let server = sound().await;
    for binding in BINDINGS {
        let who = if binding == Binding::Rest { Principal::Alice } else { Principal::Bob };
        let alice = caller(&server, who, binding);
        let mut tasks = Vec::new();
        for _ in 0..6 {
            tasks.push(alice.task("ask").await);
        }
        let mut seen = Vec::new();
        let mut token = json!("");
        for movers in [[0, 5], [1, 4], [2, 3]] {
            let answer = alice.call("ListTasks", json!({ "pageSize": 2, "pageToken": token })).await;
            let page = answer.result();
            assert_eq!(page["totalSize"], 6);
            seen.extend(ids(page).into_iter().map(str::to_owned));
            token = page["nextPageToken"].clone();
            for mover in movers {
                alice.call("SendMessage", text_to(&tasks[mover], "go on")).await;
            }
        }
        assert_eq!(token, "");
        seen.sort_unstable();
        let mut all: Vec<_> = tasks.iter().map(|task| task["id"].as_str().unwrap()).collect();
        all.sort_unstable();
        assert_eq!(seen, all);
    }
}

#[tokio::test]
async fn a_listing_is_filtered_by_context_state_and_time() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = caller(&server, Principal::Alice, binding);
        alice.task("complete").await;
        let asked = alice.task("ask").await;
        for filter in [
            json!({ "contextId": asked["contextId"] }),
            json!({ "contextId": asked["contextId"], "status": "TASK_STATE_INPUT_REQUIRED" }),
            json!({ "statusTimestampAfter": asked["status"]["timestamp"] }),
        ] {
            let answer = alice.call("ListTasks", filter.clone()).await;
            assert_eq!(ids(answer.result()), [asked["id"].as_str().unwrap()], "{filter}");
        }
    }
}

#[tokio::test]
async fn artifacts_are_listed_only_when_asked_for() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = caller(&server, Principal::Alice, binding);
        alice.task("complete").await;
        let without = alice.call("ListTasks", json!({})).await;
        assert!(without.result()["tasks"][0].get("artifacts").is_none());
        let with = alice.call("ListTasks", json!({ "includeArtifacts": true })).await;
        assert!(with.result()["tasks"][0]["artifacts"].is_array());
    }
}

#[tokio::test]
async fn an_impossible_page_is_refused() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = caller(&server, Principal::Alice, binding);
        for request in [
            json!({ "pageSize": 0 }),
            json!({ "pageSize": 101 }),
            json!({ "pageSize": -1 }),
            json!({ "pageSize": "many" }),
            json!({ "status": "TASK_STATE_RUNNING" }),
            json!({ "pageToken": "made-up" }),
            json!({ "statusTimestampAfter": "yesterday" }),
        ] {
            let answer = alice.call("ListTasks", request.clone()).await;
            assert_eq!(answer.reason(), "INVALID_ARGUMENT", "{request}");
        }
    }
}

#[tokio::test]
async fn cancelling_wakes_the_caller_who_waits() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = caller(&server, Principal::Alice, binding);
        let request = text("hold");
        let blocked = alice.call("SendMessage", request.clone());
        let cancelled = async {
            let mut stream = alice.stream("SendStreamingMessage", request.clone()).await;
            let task = stream.next().await.unwrap()["task"].clone();
            let answer = alice.call("CancelTask", id(&task)).await;
            assert_eq!(state(answer.result()), "TASK_STATE_CANCELED");
            stream.all().await
        };
        let (blocked, events) = tokio::join!(blocked, cancelled);
        assert_eq!(state(&blocked.result()["task"]), "TASK_STATE_CANCELED");
        assert_eq!(word(events.last().unwrap()), "CANCELED");
    }
}

#[tokio::test]
async fn a_finished_task_is_not_cancelable_but_a_cancelled_one_stays_so() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = caller(&server, Principal::Alice, binding);
        let done = alice.task("complete").await;
        assert_eq!(alice.call("CancelTask", id(&done)).await.reason(), "TASK_NOT_CANCELABLE");
        let asked = alice.task("ask").await;
        let once = alice.call("CancelTask", id(&asked)).await;
        let twice = alice.call("CancelTask", id(&asked)).await;
        assert_eq!(once.result(), twice.result());
        assert_eq!(state(once.result()), "TASK_STATE_CANCELED");
    }
}

#[tokio::test]
async fn what_a_worker_reports_too_late_changes_nothing() {
    let slow_for = Duration::from_millis(30);
    let server = spawn(Options { slow_for, ..Options::default() }).await.unwrap();
    let alice = caller(&server, Principal::Alice, Binding::Rest);
    let task = alice.begun("slow").await;
    let cancelled = alice.call("CancelTask", id(&task)).await;
    alice.task("slow").await;
    assert_eq!(alice.get(&task).await, *cancelled.result());
}
