//! A pause that the task ends by itself is no end for those who watch it.

use crate::agent::transport::Event;
use crate::prelude::*;
use crate::probe::{tells, tells_the_end};
use crate::receivers::{Delivery, Manner};

pub(super) static CHECK: Check = Check {
    id: "ST13",
    slug: "work-after-auth",
    title: "work that goes on after AUTH_REQUIRED stays observable",
    group: Group::Streaming,
    scope: Scope::EachBinding,
    rules: &[RESUMED_WORK_IS_STORED, RESUMED_WORK_IS_STREAMED, RESUMED_WORK_IS_PUSHED, STREAM_STAYS_AT_AUTH_REQUIRED],
    needs: &[Need::Offered(Capability::Streaming), Need::Stimulus(Resume)],
    doc: Doc {
        sends: "a streaming send that asks for authorization and goes on by itself, a subscription meanwhile, and the \
                same with a webhook",
        passes: "GetTask reaches COMPLETED; the streams stay open and tell it, with all that comes before; the \
                 webhook is told",
        tolerates: "streams that close at AUTH_REQUIRED, against a SHOULD; a webhook that gets nothing at all",
        causes: "AUTH_REQUIRED is handled as the end: listeners are let go, or the worker is no longer heard",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let (streamed, pushed) = futures::join!(streamed(probe), pushed(probe));
    streamed.and(pushed)
}

fn waits(state: Option<State>) -> bool {
    state == Some(State::AuthRequired)
}

async fn streamed(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let opening = alice.stream(&probe.say(Resume)?).await;
    let mut own = opening.map_err(|reply| Stop::prevented(reply.to_string()))?;
    let within = probe.target().patience.finish();
    let paused = own.until(within, |event| waits(event.state())).await;
    let Some(id) = paused.as_ref().and_then(Event::task_id).map(str::to_owned) else {
        return Err(Stop::prevented("no stream told AUTH_REQUIRED (see ST4)"));
    };
    let later = alice.subscribe(&id).await;
    let mut streams = vec![own];
    // Too late is no fault of the agent's.
    streams.extend(later);
    let streams = streams.into_iter().map(|stream| stream.to_end(within));
    let (transcripts, ended) =
        futures::join!(futures::future::join_all(streams), probe.until(&alice, &id, Task::is_terminal));

    let observed = ended.as_ref().map_or("still not over", Task::state_word).to_owned();
    let done = ended.as_ref().is_ok_and(|task| task.state() == Some(State::Completed));
    let expected = State::Completed.name();
    probe.claim(RESUMED_WORK_IS_STORED, done, "GetTask after AUTH_REQUIRED", expected, observed, &[]);
    let Ok(task) = ended else { return Err(Stop::Broken) };
    for transcript in &transcripts {
        told(probe, &task, transcript);
    }
    Ok(())
}

/// A stream that saw AUTH_REQUIRED tells what came after, unless it closed there.
fn told(probe: &Probe, task: &Task, transcript: &Transcript) {
    let exchanges = [transcript.exchange];
    let observed = transcript.describe();
    let last = transcript.events.iter().rev().find_map(Event::state);
    let stays = !(transcript.end == End::Closed && waits(last));
    let expected = "open at AUTH_REQUIRED";
    probe.claim(STREAM_STAYS_AT_AUTH_REQUIRED, stays, "a stream", expected, &observed, &exchanges);
    let over = last == task.state() && transcript.end == End::Closed;
    let expected = format!("…, {}, then closed by the agent", task.state_word());
    let subject = "a stream that was open at AUTH_REQUIRED";
    probe.claim(RESUMED_WORK_IS_STREAMED, over || !stays, subject, expected, observed, &exchanges);
    let sum = Folded::of(&transcript.events).essence();
    let sum = if over { sum } else { stored(task) };
    probe.same(RESUMED_WORK_IS_STREAMED, "the sum of that stream", &stored(task), &sum, &exchanges);
}

async fn pushed(probe: &Probe) -> Outcome {
    if !probe.card().offers(Capability::PushNotifications) {
        return Ok(());
    }
    let alice = probe.alice();
    let inbox = probe.inbox(Manner::Prompt);
    let message = probe.say(Resume)?.configured("taskPushNotificationConfig", probe.config(inbox.url()));
    let sent = alice.send(&message.immediately()).await;
    let Some(task) = sent.task() else { return Ok(()) };
    if !probe.until(&alice, task.id(), Task::is_terminal).await.is_ok_and(|task| task.is_terminal()) {
        return Ok(());
    }
    let paused = |delivery: &Delivery| waits(tells(delivery));
    let heard = inbox.until(probe.target().patience.reply, |all| all.iter().any(paused)).await;
    if heard.is_err() {
        // Whether anything is delivered at all is judged elsewhere.
        return Ok(());
    }

    let deliveries = probe.delivered(&inbox).await;

    let done = deliveries.iter().any(tells_the_end);
    let observed = format!("{} notifications without it", deliveries.len());
    probe.claim(RESUMED_WORK_IS_PUSHED, done, "after AUTH_REQUIRED", "the end of the task", observed, &[]);
    Ok(())
}
