//! Who may do what, and what others may know.

use crate::common::*;
use a2a_assay_reference_server::Principal;
use serde_json::{Value, json};

fn request(operation: &str, task: &Value) -> Value {
    match operation {
        "SendMessage" | "SendStreamingMessage" => text_to(task, "one more"),
        "ListTasks" | "GetExtendedAgentCard" => json!({}),
        "CreateTaskPushNotificationConfig" => {
            json!({ "taskId": task["id"], "url": "https://1.1.1.1/hook" })
        }
        configs if configs.contains("Config") => json!({ "taskId": task["id"], "id": "none" }),
        _ => id(task),
    }
}

#[tokio::test]
async fn nobody_gets_in_without_a_token_that_is_good() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = caller(&server, Principal::Alice, binding);
        let task = alice.task("ask").await;
        let mut tokens = vec![None, Some(String::new()), Some("garbage".to_owned())];
        let bad = [Principal::WrongAudience, Principal::Expired, Principal::Forged, Principal::Subjectless];
        for who in bad {
            tokens.push(Some(server.token(who)));
        }
        for token in tokens {
            for operation in OPERATIONS {
                let stranger = Caller { token: token.clone(), ..alice.clone() };
                let answer = stranger.call(operation, request(operation, &task)).await;
                assert_eq!(answer.status, 401, "{operation} with {token:?}");
                assert_eq!(answer.reason(), "UNAUTHENTICATED");
                let challenge = answer.headers["www-authenticate"].to_str().unwrap();
                assert!(challenge.starts_with("Bearer "), "{challenge}");
            }
        }
        assert_eq!(alice.get(&task).await, task);
    }
}

#[tokio::test]
async fn a_refusal_over_json_rpc_still_names_the_request() {
    let server = sound().await;
    let alice = caller(&server, Principal::Alice, Binding::JsonRpc);
    let stranger = Caller { token: None, ..alice };
    let answer = stranger.call("GetTask", json!({ "id": "x" })).await;
    assert_eq!(answer.body["id"], "q");
}

#[tokio::test]
async fn a_reader_reads_and_does_not_write() {
    let server = sound().await;
    for binding in BINDINGS {
        let reader = caller(&server, Principal::Reader, binding);
        assert_eq!(reader.call("ListTasks", json!({})).await.status, 200);
        for operation in ["SendMessage", "SendStreamingMessage", "CancelTask"] {
            let answer = reader.call(operation, request(operation, &json!({ "id": "x" }))).await;
            assert_eq!(answer.status, 403, "{operation}");
            let challenge = answer.headers["www-authenticate"].to_str().unwrap();
            assert!(challenge.contains("scope=\"tasks.write\""), "{challenge}");
        }
    }
}

#[tokio::test]
async fn a_foreign_task_is_as_absent_as_one_that_never_was() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = caller(&server, Principal::Alice, binding);
        let bob = caller(&server, Principal::Bob, binding);
        let unknown = json!({ "id": "00000000-0000-4000-8000-000000000000" });
        for says in ["hold", "complete", "ask"] {
            let task = alice.begun(says).await;
            for operation in OPERATIONS {
                if matches!(operation, "ListTasks" | "GetExtendedAgentCard") {
                    continue;
                }
                let foreign = bob.call(operation, request(operation, &task)).await;
                let absent = bob.call(operation, request(operation, &unknown)).await;
                assert_eq!(foreign.reason(), "TASK_NOT_FOUND", "{operation}");
                assert_eq!(foreign.status, absent.status);
                let foreign = foreign.body.to_string().replace(task["id"].as_str().unwrap(), "");
                let absent = absent.body.to_string().replace(unknown["id"].as_str().unwrap(), "");
                assert_eq!(foreign, absent, "{operation}");
            }
        }
    }
}

#[tokio::test]
async fn a_listing_holds_ones_own_tasks_only() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = caller(&server, Principal::Alice, binding);
        let bob = caller(&server, Principal::Bob, binding);
        let task = alice.task("complete").await;
        alice.task("complete").await;
        for filter in [json!({}), json!({ "contextId": task["contextId"] })] {
            let listed = bob.call("ListTasks", filter).await;
            assert_eq!(listed.result()["totalSize"], 0);
        }
        let page = alice.call("ListTasks", json!({ "pageSize": 1 })).await;
        let token = &page.result()["nextPageToken"];
        let stolen = bob.call("ListTasks", json!({ "pageToken": token })).await;
        assert_eq!(stolen.reason(), "INVALID_ARGUMENT");
    }
}

#[tokio::test]
async fn a_foreign_context_is_closed() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = caller(&server, Principal::Alice, binding);
        let bob = caller(&server, Principal::Bob, binding);
        let task = alice.task("ask").await;
        let mut request = text("complete");
        request["message"]["contextId"] = task["contextId"].clone();
        assert_eq!(bob.call("SendMessage", request).await.reason(), "INVALID_ARGUMENT");
        assert_eq!(bob.call("ListTasks", json!({})).await.result()["totalSize"], 0);
    }
}

