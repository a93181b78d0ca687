//! A client that asks for the last two messages has room for two.

use crate::agent::Reply as Answered;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "T1",
    slug: "history-length",
    title: "a history is as long as was asked for, and the newest part",
    group: Group::Tasks,
    scope: Scope::EachBinding,
    rules: &[
        HISTORY_IS_BOUNDED,
        HISTORY_IS_THE_NEWEST,
        NO_HISTORY_IS_LEFT_OUT,
        HISTORY_LENGTH_IS_VALIDATED,
        HISTORY_IS_THE_SAME_EVERYWHERE,
    ],
    needs: &[Need::Stimulus(Complete)],
    doc: Doc {
        sends: "historyLength unset, 0, 1, 2 and 1000 with GetTask, ListTasks and both sends, and -1 and a word",
        passes: "never more than asked, the newest in order, none for 0; invalid params for what is no length",
        tolerates: "an agent that keeps less history than is asked for, or none",
        causes: "0 is taken for unset; the oldest part is cut out; one operation or binding ignores the parameter",
    },
    run: |probe| Box::pin(run(probe)),
};

const LENGTHS: [usize; 4] = [0, 1, 2, 1000];

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let task = two_turns(probe, &alice).await?;
    let whole = alice.get(task.id()).await;
    let Some(full) = whole.task() else {
        return Err(Stop::prevented(format!("GetTask did not show the task: {whole}")));
    };

    for length in LENGTHS {
        let got = alice.call(Operation::GetTask, json!({ "id": task.id(), "historyLength": length })).await;
        judge(probe, &got, got.task().as_ref(), length, Some(&full));
        let listed = alice.list(json!({ "contextId": task.context(), "historyLength": length })).await;
        judge(probe, &listed, listed_task(&listed, task.id()).as_ref(), length, Some(&full));
    }
    futures::join!(
        on_sends(probe, 0),
        on_sends(probe, 1),
        on_sends(probe, 2),
        on_streams(probe, 0),
        on_streams(probe, 1)
    );
    no_length(probe, &alice, &task).await;
    everywhere(probe, &task, &full).await;
    Ok(())
}

/// A task with as long a history as a question and an answer make; shorter, where the agent never asks.
async fn two_turns(probe: &Probe, alice: &Caller<'_>) -> Result<Task, Stop> {
    let waiting = probe.at_rest(alice).await?;
    if waiting.is_terminal() {
        return Ok(waiting);
    }
    alice.send(&probe.answer().to_task(waiting.id()).in_context(waiting.context())).await;
    probe.until(alice, waiting.id(), Task::is_terminal).await
}

/// The history in the answer to a send: to an answer, whose task has a past.
async fn on_sends(probe: &Probe, length: usize) {
    let alice = probe.alice();
    let Ok(waiting) = probe.paused(&alice, Ask).await else { return };
    let answer = probe.answer().to_task(waiting.id()).configured("historyLength", length);
    let reply = alice.send(&answer).await;
    let full = probe.until(&alice, waiting.id(), Task::is_terminal).await.ok();
    // Only an answer that shows the end can be compared with the end.
    let full = full.filter(|_| reply.task().is_some_and(|task| task.is_terminal()));
    judge(probe, &reply, reply.task().as_ref(), length, full.as_ref());
}

/// The history in every Task on a stream, which begins with one that has a past.
async fn on_streams(probe: &Probe, length: usize) {
    if !probe.card().offers(Capability::Streaming) {
        return;
    }
    let alice = probe.alice();
    let Ok(waiting) = probe.paused(&alice, Ask).await else { return };
    let answer = probe.answer().to_task(waiting.id()).configured("historyLength", length);
    let Ok(stream) = alice.stream(&answer).await else { return };
    let transcript = stream.to_end(probe.target().patience.finish()).await;
    for task in transcript.events.iter().filter_map(crate::agent::transport::Event::task) {
        let shown = task.history().len();
        let subject = format!("/task/history on a stream with historyLength {length}");
        let expected = format!("at most {length}");
        probe.claim(HISTORY_IS_BOUNDED, shown <= length, subject, expected, shown, &[transcript.exchange]);
    }
}

fn judge(probe: &Probe, reply: &Answered, task: Option<&Task>, length: usize, full: Option<&Task>) {
    let Some(task) = task else { return };
    let exchanges = [reply.exchange];
    let subject = format!("{} /history with historyLength {length}", reply.operation.name());
    let shown = task.history().len();
    let expected = format!("at most {length}");
    probe.claim(HISTORY_IS_BOUNDED, shown <= length, &subject, expected, format!("{shown} messages"), &exchanges);
    if length == 0 {
        let absent = task.value().get("history").is_none();
        probe.claim(NO_HISTORY_IS_LEFT_OUT, absent, &subject, "no member history", "one", &exchanges);
    }
    if let Some(full) = full {
        let (all, part) = (full.message_ids(), task.message_ids());
        let newest = all.ends_with(&part);
        let expected = format!("the end of [{}]", all.join(", "));
        probe.claim(HISTORY_IS_THE_NEWEST, newest, subject, expected, format!("[{}]", part.join(", ")), &exchanges);
    }
}

async fn no_length(probe: &Probe, alice: &Caller<'_>, task: &Task) {
    for wrong in [json!(-1), json!("assay")] {
        let got = alice.call(Operation::GetTask, json!({ "id": task.id(), "historyLength": wrong })).await;
        let subject = |reply: &Answered| format!("{} with historyLength {wrong}", reply.operation.name());
        probe.refused_when(HISTORY_LENGTH_IS_VALIDATED, subject(&got), &got, &[InvalidParams]);
        let listed = alice.list(json!({ "contextId": task.context(), "historyLength": wrong })).await;
        probe.refused_when(HISTORY_LENGTH_IS_VALIDATED, subject(&listed), &listed, &[InvalidParams]);
        let Ok(message) = probe.say(Complete) else { return };
        let sent = alice.send(&message.configured("historyLength", wrong.clone())).await;
        probe.refused_when(HISTORY_LENGTH_IS_VALIDATED, subject(&sent), &sent, &[InvalidParams]);
    }
}

async fn everywhere(probe: &Probe, task: &Task, full: &Task) {
    for caller in probe.every_binding().iter().skip(1) {
        let other = caller.get(task.id()).await;
        let Some(shown) = other.task() else { continue };
        let subject = format!("the history over {}", caller.interface().binding);
        let (expected, observed) = (json!(full.message_ids()), json!(shown.message_ids()));
        probe.same(HISTORY_IS_THE_SAME_EVERYWHERE, subject, &expected, &observed, &[other.exchange]);
    }
}

fn listed_task(listing: &Answered, id: &str) -> Option<Task> {
    let tasks = listing.result()?["tasks"].as_array()?;
    tasks.iter().find(|task| task["id"] == id).map(|task| Task::new(task.clone()))
}
