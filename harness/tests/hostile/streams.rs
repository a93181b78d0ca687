//! What is hostile in the streams of an agent whose card is sound. Other calls find every task finished.

use serde_json::{Value, json};

use super::Behaviour;
use super::lifelike::{self, streams, task, task_id};
use super::replies::{CARD, sound_card};
use super::script::Script;
use crate::support::impostor::Request;

pub(super) fn all() -> Vec<Behaviour> {
    let streamed = |name, answer| Behaviour { name, card: sound_card, answer, attack: None, earns: CARD };
    vec![
        streamed("a comment without end", |request, _| or_else(request, || Script::events().once(":").forever("c"))),
        streamed("comments without end", |request, _| or_else(request, || Script::events().forever(":\n\n"))),
        streamed("empty lines without end", |request, _| or_else(request, || Script::events().forever("\n"))),
        streamed("a line without end", |request, _| or_else(request, || Script::events().once("data: ").forever("d"))),
        streamed("an event without end", |request, _| or_else(request, || Script::events().forever("data: d\n"))),
        streamed("a field without end", |request, _| or_else(request, || Script::events().forever("x"))),
        streamed("fields without end", |request, _| {
            or_else(request, || Script::events().forever("event: e\nid: i\nretry: 1\n"))
        }),
        streamed("tiny events by the hundred thousand", |request, _| {
            or_else(request, || Script::events().times(300_000, "data: 1\n\n"))
        }),
        streamed("events without end", |request, _| {
            or_else(request, || Script::events().forever(update(request, "t")))
        }),
        streamed("events that explode when they are parsed", |request, _| {
            or_else(request, || Script::events().once("data: [0").times(400_000, ",{\"\":0}").once("]\n\n").silence())
        }),
        streamed("many events that weigh much", |request, _| {
            or_else(request, || {
                let heavy = format!("data: [{}0]\n\n", "{},".repeat(1_000));
                Script::events().forever(heavy)
            })
        }),
        streamed("an event of a megabyte", |request, _| {
            or_else(request, || Script::events().once("data: \"").times(1_000_000, "x").once("\"\n\n").silence())
        }),
        streamed("an event nested a hundred thousand deep", |request, _| {
            or_else(request, || Script::events().once("data: ").times(100_000, "[").once("\n\n").silence())
        }),
        streamed("events after the end", |request, _| {
            or_else(request, || {
                let end = task(&task_id(request), "TASK_STATE_COMPLETED");
                Script::events().event(&wrapped(request, &json!({ "task": end }))).forever(update(request, "t"))
            })
        }),
        streamed("events byte by byte", |request, _| or_else(request, || Script::events().drip(update(request, "t")))),
        streamed("bytes that are no text", |request, _| {
            or_else(request, || Script::events().forever(vec![0xff, 0x00, 0xfe, b'\n']))
        }),
        streamed("half of a character in every event", |request, _| {
            or_else(request, || Script::events().forever(b"data: \xe2\x82\n\n".to_vec()))
        }),
        streamed("a delay of years before coming back", |request, _| {
            or_else(request, || Script::events().once("retry: 999999999999999999999999\nid: \0\n\n").silence())
        }),
        streamed("a stream that never says a byte", |request, _| or_else(request, || Script::events().silence())),
        streamed("a stream that is torn down", |request, _| {
            or_else(request, || Script::events().once(update(request, "t")).reset())
        }),
        streamed("a first event and no end", |request, _| {
            or_else(request, || {
                let begun = task(&task_id(request), "TASK_STATE_WORKING");
                Script::events().event(&wrapped(request, &json!({ "task": begun }))).silence()
            })
        }),
        streamed("the ids of other tasks by turns", |request, _| {
            or_else(request, || Script::events().forever(update(request, "one") + &update(request, "other")))
        }),
        streamed("an id of a megabyte in every event", |request, _| {
            or_else(request, || Script::events().stretched(&update(request, "~").repeat(3), 300_000).silence())
        }),
        streamed("events that act on a terminal", |request, _| {
            or_else(request, || {
                let acting = "\u{1b}[2J\u{9b}31m\u{202e}\u{2066}\u{7}";
                let event = json!({ acting: acting, "task": { "id": acting, "status": { "state": acting } } });
                Script::events().event(&wrapped(request, &event)).event(&wrapped(request, &json!({ acting: 1 })))
            })
        }),
        streamed("errors in the place of events", |request, _| {
            or_else(request, || {
                let error = json!({ "code": -32000, "message": "\u{1b}[31m", "data": [{ "@type": 1 }] });
                Script::events()
                    .forever(format!("data: {}\n\n", json!({ "jsonrpc": "2.0", "id": request.id(), "error": error })))
            })
        }),
        streamed("artifacts that grow without end", |request, _| {
            or_else(request, || {
                let begun = json!({ "task": task("t", "TASK_STATE_WORKING") });
                let chunk = json!({ "artifactUpdate": {
                "taskId": "t", "contextId": "everybody's", "append": true,
                "artifact": { "artifactId": "a", "parts": [{ "text": "x".repeat(500) }] },
            } });
                let (begun, chunk) = (wrapped(request, &begun), wrapped(request, &chunk));
                Script::events().event(&begun).forever(format!("data: {chunk}\n\n"))
            })
        }),
        streamed("a stream where none was asked for", |request, _| Script::events().forever(update(request, "t"))),
    ]
}

/// What a stream is answered with; everything else finds its task finished.
fn or_else(request: &Request, stream: impl FnOnce() -> Script) -> Script {
    if streams(request) { stream() } else { Script::json(lifelike::finished(request)) }
}

fn wrapped(request: &Request, event: &Value) -> Value {
    serde_json::from_str(&request.result(event)).unwrap_or_default()
}

/// One status update of a task, as an event.
fn update(request: &Request, id: &str) -> String {
    let status = json!({ "state": "TASK_STATE_WORKING", "timestamp": "yesterday" });
    let event = json!({ "statusUpdate": { "taskId": id, "contextId": "everybody's", "status": status } });
    format!("data: {}\n\n", wrapped(request, &event))
}
