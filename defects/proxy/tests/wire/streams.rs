//! Streams pass event by event, and what is done to an event happens to that one.

use std::sync::Mutex;

use axum::body::Bytes;
use futures::StreamExt;
use futures::channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};

use crate::agent::{Behind, behind, defect, event_stream, events};

type Chunk = Result<Bytes, std::io::Error>;

#[tokio::test]
async fn an_event_arrives_while_the_agent_holds_the_stream_open() {
    static STREAM: Mutex<Option<UnboundedReceiver<Chunk>>> = Mutex::new(None);
    for planted in [None, defect("when = { event = \"artifactUpdate\" }\nduplicate = true")] {
        let (agent, stream): (UnboundedSender<Chunk>, _) = unbounded();
        *STREAM.lock().expect("nobody panics with it") = Some(stream);
        let behind = behind(planted, |_, _| {
            event_stream(STREAM.lock().expect("nobody panics with it").take().expect("one request"))
        })
        .await;
        let answer = behind.post("/message:stream", "{}").await.expect("an answer");
        let mut chunks = answer.bytes_stream();

        for event in ["data: {\"task\": {}}\n\n", ": still here\n\n", "data: {\"statusUpdate\": {}}\n\n"] {
            agent.unbounded_send(Ok(event.into())).expect("the stream is open");
            let arrived = chunks.next().await.expect("a chunk").expect("a chunk");
            assert_eq!(arrived, event);
        }
        drop(agent);
        assert!(chunks.next().await.is_none());
    }
}

const TASK: &str = r#"{"task":{"id":"t"}}"#;
const WORKING: &str = r#"{"statusUpdate":{"status":{"state":"TASK_STATE_WORKING"},"taskId":"t"}}"#;
const CHUNK: &str = r#"{"artifactUpdate":{"taskId":"t"}}"#;
const DONE: &str = r#"{"statusUpdate":{"status":{"state":"TASK_STATE_COMPLETED"},"taskId":"t"}}"#;

async fn streaming(text: &str) -> Behind {
    behind(defect(text), |_, _| events(&[TASK, WORKING, CHUNK, DONE])).await
}

/// The data of the events that arrive, and whether the stream ended as one that is complete.
async fn arriving(behind: &Behind) -> (Vec<String>, bool) {
    let mut chunks = behind.post("/message:stream", "{}").await.expect("an answer").bytes_stream();
    let (mut text, mut complete) = (String::new(), true);
    while let Some(chunk) = chunks.next().await {
        match chunk {
            Ok(chunk) => text += std::str::from_utf8(&chunk).expect("text"),
            Err(_) => complete = false,
        }
    }
    (text.split("\n\n").filter_map(|event| event.strip_prefix("data: ")).map(str::to_owned).collect(), complete)
}

#[tokio::test]
async fn events_are_dropped_swapped_duplicated_and_cut() {
    let table: &[(&str, &[&str], bool)] = &[
        ("when = { event = 2 }\ndrop = true", &[TASK, CHUNK, DONE], true),
        ("when = { event = \"last\" }\ndrop = true", &[TASK, WORKING, CHUNK], true),
        ("when = { event = \"task\" }\ndrop = true", &[WORKING, CHUNK, DONE], true),
        ("when = { event = 1 }\nswap = true", &[WORKING, TASK, CHUNK, DONE], true),
        ("when = { event = \"artifactUpdate\" }\nduplicate = true", &[TASK, WORKING, CHUNK, CHUNK, DONE], true),
        ("when = { event = 2 }\nclose = \"clean\"", &[TASK, WORKING], true),
        ("when = { event = 2 }\nclose = \"broken\"", &[TASK, WORKING], false),
        (
            "when = { where = { at = \"/**/state\", is = \"TASK_STATE_WORKING\" } }\ndrop = true",
            &[TASK, CHUNK, DONE],
            true,
        ),
        ("when = { event = 2 }\ndelay_ms = 1", &[TASK, WORKING, CHUNK, DONE], true),
        ("when = { event = \"message\" }\ndrop = true", &[TASK, WORKING, CHUNK, DONE], true),
    ];
    for (text, expected, whole) in table {
        let behind = streaming(text).await;

        let (arrived, complete) = arriving(&behind).await;

        let arrived: Vec<&str> = arrived.iter().map(String::as_str).collect();
        assert_eq!((arrived.as_slice(), complete), (*expected, *whole), "{text}");
        assert_eq!(behind.proxy.changes(), u64::from(!text.contains("\"message\"")), "{text}");
    }
}

#[tokio::test]
async fn an_event_that_waits_for_another_one_comes_in_the_end() {
    let behind = streaming("when = { event = 4 }\nswap = true").await;

    let (arrived, complete) = arriving(&behind).await;

    assert_eq!((arrived.len(), complete), (4, true));
    assert_eq!(behind.proxy.changes(), 0);
}

#[tokio::test]
async fn every_event_is_rewritten_that_has_what_is_looked_for() {
    let behind = streaming("rewrite = { set = \"/statusUpdate/taskId\", to = \"u{count}\" }").await;

    let (arrived, _) = arriving(&behind).await;

    assert_eq!(arrived[0], TASK);
    assert_eq!([&arrived[1], &arrived[3]], [&WORKING.replace("\"t\"", "\"u0\""), &DONE.replace("\"t\"", "\"u1\"")]);
    assert_eq!(behind.proxy.changes(), 2);
}
