//! A result that changes after it was delivered is no result.

use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "T4",
    slug: "finished-never-moves",
    title: "a finished task stays as it is",
    group: Group::Tasks,
    scope: Scope::EachBinding,
    rules: &[FINISHED_TASK_NEVER_MOVES, FINISHED_HISTORY_STAYS, FINISHED_TASK_HAS_NO_STREAM],
    needs: &[Need::Stimulus(Slow), Need::Stimulus(Complete)],
    doc: Doc {
        sends: "a cancel to a task whose worker would still report and to one that holds, then such tasks until they are \
                done, one of them in the same context; the same after a completion",
        passes: "the first task as it was when it ended; a late subscriber is told that it is over",
        tolerates: "an agent so quick that there was nothing to cancel",
        causes: "no guard on transitions: a late status or artifact overwrites the end",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let mut ended = Vec::new();
    let first = probe.finished(&alice, Complete).await?;
    for _ in 0..3 {
        let begun = probe.begun(&alice, Slow, probe.say(Slow)?).await?;
        let cancel = alice.cancel(begun.id()).await;
        // One that was done before it could be cancelled shows nothing; another may. Nor does one that was not cancelled
        // although that was told (see T3).
        let told = cancel.task().is_some_and(|task| task.state() == Some(State::Canceled));
        let before = probe.now(&alice, begun.id()).await?;
        if !told || before.state() != Some(State::Canceled) {
            continue;
        }
        ended.push(before);
        break;
    }
    ended.extend(canceled(probe, &alice, first.context()).await?);
    ended.push(probe.now(&alice, first.id()).await?);
    if let Ok(failed) = probe.finished(&alice, Fail).await {
        ended.push(probe.now(&alice, failed.id()).await?);
    }

    // The fence: a task that began later is done, so a late report on an earlier one would be in; and so is one of the
    // same context, whose result must not reach the other.
    probe.finished(&alice, Slow).await?;
    let message = probe.say(Complete)?.in_context(first.context());
    let later = probe.made(Complete, &probe.patiently(&alice, &message).await)?;
    probe.until(&alice, later.id(), Task::is_terminal).await?;

    for before in ended {
        let after = probe.now(&alice, before.id()).await?;
        let subject = format!("the task in {}", before.state_word());
        probe.same(FINISHED_TASK_NEVER_MOVES, &subject, &before.essence(), &after.essence(), &[]);
        let (was, is) = (json!(before.message_ids()), json!(after.message_ids()));
        probe.same(FINISHED_HISTORY_STAYS, format!("{subject}, history"), &was, &is, &[]);
        if probe.card().offers(Capability::Streaming) {
            let late = alice.attempt(Operation::SubscribeToTask, json!({ "id": before.id() })).await;
            probe.refused(FINISHED_TASK_HAS_NO_STREAM, &late, UnsupportedOperation);
        }
    }
    Ok(())
}

/// A task of this context that was cancelled while it held.
async fn canceled(probe: &Probe, alice: &Caller<'_>, context: &str) -> Result<Option<Task>, Stop> {
    let Ok(message) = probe.say(Hold) else { return Ok(None) };
    let task = probe.held_by(alice, message.in_context(context)).await?;
    alice.cancel(task.id()).await;
    let task = probe.now(alice, task.id()).await?;
    // Whether it was cancelled is for T3.
    Ok(Some(task).filter(|task| task.state() == Some(State::Canceled)))
}
