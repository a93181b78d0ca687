//! Streams: what comes first, what follows, and when they close.

use a2a_assay_reference_server::Principal;
use serde_json::json;

use crate::common::*;

fn words(events: &[serde_json::Value]) -> Vec<String> {
    events.iter().map(word).collect()
}

#[tokio::test]
async fn a_stream_is_the_task_and_then_its_updates_in_order() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = caller(&server, Principal::Alice, binding);
        let events = alice.stream("SendStreamingMessage", text("stream")).await.all().await;
        let expected = ["SUBMITTED", "WORKING", "one ", "two ", "WORKING", "three ", "four", "COMPLETED"];
        assert_eq!(words(&events), expected);
        let task = alice.get(&events[0]["task"]).await;
        assert_eq!(task["artifacts"][0]["parts"].as_array().unwrap().len(), 4);
    }
}

#[tokio::test]
async fn two_artifacts_whose_pieces_alternate_stay_apart() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = caller(&server, Principal::Alice, binding);
        let events = alice.stream("SendStreamingMessage", text("several")).await.all().await;
        let task = alice.get(&events[0]["task"]).await;
        let artifacts = task["artifacts"].as_array().unwrap();
        let sizes: Vec<_> = artifacts.iter().map(|artifact| artifact["parts"].as_array().unwrap().len()).collect();
        assert_eq!(sizes, [3, 2]);
        assert_eq!(artifacts[0]["metadata"], json!({ "kind": "report" }));
        assert_eq!(artifacts[1]["name"], "result");
    }
}

#[tokio::test]
async fn a_stream_closes_at_every_end() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = caller(&server, Principal::Alice, binding);
        for (says, ends) in
            [("complete", "COMPLETED"), ("fail", "FAILED"), ("reject", "REJECTED"), ("ask", "INPUT_REQUIRED")]
        {
            let events = alice.stream("SendStreamingMessage", text(says)).await.all().await;
            assert_eq!(word(events.last().unwrap()), ends);
        }
    }
}

#[tokio::test]
async fn a_direct_answer_is_the_whole_stream() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = caller(&server, Principal::Alice, binding);
        let events = alice.stream("SendStreamingMessage", text("reply")).await.all().await;
        assert_eq!(words(&events), ["ROLE_AGENT"]);
    }
}

#[tokio::test]
async fn an_answered_question_streams_on_to_the_end() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = caller(&server, Principal::Alice, binding);
        let asked = alice.task("ask").await;
        let stream = alice.stream("SendStreamingMessage", text_to(&asked, "this one")).await;
        let events = stream.all().await;
        assert_eq!(events[0]["task"]["id"], asked["id"]);
        assert_eq!(word(events.last().unwrap()), "COMPLETED");
    }
}

#[tokio::test]
async fn a_stream_stays_open_while_the_user_grants_access() {
    let server = sound().await;
    let alice = caller(&server, Principal::Alice, Binding::Rest);
    let mut stream = alice.stream("SendStreamingMessage", text("authorize")).await;
    let task = stream.next().await.unwrap()["task"].clone();
    while word(&stream.next().await.unwrap()) != "AUTH_REQUIRED" {}
    alice.call("SendMessage", text_to(&task, "granted")).await;
    assert_eq!(word(stream.all().await.last().unwrap()), "COMPLETED");
}

#[tokio::test]
async fn a_subscription_begins_with_the_task_as_it_is() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = caller(&server, Principal::Alice, binding);
        let asked = alice.task("ask").await;
        let mut stream = alice.stream("SubscribeToTask", id(&asked)).await;
        assert_eq!(stream.next().await.unwrap()["task"], asked);
        alice.call("SendMessage", text_to(&asked, "this one")).await;
        let rest = words(&stream.all().await);
        assert_eq!(rest, ["WORKING", "answered: this one", "COMPLETED"]);
    }
}

#[tokio::test]
async fn there_is_no_subscription_to_what_ended_or_never_was() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = caller(&server, Principal::Alice, binding);
        let done = alice.task("complete").await;
        let ended = alice.call("SubscribeToTask", id(&done)).await;
        assert_eq!(ended.reason(), "UNSUPPORTED_OPERATION");
        let absent = alice.call("SubscribeToTask", json!({ "id": "nope" })).await;
        assert_eq!(absent.reason(), "TASK_NOT_FOUND");
    }
}

#[tokio::test]
async fn a_dropped_stream_leaves_the_task_and_the_other_streams_alone() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = caller(&server, Principal::Alice, binding);
        let mut dropped = alice.stream("SendStreamingMessage", text("hold")).await;
        let task = dropped.next().await.unwrap()["task"].clone();
        let one = alice.stream("SubscribeToTask", id(&task)).await;
        let two = alice.stream("SubscribeToTask", id(&task)).await;
        drop(dropped);
        alice.call("SendMessage", text_to(&task, "finish")).await;
        let (one, two) = tokio::join!(one.all(), two.all());
        assert_eq!(one[1..], two[1..]);
        assert_eq!(word(one.last().unwrap()), "COMPLETED");
    }
}
