//! Whoever joins late first learns where things stand.

use crate::agent::transport::Event;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "ST2",
    slug: "subscribe-snapshot",
    title: "a subscription begins with the task and follows it to its end",
    group: Group::Streaming,
    scope: Scope::EachBinding,
    rules: &[
        SUBSCRIPTION_OPENS,
        SUBSCRIPTION_STARTS_WITH_THE_TASK,
        SUBSCRIPTION_FOLLOWS,
        FINISHED_TASK_HAS_NO_STREAM,
        UNKNOWN_TASK_HAS_NO_STREAM,
        SUBSCRIBE_IS_ROUTED,
    ],
    needs: &[Need::Offered(Capability::Streaming), Need::Stimulus(Hold)],
    doc: Doc {
        sends: "SubscribeToTask on a held task, twice with a dropped connection between; on a slow one and two waiting \
                ones as they go on; on finished ones and an unknown one; over HTTP+JSON with both verbs",
        passes: "the Task as GetTask shows it, then each later update once, then the close; plain errors for the others",
        tolerates: "a stream that closes at INPUT_REQUIRED; POST or GET, as long as one of them works",
        causes: "only future updates are sent; the snapshot is the task as it was made; the stream ends after the snapshot",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let (held, slow, midway, answered, unauthorized, refused, routed) = futures::join!(
        held(probe),
        slow(probe),
        midway(probe),
        answered(probe),
        unauthorized(probe),
        refused(probe),
        other_verb(probe)
    );
    held.and(slow).and(midway).and(answered).and(unauthorized).and(refused).and(routed)
}

/// A held task: nothing happens between snapshot and cancel.
async fn held(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let task = probe.held(&alice).await?;
    let dropped = joined(probe, &alice, task.id()).await?;
    drop(dropped);

    let stream = joined(probe, &alice, task.id()).await?;
    alice.cancel(task.id()).await;
    let transcript = stream.to_end(probe.target().patience.reply).await;
    follows(probe, &alice, task.id(), &transcript).await
}

/// A task that goes on by itself, joined on its way.
async fn slow(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let Ok(message) = probe.say(Slow) else { return Ok(()) };
    let task = probe.begun(&alice, Slow, message).await?;
    // Too late is no fault of the agent's: it says so, and that is judged elsewhere.
    let Ok(stream) = alice.subscribe(task.id()).await else { return Ok(()) };

    let transcript = stream.to_end(probe.target().patience.finish()).await;

    follows(probe, &alice, task.id(), &transcript).await
}

/// A task that has an artifact already, joined as soon as its own stream tells so.
async fn midway(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let Ok(message) = probe.say(Stimulus::Stream) else { return Ok(()) };
    let Ok(mut own) = alice.stream(&message).await else { return Ok(()) };
    let within = probe.target().patience.finish();
    let begun = own.until(within, |event| matches!(event.kind, EventKind::Artifact)).await;
    let Some(id) = begun.as_ref().and_then(Event::task_id).map(str::to_owned) else { return Ok(()) };
    // Too late is no fault of the agent's here either.
    let Ok(stream) = alice.subscribe(&id).await else { return Ok(()) };

    let transcript = stream.to_end(within).await;

    follows(probe, &alice, &id, &transcript).await
}

/// A task that waits, joined before it is answered.
async fn answered(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let Ok(waiting) = probe.paused(&alice, Ask).await else { return Ok(()) };
    let stream = joined(probe, &alice, waiting.id()).await?;

    alice.send(&probe.answer().to_task(waiting.id()).in_context(waiting.context())).await;
    let transcript = stream.to_end(probe.target().patience.reply).await;

    if transcript.events.len() == 1 && transcript.end == End::Closed {
        // §11.7 lets a stream close at an interrupted state.
        return Ok(());
    }
    follows(probe, &alice, waiting.id(), &transcript).await
}

/// A task that waits for an authorization is not over.
async fn unauthorized(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let Ok(waiting) = probe.paused(&alice, Authorize).await else { return Ok(()) };
    joined(probe, &alice, waiting.id()).await.map(drop)
}