#[tokio::test]
async fn tenants_are_worlds_of_their_own() {
    let server = sound().await;
    let alice = caller(&server, Principal::Alice, Binding::JsonRpc);
    let task = alice.task("complete").await;
    let elsewhere = json!({ "id": task["id"], "tenant": "acme" });
    assert_eq!(alice.call("GetTask", elsewhere).await.reason(), "TASK_NOT_FOUND");
    let nowhere = json!({ "id": task["id"], "tenant": "nobody" });
    assert_eq!(alice.call("GetTask", nowhere).await.reason(), "INVALID_ARGUMENT");
}

#[tokio::test]
async fn the_premium_skill_is_for_those_who_may_see_it() {
    let server = sound().await;
    for binding in BINDINGS {
        for (who, skills) in [(Principal::Alice, 1), (Principal::Premium, 2)] {
            let card = caller(&server, who, binding).call("GetExtendedAgentCard", json!({})).await;
            assert_eq!(card.result()["skills"].as_array().unwrap().len(), skills, "{who:?}");
        }
    }
}

#[tokio::test]
async fn the_minimal_agent_says_what_it_does_not_offer() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = Caller { origin: server.minimal_url().to_owned(), ..caller(&server, Principal::Alice, binding) };
        for (operation, reason) in [
            ("SendStreamingMessage", "UNSUPPORTED_OPERATION"),
            ("SubscribeToTask", "UNSUPPORTED_OPERATION"),
            ("GetExtendedAgentCard", "UNSUPPORTED_OPERATION"),
            ("CreateTaskPushNotificationConfig", "PUSH_NOTIFICATION_NOT_SUPPORTED"),
            ("GetTaskPushNotificationConfig", "PUSH_NOTIFICATION_NOT_SUPPORTED"),
            ("ListTaskPushNotificationConfigs", "PUSH_NOTIFICATION_NOT_SUPPORTED"),
            ("DeleteTaskPushNotificationConfig", "PUSH_NOTIFICATION_NOT_SUPPORTED"),
        ] {
            let answer = alice.call(operation, request(operation, &json!({ "id": "x" }))).await;
            assert_eq!(answer.reason(), reason, "{operation}");
        }
        let mut inline = text("complete");
        inline["configuration"] = json!({ "taskPushNotificationConfig": { "url": "https://1.1.1.1/" } });
        let answer = alice.call("SendMessage", inline).await;
        assert_eq!(answer.reason(), "PUSH_NOTIFICATION_NOT_SUPPORTED");
        assert_eq!(alice.call("ListTasks", json!({})).await.result()["totalSize"], 0);
    }
}

#[tokio::test]
async fn only_version_one_is_spoken() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = caller(&server, Principal::Alice, binding);
        for version in [None, Some(""), Some("0.3"), Some("1.9"), Some("9.9"), Some("banana")] {
            for operation in OPERATIONS {
                let caller = Caller { version, ..alice.clone() };
                let answer = caller.call(operation, request(operation, &json!({ "id": "x" }))).await;
                assert_eq!(answer.reason(), "VERSION_NOT_SUPPORTED", "{operation} in {version:?}");
            }
        }
        let patched = Caller { version: Some("1.0.7"), ..alice };
        assert_eq!(patched.call("ListTasks", json!({})).await.status, 200);
    }
}

#[tokio::test]
async fn the_strict_agent_demands_its_extension_and_nothing_more() {
    let server = sound().await;
    let origin = server.strict_url();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let card: Value = serde_json::from_str(
        &http.get(format!("{origin}/.well-known/agent-card.json")).send().await.unwrap().text().await.unwrap(),
    )
    .unwrap();
    let required = card["capabilities"]["extensions"][0]["uri"].as_str().unwrap();
    for binding in BINDINGS {
        let silent = Caller { origin: origin.to_owned(), ..caller(&server, Principal::Alice, binding) };
        for operation in OPERATIONS {
            let answer = silent.call(operation, request(operation, &json!({ "id": "x" }))).await;
            assert_eq!(answer.reason(), "EXTENSION_SUPPORT_REQUIRED", "{operation}");
        }
    }
    let declaring = |declared: String| {
        let tasks = http.get(format!("{origin}/rest/tasks")).bearer_auth(server.token(Principal::Alice));
        tasks.header("a2a-version", "1.0").header("a2a-extensions", declared).send()
    };
    for declared in [required.to_owned(), format!("https://a.test/other, {required}")] {
        assert_eq!(declaring(declared).await.unwrap().status(), 200);
    }
    for declared in ["https://a.test/other".to_owned(), format!("{required}/other")] {
        assert_eq!(declaring(declared).await.unwrap().status(), 400);
    }
}

#[tokio::test]
async fn a_reference_tells_only_its_owner() {
    let server = sound().await;
    let alice = caller(&server, Principal::Alice, Binding::JsonRpc);
    let task = alice.task("complete the riddle").await;
    for (who, remembers) in [(Principal::Alice, true), (Principal::Bob, false)] {
        let mut request = text("complete");
        request["message"]["referenceTaskIds"] = json!([task["id"]]);
        let answer = caller(&server, who, Binding::JsonRpc).call("SendMessage", request).await;
        assert_eq!(answer.result().to_string().contains("riddle"), remembers, "{who:?}");
    }
}
