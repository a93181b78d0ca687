//! Whoever asked to be answered at once has other things to do.

use crate::agent::Reply as Answered;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "S2",
    slug: "return-immediately",
    title: "a send that asks not to wait is not kept waiting",
    group: Group::Send,
    scope: Scope::EachBinding,
    rules: &[IMMEDIATE_SEND_RETURNS, IMMEDIATE_TASK_GOES_ON],
    needs: &[Need::Stimulus(Hold), Need::Stimulus(Slow)],
    doc: Doc {
        sends: "SendMessage with returnImmediately: for a held task and to it, for several slow ones, and as an answer",
        passes: "the held task at once and in progress; the slow ones finish by themselves; the answer names its task",
        tolerates: "a direct message; an agent so quick that a slow task is already done",
        causes: "the flag is ignored or has the meaning of the older `blocking`; background work is dropped",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let (held, slow, answered, followed) = futures::join!(held(probe), slow(probe), answered(probe), followed(probe));
    held.and(slow).and(answered).and(followed)
}

/// A task that can't be over yet.
async fn held(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let message = probe.say(Hold)?.immediately();

    let reply = alice.send(&message).await;

    if reply.message().is_some() {
        return Ok(());
    }
    let over = reply.task().is_some_and(|task| task.is_terminal());
    taken(probe, &reply, !over)?;
    let task = probe.made(Hold, &reply)?;
    probe.hold(alice.interface(), &task);
    Ok(())
}

/// The flag is no reason to refuse a message, and nothing is over that can't be.
fn taken(probe: &Probe, reply: &Answered, in_progress: bool) -> Outcome {
    let held = reply.result().is_some() && in_progress;
    let expected = "a task in progress";
    probe.claim(IMMEDIATE_SEND_RETURNS, held, "SendMessage", expected, reply, &[reply.exchange]);
    if held { Ok(()) } else { Err(Stop::Broken) }
}

/// Several at once, each of which must come to its end.
async fn slow(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let message = probe.say(Slow)?.immediately();
    let sends = (0..3).map(|_| async {
        let message = message.again();
        let reply = alice.send(&message).await;
        if reply.message().is_some() {
            return Ok(());
        }
        taken(probe, &reply, true)?;
        let task = probe.made(Slow, &reply)?;
        let ended = probe.until(&alice, task.id(), Task::is_terminal).await;
        let observed = ended.as_ref().map_or_else(|_| "it did not".to_owned(), |task| task.state_word().to_owned());
        let exchanges = [reply.exchange];
        probe.claim(IMMEDIATE_TASK_GOES_ON, ended.is_ok(), "the task", "comes to its end", observed, &exchanges);
        Ok(())
    });
    futures::future::join_all(sends).await.into_iter().collect()
}

/// The flag on a message to a task that works. An agent may refuse it; it may not keep the caller waiting.
async fn followed(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let held = probe.held(&alice).await?;
    let more = Message::text("and another thing").to_task(held.id()).in_context(held.context()).immediately();

    let reply = alice.send(&more).await;

    let told = reply.task();
    let harmless = match (&told, reply.error()) {
        (Some(task), _) => task.id() == held.id(),
        (None, Some(error)) => !error.is_internal(),
        (None, None) => reply.message().is_some(),
    };
    let expected = "the same task at once, or a refusal";
    let subject = "a message to a working task";
    probe.claim(IMMEDIATE_SEND_RETURNS, harmless, subject, expected, &reply, &[reply.exchange]);
    Ok(())
}

/// The flag on an answer to a task that waits.
async fn answered(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let Ok(waiting) = probe.paused(&alice, Ask).await else { return Ok(()) };
    let answer = probe.answer().to_task(waiting.id()).in_context(waiting.context()).immediately();

    let reply = alice.send(&answer).await;

    if reply.message().is_some() {
        return Ok(());
    }
    taken(probe, &reply, true)?;
    let named = reply.task().map(|task| task.id().to_owned()).unwrap_or_default();
    let same = named == waiting.id();
    probe.claim(IMMEDIATE_SEND_RETURNS, same, "/task/id", waiting.id(), named, &[reply.exchange]);
    let ended = probe.until(&alice, waiting.id(), Task::is_terminal).await.is_ok();
    let subject = "the answered task";
    probe.claim(IMMEDIATE_TASK_GOES_ON, ended, subject, "comes to its end", "it did not", &[reply.exchange]);
    Ok(())
}
