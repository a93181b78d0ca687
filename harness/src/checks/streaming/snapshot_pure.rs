//! The first Task and the updates after it fit together without a gap and without an overlap.

use crate::agent::transport::Event;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "ST10",
    slug: "snapshot-pure",
    title: "the first Task shows what is not told after it, and nothing that is",
    group: Group::Streaming,
    scope: Scope::EachBinding,
    rules: &[SNAPSHOT_LOSES_NOTHING, SNAPSHOT_IS_NOT_TOLD_AGAIN],
    needs: &[Need::Offered(Capability::Streaming)],
    doc: Doc {
        sends: "streaming sends; one that is joined by a subscription at each of its events, and one while it is held",
        passes: "a new task's first Task holds no result that comes later; each subscription's first Task is the task \
                 as its other events leave it off",
        tolerates: "a subscription that comes too late; what is told again is advice, for the sum is right",
        causes: "the first Task is written from the live task; snapshot and queue are taken at two moments",
    },
    run: |probe| Box::pin(run(probe)),
};

/// At how many events of a stream a subscription is opened.
const POINTS: usize = 6;

async fn run(probe: &Probe) -> Outcome {
    let seen = futures::join!(new(probe, Complete), new(probe, Slow), joined(probe), held(probe),);
    if !(seen.0 || seen.1 || seen.2 || seen.3) {
        return Err(Stop::prevented("the agent never streamed a task"));
    }
    Ok(())
}

/// A new task's first Task; whether there was one.
async fn new(probe: &Probe, stimulus: Stimulus) -> bool {
    let alice = probe.alice();
    let Ok(message) = probe.say(stimulus) else { return false };
    let Ok(stream) = alice.stream(&message).await else { return false };
    let transcript = stream.to_end(probe.target().patience.finish()).await;
    let Some(first) = transcript.events.first().and_then(Event::task) else { return false };

    let again = transcript.events.iter().skip(1).find(|event| shows(&first, event));

    let observed = again.map(Event::describe).unwrap_or_default();
    let expected = "nothing that the first Task shows";
    let subject = "the updates of a new task";
    probe.claim(SNAPSHOT_IS_NOT_TOLD_AGAIN, again.is_none(), subject, expected, observed, &[transcript.exchange]);
    true
}

/// Whether a Task shows already what an update would make of it: an artifact that stays as it is.
fn shows(task: &Task, update: &Event) -> bool {
    let made = &update.value["artifactUpdate"];
    let whole = matches!(update.kind, EventKind::Artifact) && made["append"] != true;
    whole && task.artifacts().iter().any(|known| meaning(known) == meaning(&made["artifact"]))
}

/// A task that goes on by itself, joined at each of its events; whether a subscription was in time.
async fn joined(probe: &Probe) -> bool {
    let alice = probe.alice();
    let Ok(message) = probe.say(Stimulus::Stream).or_else(|_| probe.say(Slow)) else { return false };
    let Ok(mut own) = alice.stream(&message).await else { return false };
    let mut later = Vec::new();
    while let Next::Event(event) = own.next().await {
        let over = event.state().is_some_and(State::is_terminal);
        let Some(id) = event.task_id().filter(|_| !over && later.len() < POINTS) else { break };
        // Too late is no fault of the agent's.
        let Ok(stream) = alice.subscribe(id).await else { break };
        later.push(stream);
    }
    all_fit(probe, own, later).await
}

/// A task that is held, joined as soon as it works.
async fn held(probe: &Probe) -> bool {
    let alice = probe.alice();
    let Ok(message) = probe.say(Hold) else { return false };
    let Ok(mut own) = alice.stream(&message).await else { return false };
    let at_work = |event: &Event| event.state() == Some(State::Working);
    let Some(event) = own.until(probe.target().patience.reply, at_work).await else { return false };
    let id = event.task_id().unwrap_or_default();
    let mut later = Vec::new();
    if let Ok(mut stream) = alice.subscribe(id).await {
        stream.next().await;
        later.push(stream);
    }
    alice.cancel(id).await;

    all_fit(probe, own, later).await
}

/// Every subscription fits to the stream that tells the whole task; whether there was one.
async fn all_fit(probe: &Probe, own: Stream, later: Vec<Stream>) -> bool {
    let within = probe.target().patience.finish();
    let own = own.to_end(within).await;
    let later = futures::future::join_all(later.into_iter().map(|stream| stream.to_end(within))).await;
    let whole = own.events.first().is_some_and(|first| matches!(first.kind, EventKind::Task));
    let complete = own.events.iter().rev().find_map(Event::state).is_some_and(State::is_terminal);
    if !whole || !complete {
        return false;
    }

    for transcript in &later {
        fits(probe, &own, transcript);
    }
    !later.is_empty()
}

/// The snapshot of a subscription is the task of the whole stream after the events that it does not tell.
fn fits(probe: &Probe, own: &Transcript, part: &Transcript) {
    let Some(snapshot) = part.events.first().and_then(Event::task) else { return };
    let (updates, told) = (own.updates(), part.updates());
    // Streams that disagree are judged elsewhere.
    let Some(untold) = updates.len().checked_sub(told.len()) else { return };
    if updates[untold..].iter().map(|event| key(event)).ne(told.iter().map(|event| key(event))) {
        return;
    }
    let sum = |count: usize| Folded::of(own.events.iter().take(1).chain(updates[..count].iter().copied())).essence();
    let shown = stored(&snapshot);
    let covered = (untold..=updates.len()).any(|count| sum(count) == shown);
    let exchanges = [own.exchange, part.exchange];
    let (subject, expected) = ("the first Task of a subscription", format!("all but the last {} updates", told.len()));
    probe.claim(SNAPSHOT_LOSES_NOTHING, covered, subject, &expected, &shown, &exchanges);
    let exact = sum(untold) == shown;
    probe.claim(SNAPSHOT_IS_NOT_TOLD_AGAIN, exact || !covered, subject, expected, &shown, &exchanges);
}

/// By what an update is recognised in two streams.
fn key(event: &Event) -> (Option<State>, &Value, &Value) {
    let made = &event.value["artifactUpdate"]["artifact"];
    (event.state(), &made["artifactId"], &made["parts"])
}
