//! Push notifications: order, credentials, retries, deletion, and addresses that must not be called.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use a2a_assay_defects::{Defect, Planted};
use a2a_assay_reference_server::{Options, Principal, Running, spawn};
use hickory_proto::op::Message;
use hickory_proto::rr::{RData, Record, RecordType};
use serde_json::{Value, json};

use crate::common::receiver::Receiver;
use crate::common::*;

const INTERNAL: [&str; 14] = [
    "http://127.0.0.1:1/",
    "http://[::1]:1/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://192.168.0.1/",
    "http://169.254.169.254/",
    "http://0.0.0.0/",
    "http://[fd00::1]/",
    "http://[fe80::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://localhost/",
    "http://0x7f.1/",
    "http://user@1.1.1.1/",
    "ftp://1.1.1.1/",
];

async fn allowing(receivers: &[&Receiver], planted: Planted) -> Running {
    let receivers = receivers.iter().map(|known| known.address.clone()).collect();
    spawn(Options { receivers, planted, ..Options::default() }).await.unwrap()
}

fn config(receiver: &Receiver) -> Value {
    json!({
        "url": receiver.url(),
        "token": "the-token",
        "authentication": { "scheme": "Bearer", "credentials": "the-secret" },
    })
}

fn with_webhook(says: &str, config: &Value) -> Value {
    let mut request = text(says);
    request["configuration"] = json!({ "taskPushNotificationConfig": config });
    request
}

#[tokio::test]
async fn every_event_arrives_in_order_and_with_the_credentials() {
    let mut receiver = Receiver::sound().await;
    let server = allowing(&[&receiver], Planted::none()).await;
    for binding in BINDINGS {
        let alice = caller(&server, Principal::Alice, binding);
        alice.call("SendMessage", with_webhook("stream", &config(&receiver))).await;
        let calls = receiver.until_the_end().await;
        let words: Vec<_> = calls.iter().map(|call| word(&call.body)).collect();
        let expected = ["SUBMITTED", "WORKING", "one ", "two ", "WORKING", "three ", "four", "COMPLETED"];
        assert_eq!(words, expected);
        for call in calls {
            assert_eq!(call.headers["authorization"], "Bearer the-secret");
            assert_eq!(call.headers["x-a2a-notification-token"], "the-token");
            assert_eq!(call.headers["content-type"], "application/a2a+json");
        }
    }
}

#[tokio::test]
async fn a_notification_that_fails_is_tried_again() {
    let mut receiver = Receiver::failing(3).await;
    let server = allowing(&[&receiver], Planted::none()).await;
    let alice = caller(&server, Principal::Alice, Binding::Rest);
    alice.call("SendMessage", with_webhook("complete", &config(&receiver))).await;
    let calls = receiver.until_the_end().await;
    let taken: Vec<_> = calls.iter().filter(|call| call.taken).map(|call| word(&call.body)).collect();
    assert_eq!(taken, ["SUBMITTED", "WORKING", "done", "COMPLETED"]);
    assert_eq!(calls.len(), 7);
}

#[tokio::test]
async fn a_deleted_webhook_is_called_no_more() {
    let mut kept = Receiver::sound().await;
    let mut deleted = Receiver::sound().await;
    let server = allowing(&[&kept, &deleted], Planted::none()).await;
    for binding in BINDINGS {
        let alice = caller(&server, Principal::Alice, binding);
        let task = alice.task("ask").await;
        let mut create = config(&kept);
        create["taskId"] = task["id"].clone();
        alice.call("CreateTaskPushNotificationConfig", create.clone()).await.result();
        create["url"] = deleted.url().into();
        let created = alice.call("CreateTaskPushNotificationConfig", create).await;
        let named = json!({ "taskId": task["id"], "id": created.result()["id"] });
        for _ in 0..2 {
            let gone = alice.call("DeleteTaskPushNotificationConfig", named.clone()).await;
            assert_eq!(gone.status, 200);
            gone.result();
        }
        let absent = alice.call("GetTaskPushNotificationConfig", named).await;
        assert_eq!(absent.reason(), "TASK_NOT_FOUND");

        alice.call("SendMessage", text_to(&task, "go on")).await;

        kept.until_the_end().await;
        assert!(deleted.got_nothing());
    }
}

