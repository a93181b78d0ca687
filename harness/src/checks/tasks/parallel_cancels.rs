//! Two hands on the same brake.

use crate::agent::Reply as Answered;
use crate::agent::{ErrorKind, Match};
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "C1",
    slug: "parallel-cancels",
    title: "cancels that meet each other or the end are answered",
    group: Group::Tasks,
    scope: Scope::EachBinding,
    rules: &[PARALLEL_CANCELS_ARE_ANSWERED, RACING_CANCEL_IS_ANSWERED],
    needs: &[Need::Stimulus(Hold), Need::Stimulus(Complete)],
    doc: Doc {
        sends: "many cancels at once to a task that works; cancels to tasks that are about to end, that end at this \
                moment, and that are being answered",
        passes: "the canceled task, TaskNotCancelable or TaskNotFound, and where it raced, the task as it is",
        tolerates: "whoever wins the race",
        causes: "the loser of two finds a half-removed task: an internal error, a null result, or the state before",
    },
    run: |probe| Box::pin(run(probe)),
};

/// How many cancels go at once.
const HANDS: usize = 6;

async fn run(probe: &Probe) -> Outcome {
    let (parallel, begun, told, answered) =
        futures::join!(parallel(probe), as_it_begins(probe), as_the_end_is_told(probe), as_it_is_answered(probe));
    parallel.and(begun).and(told).and(answered)
}

async fn parallel(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let first = probe.finished(&alice, Complete).await?;
    let held = probe.held_by(&alice, probe.say(Hold)?.in_context(first.context())).await?;
    let callers = probe.every_binding();
    let cancels = (0..HANDS).map(|hand| callers[hand % callers.len()].cancel(held.id()));

    for reply in futures::future::join_all(cancels).await {
        let canceled = reply.task().is_some_and(|task| task.id() == held.id() && task.state() == Some(State::Canceled));
        let answered = canceled || is_refused(&reply);
        let subject = format!("one of {HANDS} cancels at once");
        let expected = "the task in TASK_STATE_CANCELED, TaskNotCancelable or TaskNotFound";
        probe.claim(PARALLEL_CANCELS_ARE_ANSWERED, answered, subject, expected, &reply, &[reply.exchange]);
    }
    Ok(())
}

/// A cancel that follows at the heels of the send, where the agent needs little time.
async fn as_it_begins(probe: &Probe) -> Outcome {
    let races = (0..3).map(|_| async {
        let alice = probe.alice();
        let begun = probe.begun(&alice, Complete, probe.say(Complete)?).await?;
        let (one, other) = futures::join!(alice.cancel(begun.id()), alice.cancel(begun.id()));
        defined(probe, begun.id(), &one, "a cancel as the task begins");
        defined(probe, begun.id(), &other, "another cancel as the task begins");
        Ok(())
    });
    futures::future::join_all(races).await.into_iter().collect()
}

/// A cancel at the moment in which a stream tells the end.
async fn as_the_end_is_told(probe: &Probe) -> Outcome {
    if !probe.card().offers(Capability::Streaming) {
        return Ok(());
    }
    let alice = probe.alice();
    let Ok(mut stream) = alice.stream(&probe.say(Complete)?).await else { return Ok(()) };
    let over = |event: &crate::agent::transport::Event| event.state().is_some_and(State::is_terminal);
    stream.until(probe.target().patience.finish(), over).await;
    let id = stream.seen().iter().find_map(|event| event.task_id()).unwrap_or_default().to_owned();
    if id.is_empty() {
        return Ok(());
    }
    let (one, other) = futures::join!(alice.cancel(&id), alice.cancel(&id));
    defined(probe, &id, &one, "a cancel as the end is told");
    defined(probe, &id, &other, "another cancel as the end is told");
    Ok(())
}

/// A cancel and an answer at once.
async fn as_it_is_answered(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let Ok(waiting) = probe.paused(&alice, Ask).await else { return Ok(()) };
    let answer = probe.answer().to_task(waiting.id()).in_context(waiting.context());
    let (cancel, _) = futures::join!(alice.cancel(waiting.id()), probe.patiently(&alice, &answer));
    defined(probe, waiting.id(), &cancel, "a cancel as the task is answered");
    Ok(())
}

/// The task in whatever state, or a refusal that there is a word for.
fn defined(probe: &Probe, id: &str, reply: &Answered, subject: &str) {
    let held = reply.task().is_some_and(|task| task.id() == id) || is_refused(reply);
    let expected = "the task, TaskNotCancelable or TaskNotFound";
    probe.claim(RACING_CANCEL_IS_ANSWERED, held, subject, expected, reply, &[reply.exchange]);
}

fn is_refused(reply: &Answered) -> bool {
    let like = |kind: ErrorKind| reply.error().is_some_and(|error| error.compare(kind) != Match::Other);
    like(TaskNotCancelable) || like(TaskNotFound)
}
