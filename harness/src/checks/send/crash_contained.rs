//! Agents break down. Their clients must not wait for ever, and nobody else must suffer.

use crate::agent::Reply as Answered;
use crate::agent::transport::Event;
use crate::prelude::*;
use crate::probe::tells_the_end;
use crate::receivers::Manner;

pub(super) static CHECK: Check = Check {
    id: "S13",
    slug: "crash-contained",
    title: "an agent that breaks down fails its task and nothing else",
    group: Group::Send,
    scope: Scope::EachBinding,
    rules: &[
        CRASH_IS_ANSWERED,
        CRASH_FAILS_THE_TASK,
        CRASHED_TASK_IS_FOUND,
        CRASH_ENDS_STREAMS,
        CRASH_SPARES_OTHERS,
        PUSH_DELIVERS,
    ],
    needs: &[Need::Stimulus(Crash)],
    doc: Doc {
        sends: "a message that makes the agent's code break down: blocking, beside a task that works, not \
                waiting but with a webhook, and as a stream; then GetTask, ListTasks, another message in that context",
        passes: "an answer each time; a task that is found under its id as FAILED; a stream and a webhook that \
                 are told so; the other tasks and the next message are served",
        tolerates: "an error in place of the failed task; a stream that breaks off or ends with an error, if GetTask \
                    shows FAILED",
        causes: "the exception of background work goes nowhere; the failed task is made anew with a fresh id; a lock \
                 is never released",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let bystander = probe.held(&alice).await.ok();

    let context = bystander.as_ref().map(Task::context);
    let (blocking, immediate, streamed) = futures::join!(blocking(probe, context), immediate(probe), streamed(probe));

    if let Some(bystander) = bystander {
        let shown = alice.get(bystander.id()).await;
        let works = shown.task().is_some_and(|task| task.state() == Some(State::Working));
        let subject = "another task that works";
        probe.claim(CRASH_SPARES_OTHERS, works, subject, "it still does", &shown, &[shown.exchange]);
    }
    blocking.and(immediate).and(streamed)
}

/// A caller who waits.
async fn blocking(probe: &Probe, context: Option<&str>) -> Outcome {
    let alice = probe.alice();
    let message = probe.say(Crash)?;
    let message = context.map_or(message.clone(), |context| message.in_context(context));

    let reply = probe.patiently(&alice, &message).await;

    let answered = reply.task().is_some() || reply.message().is_some() || reply.error().is_some();
    let expected = "the failed task, or an error";
    probe.claim(CRASH_IS_ANSWERED, answered, "SendMessage", expected, &reply, &[reply.exchange]);
    if reply.message().is_some() {
        return Err(Stop::prevented(format!("`crash` led to no task and no error: {reply}")));
    }
    let Some(task) = reply.task() else { return served_on(probe, &alice, context).await };
    // Whether a blocking send waits is S1's affair.
    let ended = if task.is_terminal() { Some(task) } else { ended(probe, &alice, task.id()).await };
    failed(probe, ended.as_ref(), reply.exchange);
    if let Some(task) = ended {
        found(probe, &alice, &task, &reply).await;
        served_on(probe, &alice, Some(task.context())).await?;
    }
    Ok(())
}

/// A caller who has gone away meanwhile.
async fn immediate(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let inbox = probe.inbox(Manner::Prompt);
    let message = probe.say(Crash)?.immediately();
    let watched = message.again().configured("taskPushNotificationConfig", probe.config(inbox.url()));
    let offered = probe.card().offers(Capability::PushNotifications);
    let mut reply = alice.send(if offered { &watched } else { &message }).await;
    if reply.task().is_none() && offered {
        // An agent may refuse to call us back.
        reply = alice.send(&message).await;
    }
    let Some(task) = reply.task() else { return Ok(()) };

    let ended = ended(probe, &alice, task.id()).await;

    failed(probe, ended.as_ref(), reply.exchange);
    let begun = !inbox.deliveries().is_empty();
    if begun && ended.is_some() {
        let told = probe.delivered(&inbox).await.iter().any(tells_the_end);
        let expected = "a notification that tells the end";
        probe.claim(PUSH_DELIVERS, told, "the webhook of that task", expected, "none", &[reply.exchange]);
    }
    Ok(())
}

/// A caller who listens.
async fn streamed(probe: &Probe) -> Outcome {
    if !probe.card().offers(Capability::Streaming) {
        return Ok(());
    }
    let alice = probe.alice();
    let Ok(stream) = alice.stream(&probe.say(Crash)?).await else { return Ok(()) };

    let transcript = stream.to_end(probe.target().patience.finish()).await;

    let exchanges = [transcript.exchange];
    let observed = transcript.describe();
    let ends = transcript.end != End::StillOpen;
    probe.claim(CRASH_ENDS_STREAMS, ends, "the end of the stream", "closed", &observed, &exchanges);
    let Some(id) = transcript.events.iter().find_map(Event::task_id) else { return Ok(()) };
    let last = transcript.events.iter().rev().find_map(Event::state);
    let broke = transcript.flaw().is_some() || matches!(transcript.end, End::Broken(_));
    let told = last == Some(State::Failed) || broke;
    let expected = "FAILED, an error, or a broken connection";
    probe.claim(CRASH_ENDS_STREAMS, told, "the last event", expected, &observed, &exchanges);
    let ended = ended(probe, &alice, id).await;
    failed(probe, ended.as_ref(), transcript.exchange);
    Ok(())
}

/// The conversation in which the agent broke down goes on.
async fn served_on(probe: &Probe, alice: &Caller<'_>, context: Option<&str>) -> Outcome {
    let Ok(next) = probe.say(Complete) else { return Ok(()) };
    let next = context.map_or(next.clone(), |context| next.in_context(context));
    let reply = alice.send(&next).await;
    let served = reply.result().is_some();
    probe.claim(CRASH_SPARES_OTHERS, served, "the next message", "a result", &reply, &[reply.exchange]);
    Ok(())
}

async fn ended(probe: &Probe, alice: &Caller<'_>, id: &str) -> Option<Task> {
    probe.until(alice, id, Task::is_terminal).await.ok()
}

fn failed(probe: &Probe, ended: Option<&Task>, exchange: usize) {
    let state = ended.map_or("no end", Task::state_word);
    let held = state == State::Failed.name();
    probe.claim(CRASH_FAILS_THE_TASK, held, "/status/state", State::Failed.name(), state, &[exchange]);
}

/// The answer is about a task that is there for everybody.
async fn found(probe: &Probe, alice: &Caller<'_>, task: &Task, reply: &Answered) {
    let shown = alice.get(task.id()).await;
    let stored = shown.task().map(|task| task.essence()).unwrap_or_default();
    let exchanges = [shown.exchange, reply.exchange];
    probe.same(CRASHED_TASK_IS_FOUND, "GetTask", &task.essence(), &stored, &exchanges);
    let listing = alice.list(json!({ "contextId": task.context() })).await;
    let Some(tasks) = listing.result().and_then(|listed| listed["tasks"].as_array()) else { return };
    let listed = tasks.iter().any(|listed| listed["id"] == task.id() && listed["status"]["state"] == task.state_word());
    let exchanges = [listing.exchange, reply.exchange];
    probe.claim(CRASHED_TASK_IS_FOUND, listed, "ListTasks", "the failed task", &listing, &exchanges);
}