#[tokio::test]
async fn a_finished_task_keeps_no_webhook() {
    let mut receiver = Receiver::sound().await;
    let server = allowing(&[&receiver], Planted::none()).await;
    let alice = caller(&server, Principal::Alice, Binding::Rest);
    let answer = alice.call("SendMessage", with_webhook("complete", &config(&receiver))).await;
    receiver.until_the_end().await;
    let request = json!({ "taskId": answer.result()["task"]["id"] });
    let drained = async {
        loop {
            let listed = alice.call("ListTaskPushNotificationConfigs", request.clone()).await;
            if listed.result()["configs"] == json!([]) {
                return;
            }
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(5), drained).await.unwrap();
}

#[tokio::test]
async fn a_secret_is_never_shown_again() {
    let receiver = Receiver::sound().await;
    let server = allowing(&[&receiver], Planted::none()).await;
    for binding in BINDINGS {
        let alice = caller(&server, Principal::Alice, binding);
        let task = alice.task("ask").await;
        let mut create = config(&receiver);
        create["taskId"] = task["id"].clone();
        let created = alice.call("CreateTaskPushNotificationConfig", create).await;
        let named = json!({ "taskId": task["id"], "id": created.result()["id"] });
        let found = alice.call("GetTaskPushNotificationConfig", named).await;
        let of_task = json!({ "taskId": task["id"] });
        let listed = alice.call("ListTaskPushNotificationConfigs", of_task).await;
        for answer in [created, found, listed] {
            let text = answer.result().to_string();
            assert!(text.contains("Bearer") && !text.contains("the-"), "{text}");
        }
    }
}

#[tokio::test]
async fn an_internal_address_is_refused_on_every_path() {
    let server = sound().await;
    for binding in BINDINGS {
        let alice = caller(&server, Principal::Alice, binding);
        let task = alice.task("ask").await;
        for url in INTERNAL {
            let create = json!({ "taskId": task["id"], "url": url });
            let answer = alice.call("CreateTaskPushNotificationConfig", create).await;
            assert_eq!(answer.reason(), "INVALID_ARGUMENT", "{url}");
            let answer = alice.call("SendMessage", with_webhook("complete", &json!({ "url": url }))).await;
            assert_eq!(answer.reason(), "INVALID_ARGUMENT", "{url}");
        }
    }
}

#[tokio::test]
async fn a_secret_with_control_characters_is_refused() {
    let receiver = Receiver::sound().await;
    let server = allowing(&[&receiver], Planted::none()).await;
    let alice = caller(&server, Principal::Alice, Binding::Rest);
    let mut config = config(&receiver);
    config["authentication"]["credentials"] = "a\r\nX-Injected: b".into();
    let answer = alice.call("SendMessage", with_webhook("complete", &config)).await;
    assert_eq!(answer.reason(), "INVALID_ARGUMENT");
}

#[tokio::test]
async fn an_address_that_slipped_through_registration_is_still_not_called() {
    let mut fence = Receiver::sound().await;
    let mut trap = Receiver::sound().await;
    let planted = Planted::from(Defect::PUSH_URL_UNCHECKED);
    let server = allowing(&[&fence], planted).await;
    let alice = caller(&server, Principal::Alice, Binding::Rest);
    let task = alice.task("ask").await;
    for receiver in [&trap, &fence] {
        let mut create = config(receiver);
        create["taskId"] = task["id"].clone();
        alice.call("CreateTaskPushNotificationConfig", create).await.result();
    }

    alice.call("SendMessage", text_to(&task, "go on")).await;

    fence.until_the_end().await;
    assert!(trap.got_nothing());
}

#[tokio::test]
async fn a_name_that_turns_inside_after_registration_is_not_called() {
    let mut fence = Receiver::sound().await;
    let mut trap = Receiver::sound().await;
    let (resolver, asked) = turning_name().await;
    let options = Options { receivers: vec![fence.address.clone()], resolver: Some(resolver), ..Options::default() };
    let server = spawn(options).await.unwrap();
    let alice = caller(&server, Principal::Alice, Binding::Rest);
    let task = alice.task("ask").await;
    let port = trap.address.rsplit(':').next().unwrap().to_owned();
    let turning = format!("http://turning.example:{port}/hook");
    for url in [turning, fence.url()] {
        let create = json!({ "taskId": task["id"], "url": url });
        alice.call("CreateTaskPushNotificationConfig", create).await.result();
    }
    let at_registration = asked.load(Ordering::SeqCst);

    alice.call("SendMessage", text_to(&task, "go on")).await;

    fence.until_the_end().await;
    while asked.load(Ordering::SeqCst) == at_registration {
        tokio::task::yield_now().await;
    }
    assert!(trap.got_nothing());
}

/// A DNS server whose every name is outside when it is first asked for, and inside ever after.
async fn turning_name() -> (std::net::SocketAddr, Arc<AtomicUsize>) {
    let socket = tokio::net::UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let address = socket.local_addr().unwrap();
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&asked);
    tokio::spawn(async move {
        let mut buffer = [0; 512];
        while let Ok((length, from)) = socket.recv_from(&mut buffer).await {
            let query = Message::from_vec(&buffer[..length]).unwrap();
            let reply = reply(&query, &counter);
            let _ = socket.send_to(&reply.to_vec().unwrap(), from).await;
        }
    });
    (address, asked)
}

fn reply(query: &Message, asked: &AtomicUsize) -> Message {
    let mut reply = query.clone().into_response();
    let question = query.queries[0].clone();
    if question.query_type() == RecordType::A {
        let outside = asked.fetch_add(1, Ordering::SeqCst) == 0;
        let address = if outside { Ipv4Addr::new(1, 1, 1, 1) } else { Ipv4Addr::LOCALHOST };
        let data = RData::A(address.into());
        reply.add_answer(Record::from_rdata(question.name().clone(), 0, data));
    }
    reply
}

#[tokio::test]
async fn a_listed_name_is_called_at_the_address_that_was_judged() {
    let mut receiver = Receiver::sound().await;
    let listed = receiver.address.replace("127.0.0.1", "localhost");
    let options = Options { receivers: vec![listed.clone()], ..Options::default() };
    let server = spawn(options).await.unwrap();
    let alice = caller(&server, Principal::Alice, Binding::Rest);
    let config = json!({ "url": format!("http://{listed}/hook") });
    alice.call("SendMessage", with_webhook("complete", &config)).await.result();
    receiver.until_the_end().await;
}
