//! Nobody needs to listen for the work to be done.

use crate::agent::transport::Event;
use crate::prelude::*;
use crate::probe::tells_the_end;
use crate::receivers::{Inbox, Manner};

pub(super) static CHECK: Check = Check {
    id: "ST8",
    slug: "dropped-connection",
    title: "dropping the only stream stops neither the work nor what is stored nor push",
    group: Group::Streaming,
    scope: Scope::EachBinding,
    rules: &[DROPPED_STREAM_STOPS_NOTHING, DROPPED_STREAM_LEAVES_PUSH],
    needs: &[Need::Offered(Capability::Streaming)],
    doc: Doc {
        sends: "a streaming send that is dropped half-way; two tasks that wait, with webhooks, of which one has a \
                subscription that is dropped before it is answered",
        passes: "the tasks reach their ends, with results, and the webhooks are told",
        tolerates: "a webhook that is not told of an undisturbed task either",
        causes: "the work, the store or the deliveries hang on the request that began them",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let (streamed, waiting) = futures::join!(streamed(probe), waiting(probe));
    match (streamed, waiting) {
        // A behaviour that the agent does not have is no obstacle to the other.
        (Err(Stop::NotObserved { .. }), Ok(true)) => Ok(()),
        (streamed, waiting) => streamed.and(waiting.map(drop)),
    }
}

/// A streaming send that is dropped half-way.
async fn streamed(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let message = probe.say(Stimulus::Stream).or_else(|_| probe.say(Slow))?;
    let mut stream = alice.stream(&message).await.map_err(|reply| Stop::prevented(reply.to_string()))?;
    let within = probe.target().patience.finish();
    let moved = stream.until(within, |event| event.is_update() && event.task_id().is_some()).await;
    let Some(id) = moved.as_ref().and_then(Event::task_id) else {
        return Err(Stop::prevented("no stream told an update of a task"));
    };
    drop(stream);

    ended(probe, &alice, id, "the task whose only stream was dropped").await.map(drop)
}

/// Two tasks that wait and are answered; the only stream of one is dropped meanwhile. Whether that could be tried.
async fn waiting(probe: &Probe) -> Result<bool, Stop> {
    let alice = probe.alice();
    let (undisturbed, dropped) = (probe.inbox(Manner::Prompt), probe.inbox(Manner::Prompt));
    let Ok(waits) = asks(probe, &alice, &undisturbed).await else { return Ok(false) };
    let Ok(control) = answered(probe, &alice, &waits).await else { return Ok(false) };
    let Ok(waits) = asks(probe, &alice, &dropped).await else { return Ok(false) };
    let Ok(mut stream) = alice.subscribe(waits.id()).await else { return Ok(false) };
    stream.next().await;
    drop(stream);
    // Time to see who left.
    probe.linger(&alice, waits.id()).await?;
    // If it is refused, the task shows why.
    let _ = answered(probe, &alice, &waits).await;

    let subject = "the task whose only subscription was dropped";
    let ended = ended(probe, &alice, waits.id(), subject).await?;
    let kept = control.artifacts().is_empty() || !ended.artifacts().is_empty();
    let expected = "results, as without a subscription";
    probe.claim(DROPPED_STREAM_STOPS_NOTHING, kept, format!("{subject}, /artifacts"), expected, "none", &[]);
    // A webhook that an undisturbed task does not reach shows nothing here.
    let offered = probe.card().offers(Capability::PushNotifications);
    if offered && probe.delivered(&undisturbed).await.iter().any(tells_the_end) {
        let deliveries = probe.delivered(&dropped).await;
        let told = deliveries.iter().any(tells_the_end);
        let observed = format!("{} notifications without the end", deliveries.len());
        let subject = format!("the webhook of {subject}");
        probe.claim(DROPPED_STREAM_LEAVES_PUSH, told, subject, "told the end", observed, &[]);
    }
    Ok(true)
}

/// A task that waits, with a webhook where the agent takes one.
async fn asks(probe: &Probe, alice: &Caller<'_>, inbox: &Inbox) -> Result<Task, Stop> {
    if probe.card().offers(Capability::PushNotifications) {
        let message = probe.say(Ask)?.configured("taskPushNotificationConfig", probe.config(inbox.url()));
        if let Ok(waiting) = probe.paused_by(alice, Ask, message).await {
            return Ok(waiting);
        }
    }
    probe.paused(alice, Ask).await
}

/// The task that waited, once it is over.
async fn answered(probe: &Probe, alice: &Caller<'_>, waiting: &Task) -> Result<Task, Stop> {
    let answer = probe.answer().to_task(waiting.id()).in_context(waiting.context());
    let reply = probe.patiently(alice, &answer).await;
    let ended = reply.task().filter(Task::is_terminal);
    ended.ok_or_else(|| Stop::prevented(format!("the answer did not end the task: {reply}")))
}

/// The task that nobody watches reaches its end.
async fn ended(probe: &Probe, alice: &Caller<'_>, id: &str, subject: &str) -> Result<Task, Stop> {
    let ended = probe.until(alice, id, Task::is_terminal).await;
    let observed = ended.as_ref().map_or("still not over", Task::state_word).to_owned();
    let completed = ended.as_ref().is_ok_and(|task| task.state() == Some(State::Completed));
    let expected = State::Completed.name();
    probe.claim(DROPPED_STREAM_STOPS_NOTHING, completed, subject, expected, observed, &[]);
    ended.map_err(|_| Stop::Broken)
}
