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
        sends: "a streaming send with a webhook that is read to its end, and another that is dropped after its first \
                piece; a subscription that is dropped while the task works",
        passes: "the task reaches its end, with what came after the drop; the webhook is told as before",
        tolerates: "a task whose first piece is all there is; a webhook that gets nothing from either stream",
        causes: "the work, the store or the deliveries hang on the request that began them",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let (streamed, subscribed) = futures::join!(streamed(probe), subscribed(probe));
    match (streamed, subscribed) {
        // One way is enough to have seen something.
        (Ok(()), Err(Stop::NotObserved { .. })) | (Err(Stop::NotObserved { .. }), Ok(())) => Ok(()),
        (streamed, subscribed) => streamed.and(subscribed),
    }
}

/// Two streams of the same behaviour: one is read to its end, the other dropped half-way.
async fn streamed(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let (undisturbed, dropped) = (probe.inbox(Manner::Prompt), probe.inbox(Manner::Prompt));
    let within = probe.target().patience.finish();
    let stream = begun(probe, &alice, &undisturbed).await?;
    stream.to_end(within).await;
    let mut stream = begun(probe, &alice, &dropped).await?;
    let piece = stream.until(within, |event| matches!(event.kind, EventKind::Artifact)).await;
    let Some(piece) = piece else { return Err(Stop::prevented("no stream told a piece of an artifact")) };
    let Some(id) = piece.task_id().map(str::to_owned) else { return Err(Stop::prevented("no event named a task")) };
    let told = Folded::of(stream.seen()).essence();
    drop(stream);

    let ended = ended(probe, &alice, &id, "the task whose only stream was dropped").await?;

    let whole = piece.value["artifactUpdate"]["lastChunk"] == true;
    let more = stored(&ended)["artifacts"] != told["artifacts"];
    let expected = "more than was told before the drop";
    let subject = "the artifacts of the task whose only stream was dropped";
    probe.claim(DROPPED_STREAM_STOPS_NOTHING, more || whole, subject, expected, &told["artifacts"], &[]);
    if !probe.card().offers(Capability::PushNotifications) {
        return Ok(());
    }
    // A webhook that an undisturbed task does not reach shows nothing here.
    if probe.delivered(&undisturbed).await.iter().any(tells_the_end) {
        let deliveries = probe.delivered(&dropped).await;
        let told = deliveries.iter().any(tells_the_end);
        let observed = format!("{} notifications without the end", deliveries.len());
        let subject = "the webhook of the task whose only stream was dropped";
        probe.claim(DROPPED_STREAM_LEAVES_PUSH, told, subject, "told the end", observed, &[]);
    }
    Ok(())
}

/// A stream of several pieces, with a webhook where the agent takes one.
async fn begun(probe: &Probe, alice: &Caller<'_>, inbox: &Inbox) -> Result<Stream, Stop> {
    let message = probe.say(Stimulus::Stream).or_else(|_| probe.say(Slow))?;
    if probe.card().offers(Capability::PushNotifications) {
        let told = message.clone().configured("taskPushNotificationConfig", probe.config(inbox.url()));
        if let Ok(stream) = alice.stream(&told).await {
            return Ok(stream);
        }
    }
    alice.stream(&message.again()).await.map_err(|reply| Stop::prevented(reply.to_string()))
}

/// A task that nobody waits for; the one subscription to it is dropped.
async fn subscribed(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let reply = alice.send(&probe.say(Slow)?.immediately()).await;
    let task = probe.made(Slow, &reply)?;
    let mut stream = alice.subscribe(task.id()).await.map_err(|reply| Stop::prevented(reply.to_string()))?;
    let named = stream.until(probe.target().patience.reply, |event| event.task_id().is_some()).await;
    if named.as_ref().and_then(Event::state).is_none_or(State::is_terminal) {
        return Err(Stop::prevented("the task was over before its subscription could be dropped"));
    }
    drop(stream);

    ended(probe, &alice, task.id(), "the task whose only subscription was dropped").await.map(drop)
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
