//! Sending messages: waiting, continuing, repeating, and being refused.

use crate::common::*;
use a2a_assay_reference_server::{Principal, Running};
use serde_json::{Value, json};

fn alice(server: &Running, binding: Binding) -> Caller {
    caller(server, Principal::Alice, binding)
}

async fn total(caller: &Caller) -> Value {
    caller.call("ListTasks", json!({})).await.result()["totalSize"].clone()
}

#[tokio::test]
async fn a_send_waits_until_the_task_is_settled() {
    let server = sound().await;
    for binding in BINDINGS {
        for (says, ends) in [
            ("complete", "TASK_STATE_COMPLETED"),
            ("slow", "TASK_STATE_COMPLETED"),
            ("stream", "TASK_STATE_COMPLETED"),
            ("ask", "TASK_STATE_INPUT_REQUIRED"),
            ("authorize", "TASK_STATE_AUTH_REQUIRED"),
            ("reject", "TASK_STATE_REJECTED"),
            ("fail", "TASK_STATE_FAILED"),
        ] {
            let task = alice(&server, binding).task(says).await;
            assert_eq!(state(&task), ends, "{says}");
        }
    }
}

#[tokio::test]
async fn a_send_that_does_not_wait_leaves_the_task_running() {
    let server = sound().await;
    let alice = alice(&server, Binding::JsonRpc);
    let task = alice.begun("hold").await;
    assert!(["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING"].contains(&state(&task)));
}

#[tokio::test]
async fn a_direct_answer_makes_no_task() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = alice(&server, binding);
        let answer = alice.call("SendMessage", text("reply")).await;
        let message = &answer.result()["message"];
        assert_eq!(message["role"], "ROLE_AGENT");
        assert!(message["contextId"].is_string() && message["taskId"].is_null());
        assert_eq!(total(&alice).await, 0);
    }
}

#[tokio::test]
async fn an_answer_completes_the_task_that_asked() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = alice(&server, binding);
        let asked = alice.task("ask").await;
        let answer = alice.call("SendMessage", text_to(&asked, "this one")).await;
        let task = &answer.result()["task"];
        assert_eq!(task["id"], asked["id"]);
        assert_eq!(state(task), "TASK_STATE_COMPLETED");
        assert_eq!(task["history"][1]["parts"][0]["text"], "this one");
    }
}

#[tokio::test]
async fn the_same_message_twice_at_once_runs_once() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = alice(&server, binding);
        let before = total(&alice).await;
        let request = text("slow");
        let (one, two) =
            tokio::join!(alice.call("SendMessage", request.clone()), alice.call("SendMessage", request.clone()));
        assert_eq!(one.result(), two.result());
        assert_eq!(total(&alice).await.as_i64(), before.as_i64().map(|n| n + 1));
    }
}

#[tokio::test]
async fn a_repeated_stream_attaches_to_the_task() {
    let server = sound().await;
    let alice = alice(&server, Binding::Rest);
    let request = text("slow");
    let mut one = alice.stream("SendStreamingMessage", request.clone()).await;
    let first = one.next().await.unwrap();
    let again = alice.stream("SendStreamingMessage", request).await.all().await;
    assert_eq!(again[0]["task"]["id"], first["task"]["id"]);
    assert_eq!(word(again.last().unwrap()), "COMPLETED");
}

#[tokio::test]
async fn another_callers_message_with_that_id_is_its_own() {
    let server = sound().await;
    let request = text("complete");
    let bob = caller(&server, Principal::Bob, Binding::JsonRpc);
    let one = alice(&server, Binding::JsonRpc).call("SendMessage", request.clone()).await;
    let two = bob.call("SendMessage", request).await;
    assert_ne!(one.result()["task"]["id"], two.result()["task"]["id"]);
}

#[tokio::test]
async fn a_message_to_an_unknown_task_makes_none() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = alice(&server, binding);
        let answer = alice.call("SendMessage", text_to(&json!({ "id": "nope" }), "hi")).await;
        assert_eq!(answer.reason(), "TASK_NOT_FOUND");
        assert_eq!(total(&alice).await, 0);
    }
}

#[tokio::test]
async fn a_context_that_contradicts_the_task_is_refused() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = alice(&server, binding);
        let (task, other) = (alice.task("ask").await, alice.task("ask").await);
        let mut request = text_to(&task, "hi");
        request["message"]["contextId"] = other["contextId"].clone();
        assert_eq!(alice.call("SendMessage", request).await.reason(), "INVALID_ARGUMENT");
        assert_eq!(alice.get(&task).await, task);
    }
}

#[tokio::test]
async fn a_finished_task_takes_no_more_messages() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = alice(&server, binding);
        for says in ["complete", "fail", "reject"] {
            let task = alice.task(says).await;
            for operation in ["SendMessage", "SendStreamingMessage"] {
                let answer = alice.call(operation, text_to(&task, "one more")).await;
                assert_eq!(answer.reason(), "UNSUPPORTED_OPERATION", "{says}");
            }
            assert_eq!(alice.get(&task).await, task);
        }
    }
}

