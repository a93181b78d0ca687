//! A bound on the history holds wherever a task is shown, and takes nothing else away.

use crate::agent::transport::Event;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "T7",
    slug: "history-everywhere",
    title: "a history length holds on new and on live tasks, and cuts nothing else",
    group: Group::Tasks,
    scope: Scope::EachBinding,
    rules: &[HISTORY_IS_BOUNDED, HISTORY_IS_THE_NEWEST, HISTORY_LENGTH_CUTS_NOTHING_ELSE],
    needs: &[Need::Stimulus(Complete)],
    doc: Doc {
        sends: "historyLength 0 with the first message of a task in every style of sending, 1 with everything that \
                shows a task that works, and 0 with GetTask and with an answer",
        passes: "never more than asked, nothing older where there is something newer, and afterwards all that was there",
        tolerates: "an agent that keeps no history or refuses messages to a task that works",
        causes: "the bound is applied in GetTask alone, cuts the wrong end, or cuts what is stored",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let (first, live, alone) = futures::join!(first_messages(probe), live(probe), alone(probe));
    first.and(live).and(alone)
}

/// A task that begins has one message, and is shown without it.
async fn first_messages(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let message = probe.say(Complete)?.configured("historyLength", 0);
    for message in [message.again(), message.again().immediately()] {
        let reply = probe.patiently(&alice, &message).await;
        let Some(task) = reply.task() else { continue };
        bounded(probe, "a new task in the answer", &task, 0, reply.exchange);
    }
    if !probe.card().offers(Capability::Streaming) {
        return Ok(());
    }
    let Ok(stream) = alice.stream(&message).await else { return Ok(()) };
    let transcript = stream.to_end(probe.target().patience.finish()).await;
    for task in transcript.events.iter().filter_map(Event::task) {
        bounded(probe, "a new task on a stream", &task, 0, transcript.exchange);
    }
    Ok(())
}

fn bounded(probe: &Probe, what: &str, task: &Task, length: usize, exchange: usize) {
    let shown = task.history().len();
    let subject = format!("/history of {what} with historyLength {length}");
    let expected = format!("at most {length}");
    probe.claim(HISTORY_IS_BOUNDED, shown <= length, subject, expected, format!("{shown} messages"), &[exchange]);
}

/// A task that works and was told something since: the first message is not the newest.
async fn live(probe: &Probe) -> Outcome {
    let Ok(message) = probe.say(Hold) else { return Ok(()) };
    let alice = probe.alice();
    let first = probe.finished(&alice, Complete).await?;
    let begun = message.id().to_owned();
    let held = probe.held_by(&alice, message.in_context(first.context())).await?;
    let more = || Message::text("assay").to_task(held.id()).immediately();
    let told = more();
    alice.send(&told).await;
    let before = probe.now(&alice, held.id()).await?;
    let ids = before.message_ids();
    let oldest = ids.iter().position(|id| *id == begun).or(Some(0)).filter(|_| ids.len() > 1);
    let since = ids.iter().position(|id| *id == told.id());
    // One that keeps no such message has nothing newer to show.
    if since.is_none() || oldest >= since {
        return Ok(());
    }

    let got = alice.call(Operation::GetTask, json!({ "id": held.id(), "historyLength": 1 })).await;
    if let Some(task) = got.task() {
        bounded(probe, "a task that works", &task, 1, got.exchange);
        newest(probe, "GetTask", &task, &ids[..since.unwrap_or_default()], got.exchange);
    }
    let sent = alice.send(&more().configured("historyLength", 1)).await;
    if let Some(task) = sent.task() {
        bounded(probe, "a task that works, told more", &task, 1, sent.exchange);
        newest(probe, "SendMessage", &task, &ids[..since.unwrap_or_default()], sent.exchange);
    }
    if !probe.card().offers(Capability::Streaming) {
        return Ok(());
    }
    let Ok(mut stream) = alice.stream(&more().configured("historyLength", 1)).await else { return Ok(()) };
    stream.next().await;
    if let Some(task) = stream.seen().first().and_then(Event::task) {
        bounded(probe, "a task that works, at the head of a stream", &task, 1, stream.exchange());
        newest(probe, "SendStreamingMessage", &task, &ids[..since.unwrap_or_default()], stream.exchange());
    }
    Ok(())
}

fn newest(probe: &Probe, how: &str, task: &Task, older: &[&str], exchange: usize) {
    let shown = task.message_ids();
    let held = !shown.iter().any(|id| older.contains(id));
    let subject = format!("{how} with historyLength 1 on a task that works");
    let expected = format!("none of the older [{}]", older.join(", "));
    probe.claim(HISTORY_IS_THE_NEWEST, held, subject, expected, format!("[{}]", shown.join(", ")), &[exchange]);
}

/// Without its history a task is what it was, and afterwards the history is still there.
async fn alone(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let finished = probe.finished(&alice, Complete).await?;
    let before = probe.now(&alice, finished.id()).await?;
    let got = alice.call(Operation::GetTask, json!({ "id": before.id(), "historyLength": 0 })).await;
    let Some(bare) = got.task() else {
        return Err(Stop::prevented(format!("GetTask did not show the task without its history: {got}")));
    };
    let subject = "the rest of a task that is shown without history";
    let exchanges = [got.exchange];
    probe.same(HISTORY_LENGTH_CUTS_NOTHING_ELSE, subject, &before.essence(), &bare.essence(), &exchanges);
    kept(probe, &before, &probe.now(&alice, before.id()).await?, "GetTask", got.exchange);

    let Ok(waiting) = probe.paused(&alice, Ask).await else { return Ok(()) };
    let before = probe.now(&alice, waiting.id()).await?;
    let answer = probe.answer().to_task(before.id()).configured("historyLength", 0);
    let sent = probe.patiently(&alice, &answer).await;
    let after = probe.until(&alice, before.id(), Task::is_terminal).await?;
    kept(probe, &before, &after, "an answer", sent.exchange);
    if let Some(told) = sent.task().filter(Task::is_terminal) {
        let subject = "the artifacts of an answer without history";
        let (whole, told) = (meaning(&json!(after.artifacts())), meaning(&json!(told.artifacts())));
        probe.same(HISTORY_LENGTH_CUTS_NOTHING_ELSE, subject, &whole, &told, &[sent.exchange]);
    }
    Ok(())
}

fn kept(probe: &Probe, before: &Task, after: &Task, how: &str, exchange: usize) {
    let (was, is) = (before.message_ids(), after.message_ids());
    let held = is.starts_with(&was);
    let subject = format!("the history after {how} with historyLength 0");
    let (expected, observed) = (format!("still [{}]", was.join(", ")), format!("[{}]", is.join(", ")));
    probe.claim(HISTORY_LENGTH_CUTS_NOTHING_ELSE, held, subject, expected, observed, &[exchange]);
}