/// A subscription whose first event is the task as GetTask shows it.
async fn joined(probe: &Probe, alice: &Caller<'_>, id: &str) -> Result<Stream, Stop> {
    let before = probe.now(alice, id).await?;
    // An agent that serves one stream a task (§3.5.2) needs time to see who left.
    let opening = probe.opened_in_time(|| alice.subscribe(id)).await;
    let mut stream = probe.streams(SUBSCRIPTION_OPENS, opening)?;
    let exchanges = [stream.exchange()];
    let subject = "the first event";
    let event = match stream.next().await {
        Next::Event(event) => event,
        Next::End(end) => {
            probe.claim(SUBSCRIPTION_STARTS_WITH_THE_TASK, false, subject, "the Task", end, &exchanges);
            return Err(Stop::Broken);
        }
    };
    probe.well_formed(&shape::STREAM_RESPONSE, &event.value, stream.exchange());
    let task = event.task();
    let is_task = task.is_some();
    probe.claim(SUBSCRIPTION_STARTS_WITH_THE_TASK, is_task, subject, "the Task", event.describe(), &exchanges);
    let Some(task) = task else { return Err(Stop::Broken) };
    let after = probe.now(alice, id).await?;
    if before.essence() == after.essence() {
        let subject = "the snapshot";
        probe.same(SUBSCRIPTION_STARTS_WITH_THE_TASK, subject, &after.essence(), &task.essence(), &exchanges);
    } else {
        // The task moved meanwhile: the snapshot lies between the two looks.
        let between = before.timestamp() <= task.timestamp() && task.timestamp() <= after.timestamp();
        let (expected, observed) = (format!("{:?}", before.timestamp_word()), format!("{:?}", task.timestamp_word()));
        let subject = "the snapshot's timestamp";
        probe.claim(SUBSCRIPTION_STARTS_WITH_THE_TASK, between, subject, expected, observed, &exchanges);
    }
    Ok(stream)
}

/// Snapshot and updates add up to the task, and the stream closes with it.
async fn follows(probe: &Probe, alice: &Caller<'_>, id: &str, transcript: &Transcript) -> Outcome {
    let exchanges = [transcript.exchange];
    let observed = transcript.describe();
    let over = transcript.events.iter().rev().find_map(Event::state).is_some_and(State::is_terminal);
    probe.claim(SUBSCRIPTION_FOLLOWS, over, "the last event", "tells a terminal state", &observed, &exchanges);
    let closed = transcript.end == End::Closed;
    probe.claim(SUBSCRIPTION_FOLLOWS, closed, "the end of the stream", "closed by the agent", &observed, &exchanges);
    probe.of_one_task(SUBSCRIPTION_FOLLOWS, transcript);
    probe.updates_only(SUBSCRIPTION_FOLLOWS, transcript);
    let once = !repeats(transcript);
    probe.claim(SUBSCRIPTION_FOLLOWS, once, "the updates", "none twice", &observed, &exchanges);
    let task = probe.now(alice, id).await?;
    let sum = Folded::of(&transcript.events).essence();
    probe.same(SUBSCRIPTION_FOLLOWS, "the subscription's sum", &stored(&task), &sum, &exchanges);
    Ok(())
}

/// Whether a status comes twice: told by its timestamp, since two artifact chunks may rightly be alike.
fn repeats(transcript: &Transcript) -> bool {
    let updates = transcript.updates();
    let statuses: Vec<&Value> = updates.iter().filter_map(|event| event.status()).collect();
    statuses.iter().enumerate().any(|(at, status)| !status["timestamp"].is_null() && statuses[..at].contains(status))
}

async fn refused(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    for task in Box::pin(probe.finished_in_every_way(&alice)).await? {
        let late = alice.attempt(Operation::SubscribeToTask, json!({ "id": task.id() })).await;
        probe.refused(FINISHED_TASK_HAS_NO_STREAM, &late, UnsupportedOperation);
    }
    let unknown = alice.attempt(Operation::SubscribeToTask, json!({ "id": probe.unknown_id() })).await;
    probe.refused(UNKNOWN_TASK_HAS_NO_STREAM, &unknown, TaskNotFound);
    Ok(())
}

/// Over HTTP+JSON there are two verbs for it. One works; the other works too, or is not routed.
async fn other_verb(probe: &Probe) -> Outcome {
    if probe.binding() != Binding::HttpJson {
        return Ok(());
    }
    let alice = probe.alice();
    let task = probe.held(&alice).await?;
    for (verb, opening) in alice.subscribe_by_each_verb(task.id()).await {
        let (held, observed, exchange) = match opening {
            Ok(stream) => (true, "a stream".to_owned(), stream.exchange()),
            Err(reply) => {
                let mistaken = reply.result().is_some()
                    || reply.error().is_some_and(|error| error.compare(TaskNotFound) != crate::agent::Match::Other);
                (!mistaken, reply.to_string(), reply.exchange)
            }
        };
        let expected = "a stream, or no such route";
        probe.claim(SUBSCRIBE_IS_ROUTED, held, format!("{verb} …:subscribe"), expected, observed, &[exchange]);
    }
    Ok(())
}