#[tokio::test]
async fn a_message_to_a_working_task_takes_part_in_its_work() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = alice(&server, binding);
        let task = alice.begun("hold").await;
        let answer = alice.call("SendMessage", text_to(&task, "finish, please")).await;
        let task = &answer.result()["task"];
        assert_eq!(state(task), "TASK_STATE_COMPLETED");
        assert_eq!(task["history"][1]["parts"][0]["text"], "finish, please");
    }
}

#[tokio::test]
async fn a_client_does_not_speak_as_the_agent() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = alice(&server, binding);
        for role in ["ROLE_AGENT", "ROLE_UNSPECIFIED", "ROLE_ALIEN", ""] {
            let mut request = text("complete");
            request["message"]["role"] = role.into();
            assert_eq!(alice.call("SendMessage", request).await.reason(), "INVALID_ARGUMENT");
        }
        assert_eq!(total(&alice).await, 0);
    }
}

#[tokio::test]
async fn a_media_type_that_is_not_read_is_refused() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = alice(&server, binding);
        for operation in ["SendMessage", "SendStreamingMessage"] {
            let mut request = text("complete");
            request["message"]["parts"][0]["mediaType"] = "application/x-unread".into();
            let answer = alice.call(operation, request).await;
            assert_eq!(answer.reason(), "CONTENT_TYPE_NOT_SUPPORTED");
        }
        assert_eq!(total(&alice).await, 0);
    }
}

#[tokio::test]
async fn a_malformed_message_is_refused_and_makes_no_task() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = alice(&server, binding);
        for (member, value) in [
            ("parts", json!(null)),
            ("parts", json!([])),
            ("parts", json!({})),
            ("parts", json!(["text"])),
            ("parts", json!([{}])),
            ("parts", json!([{ "text": "a", "url": "https://b.example" }])),
            ("parts", json!([{ "text": 7 }])),
            ("parts", json!([{ "raw": "%%%" }])),
            ("messageId", json!(null)),
            ("messageId", json!("")),
            ("messageId", json!(7)),
            ("role", json!(null)),
        ] {
            let mut request = text("complete");
            request["message"][member] = value.clone();
            let answer = alice.call("SendMessage", request).await;
            assert_eq!(answer.reason(), "INVALID_ARGUMENT", "{member} {value}");
        }
        let answer = alice.call("SendMessage", json!({})).await;
        assert_eq!(answer.reason(), "INVALID_ARGUMENT");
        assert_eq!(total(&alice).await, 0);
    }
}

#[tokio::test]
async fn every_kind_of_content_comes_back_as_it_was_sent() {
    let server = sound().await;
    let parts = json!([
        { "text": "complete" },
        { "raw": "aGk=", "filename": "hi.txt", "mediaType": "text/plain" },
        { "url": "https://a.example/b" },
        { "data": null },
        { "data": { "deep": [1, 2.5, "x"] }, "metadata": { "k": true } },
    ]);
    for binding in BINDINGS {
        let mut request = text("complete");
        request["message"]["parts"] = parts.clone();
        let answer = alice(&server, binding).call("SendMessage", request).await;
        assert_eq!(answer.result()["task"]["history"][0]["parts"], parts);
    }
}

#[tokio::test]
async fn a_broken_call_gets_the_code_for_what_is_broken() {
    let server = sound().await;
    let alice = alice(&server, Binding::JsonRpc);
    for (body, code, id) in [
        ("", -32700, json!(null)),
        ("{\"jsonrpc\":\"2.0\",", -32700, json!(null)),
        ("[]", -32600, json!(null)),
        (r#"{"id":1,"method":"GetTask"}"#, -32600, json!(1)),
        (r#"{"jsonrpc":"1.0","id":1,"method":"GetTask"}"#, -32600, json!(1)),
        (r#"{"jsonrpc":"2.0","id":1}"#, -32600, json!(1)),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"GetTask"}"#, -32600, json!(null)),
        (r#"{"jsonrpc":"2.0","id":[],"method":"GetTask"}"#, -32600, json!(null)),
        (r#"{"jsonrpc":"2.0","method":"ListTasks"}"#, -32600, json!(null)),
        (r#"{"jsonrpc":"2.0","id":"a","method":"Nope"}"#, -32601, json!("a")),
        (r#"{"jsonrpc":"2.0","id":"a","method":"GetTask","params":[]}"#, -32602, json!("a")),
    ] {
        let answer = alice.post("application/json", body).await;
        assert_eq!(answer.error()["code"], code, "{body}");
        assert_eq!(answer.body["id"], id, "{body}");
    }
    let latin = b"{\"jsonrpc\":\"2.0\",\"id\":\"\xe9\"}".to_vec();
    let answer = alice.post("application/json", latin).await;
    assert_eq!(answer.error()["code"], -32700);
    let answer = alice.post("text/plain", r#"{"jsonrpc":"2.0","id":1,"method":"ListTasks"}"#).await;
    assert_eq!(answer.reason(), "CONTENT_TYPE_NOT_SUPPORTED");
    assert_eq!(answer.body["id"], 1);
}

#[tokio::test]
async fn a_body_has_bounds() {
    let server = sound().await;
    let alice = alice(&server, Binding::JsonRpc);
    let large = alice.post("application/json", " ".repeat(1024 * 1024 + 1)).await;
    assert_eq!(large.status, 413);
    let deep = alice.post("application/json", "[".repeat(100_000)).await;
    assert_eq!(deep.error()["code"], -32700);
}
