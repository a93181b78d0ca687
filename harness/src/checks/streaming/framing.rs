//! However large an event is, it comes as one.

use crate::agent::transport::Event;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "ST11",
    slug: "framing",
    title: "one event is one document, also where it is large",
    group: Group::Streaming,
    scope: Scope::EachBinding,
    rules: &[LARGE_EVENTS_ARE_WHOLE, LARGE_EVENTS_SAY_ALL],
    needs: &[Need::Offered(Capability::Streaming)],
    doc: Doc {
        sends: "a streaming send with a text of nearly a hundred kilobytes, full of line breaks and of what frames \
                events; and a subscription to a task that holds such a text",
        passes: "each event is one document, none is missing, and where a history is shown the text is as it was sent",
        tolerates: "an agent that refuses so large a message, and one that shows no history; comments between events",
        causes: "events are cut to the size of a buffer; line breaks are written as they are; large ones are dropped",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let (sent, joined) = futures::join!(sent(probe), joined(probe));
    match (sent, joined) {
        (Err(why), false) => Err(why),
        _ => Ok(()),
    }
}

/// A text that any framing by lines has to take care of.
fn large() -> String {
    "a line of text\ndata: {\"task\": null}\n\n: no comment\r\nid: 1\u{2028}\u{e9}\u{20ac}\u{1f980} ".repeat(1_250)
}

async fn sent(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let text = large();
    let message = probe.say(Complete)?.and(json!({ "text": text }));
    let refused = |reply: Box<crate::agent::Reply>| {
        Stop::prevented(format!("the agent takes no message of {} bytes: {reply}", text.len()))
    };
    let stream = alice.stream(&message).await.map_err(refused)?;
    let transcript = stream.to_end(probe.target().patience.finish()).await;

    whole(probe, &transcript, message.id(), &text);
    let exchanges = [transcript.exchange];
    let told = transcript.events.iter().rev().find_map(Event::state).is_some_and(State::is_terminal);
    let direct = transcript.events.iter().any(|event| matches!(event.kind, EventKind::Message));
    let begins = transcript.events.first().is_some_and(|event| matches!(event.kind, EventKind::Task));
    let all = direct || (begins && told);
    let expected = "the Task, …, a terminal state";
    probe.claim(LARGE_EVENTS_SAY_ALL, all, "the stream", expected, transcript.describe(), &exchanges);
    Ok(())
}

/// A task that holds such a text, joined; whether that could be seen.
async fn joined(probe: &Probe) -> bool {
    let alice = probe.alice();
    let text = large();
    let Ok(message) = probe.say(Hold) else { return false };
    let message = message.and(json!({ "text": text }));
    let Ok(task) = probe.held_by(&alice, message.clone()).await else { return false };
    let Ok(stream) = alice.subscribe(task.id()).await else { return false };
    alice.cancel(task.id()).await;
    let transcript = stream.to_end(probe.target().patience.reply).await;

    whole(probe, &transcript, message.id(), &text);
    true
}

/// Every event is a document, and where the message is shown it says what was sent.
fn whole(probe: &Probe, transcript: &Transcript, id: &str, text: &str) {
    let exchanges = [transcript.exchange];
    let flaw = transcript.events.iter().find(|event| matches!(event.kind, EventKind::Malformed(_)));
    let observed = flaw.map(Event::describe).unwrap_or_default();
    probe.claim(LARGE_EVENTS_ARE_WHOLE, flaw.is_none(), "an event", "one document", observed, &exchanges);
    let tasks = transcript.events.iter().filter_map(Event::task);
    let history: Vec<Value> = tasks.flat_map(|task| task.history().to_vec()).collect();
    for message in history.iter().filter(|message| message["messageId"] == id) {
        let shown = message["parts"].as_array().is_some_and(|parts| parts.iter().any(|part| part["text"] == text));
        let observed = format!("another one: {} bytes", message["parts"].to_string().len());
        let expected = format!("the text of {} bytes that was sent", text.len());
        probe.claim(LARGE_EVENTS_SAY_ALL, shown, "the message in the Task", expected, observed, &exchanges);
    }
}
