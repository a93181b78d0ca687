//! Subscribing at the last moment is answered like subscribing a moment before or after.

use futures::future::join_all;

use crate::agent::transport::Event;
use crate::agent::{Match, Reply as Answered};
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "ST12",
    slug: "subscribe-race",
    title: "subscribing while a task ends never hangs",
    group: Group::Streaming,
    scope: Scope::EachBinding,
    rules: &[LATE_SUBSCRIPTION_ENDS, LATE_SUBSCRIPTION_IS_REFUSED],
    needs: &[Need::Offered(Capability::Streaming)],
    doc: Doc {
        sends: "SubscribeToTask at the same time as a cancel, and to tasks that complete meanwhile",
        passes: "each subscription tells the end and closes, or is refused as UnsupportedOperation",
        tolerates: "a first Task that is over already, as long as the stream closes",
        causes: "the state is looked at before the stream is hung on the task, and not again",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let canceled = join_all([false, true, true].map(|late| canceled(probe, late)));
    let completed = join_all((0..2).map(|_| completed(probe)));
    let (canceled, completed) = futures::join!(canceled, completed);
    if canceled.into_iter().chain(completed).any(|seen| seen) {
        return Ok(());
    }
    Err(Stop::prevented("no task could be joined as it ended"))
}

/// Subscriptions and a cancel at the same time, or as soon as they are on their way; whether that could be tried.
async fn canceled(probe: &Probe, late: bool) -> bool {
    let alice = probe.alice();
    let Ok(held) = probe.held(&alice).await else { return false };
    let subscribe = || async { alice.subscribe(held.id()).await };
    let cancel = async {
        if late {
            alice.get(held.id()).await;
        }
        alice.cancel(held.id()).await
    };
    let (first, second, cancel, third) = futures::join!(subscribe(), subscribe(), cancel, subscribe());
    if cancel.result().is_none() {
        return false;
    }

    judge(probe, &alice, held.id(), vec![first, second, third]).await;
    true
}

/// Subscriptions to a task that completes by itself, one for each event that comes; whether that could be tried.
async fn completed(probe: &Probe) -> bool {
    let alice = probe.alice();
    let Ok(message) = probe.say(Complete) else { return false };
    let Ok(mut own) = alice.stream(&message).await else { return false };
    let mut openings = Vec::new();
    let mut joined = String::new();
    while let Next::Event(event) = own.next().await {
        let Some(id) = event.task_id() else { break };
        id.clone_into(&mut joined);
        openings.push(alice.subscribe(id).await);
        if event.state().is_some_and(State::is_terminal) {
            break;
        }
    }

    let seen = !openings.is_empty();
    judge(probe, &alice, &joined, openings).await;
    seen
}

async fn judge(probe: &Probe, alice: &Caller<'_>, id: &str, openings: Vec<Result<Stream, Box<Answered>>>) {
    let mut streams = Vec::new();
    for opening in openings {
        match opening {
            Ok(stream) => streams.push(stream.to_end(probe.target().patience.finish())),
            // What is over may be purged (§3.3.1), and is then as absent for everything else.
            Err(late) if is_absent(&late) && is_absent(&alice.get(id).await) => {}
            Err(late) => {
                probe.refused(LATE_SUBSCRIPTION_IS_REFUSED, &late, UnsupportedOperation);
            }
        }
    }
    for transcript in join_all(streams).await {
        if refused(&transcript) {
            continue;
        }
        let told = transcript.events.last().and_then(Event::state).is_some_and(State::is_terminal);
        let ended = told && transcript.end == End::Closed;
        let expected = "…, a terminal state, then closed by the agent";
        let observed = transcript.describe();
        let subject = "a subscription as the task ended";
        probe.claim(LATE_SUBSCRIPTION_ENDS, ended, subject, expected, observed, &[transcript.exchange]);
    }
}

fn is_absent(reply: &Answered) -> bool {
    reply.error().is_some_and(|error| error.kind() == Some(TaskNotFound))
}

/// Over JSON-RPC a refusal may come as the one event of a stream.
fn refused(transcript: &Transcript) -> bool {
    match transcript.events.first().map(|event| &event.kind) {
        Some(EventKind::Error(error)) => error.compare(UnsupportedOperation) != Match::Other,
        _ => false,
    }
}
