//! Networks repeat messages. Repeating one must not hurt, and must never open somebody else's door.

use crate::agent::Reply as Answered;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "S5",
    slug: "duplicate-message",
    title: "a message sent again does no harm",
    group: Group::Send,
    scope: Scope::EachBinding,
    rules: &[DUPLICATE_RUNS_ONCE, DUPLICATE_IS_NO_ACCIDENT, MESSAGE_IDS_ARE_PRIVATE, FOREIGN_MESSAGE_ID_IS_FREE],
    needs: &[],
    doc: Doc {
        sends: "the same message twice, one after the other and both at once, as an answer too; and as bob with alice's id",
        passes: "the same task each time, and nothing of alice's for bob",
        tolerates: "an agent may take each copy for a message of its own: that is information, not a failure",
        causes: "messages are deduplicated without their sender; two copies at once race; the second copy is an internal error",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let (again, at_once, answered, streamed, working, foreign) = futures::join!(
        again(probe),
        at_once(probe),
        answered_twice(probe),
        streamed_twice(probe),
        told_twice(probe),
        another_caller(probe),
    );
    again.and(at_once).and(answered).and(streamed).and(working).and(foreign)
}

async fn again(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let message = probe.say(Complete)?;
    let first = alice.send(&message).await;
    let task = probe.made(Complete, &first)?;

    let second = alice.send(&message).await;

    same_task(probe, &task, &second);
    let listing = alice.list(json!({ "contextId": task.context() })).await;
    let Some(tasks) = listing.result().and_then(|listed| listed["tasks"].as_array()) else { return Ok(()) };
    let subject = "tasks in the context";
    probe.claim(DUPLICATE_RUNS_ONCE, tasks.len() == 1, subject, 1, tasks.len(), &[listing.exchange]);
    kept_once(probe, &alice, &task, message.id()).await
}

async fn at_once(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let message = probe.say(Slow)?;

    let (first, second) = futures::join!(probe.patiently(&alice, &message), probe.patiently(&alice, &message));

    let task = probe.made(Slow, &first)?;
    same_task(probe, &task, &second);
    kept_once(probe, &alice, &task, message.id()).await
}

/// The answer to a question, sent again after it was taken.
async fn answered_twice(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let Ok(waiting) = probe.paused(&alice, Ask).await else { return Ok(()) };
    let answer = probe.answer().to_task(waiting.id()).in_context(waiting.context());
    let first = alice.send(&answer).await;
    let Some(_) = first.task() else { return Ok(()) };
    let before = probe.until(&alice, waiting.id(), Task::is_terminal).await?;

    let second = alice.send(&answer).await;

    let harmless = second.error().is_none_or(|error| !error.is_internal()) && second.http.is_some();
    let expected = "the task, or a refusal because it is over";
    probe.claim(DUPLICATE_IS_NO_ACCIDENT, harmless, "SendMessage", expected, &second, &[second.exchange]);
    let after = probe.now(&alice, waiting.id()).await?;
    probe.same(DUPLICATE_IS_NO_ACCIDENT, "the finished task", &before.essence(), &after.essence(), &[second.exchange]);
    kept_once(probe, &alice, &waiting, answer.id()).await
}

/// The same message as a stream, again.
async fn streamed_twice(probe: &Probe) -> Outcome {
    if !probe.card().offers(Capability::Streaming) {
        return Ok(());
    }
    let alice = probe.alice();
    let message = probe.say(Complete)?;
    let first = alice.attempt(Operation::SendStreamingMessage, message.params()).await;
    let Some(task) = first.task() else { return Ok(()) };

    let second = alice.attempt(Operation::SendStreamingMessage, message.params()).await;

    same_task(probe, &task, &second);
    Ok(())
}

/// The same message to a task that works, again. An agent may refuse it both times.
async fn told_twice(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let Ok(held) = probe.held(&alice).await else { return Ok(()) };
    let more = Message::text("and another thing").to_task(held.id()).in_context(held.context()).immediately();
    for _ in 0..2 {
        let reply = alice.send(&more).await;
        if reply.http.is_none() {
            // Whether a message to a working task is kept waiting is S2's affair.
            return Ok(());
        }
        let harmless = reply.error().is_none_or(|error| !error.is_internal());
        let expected = "the task, or a refusal";
        probe.claim(DUPLICATE_IS_NO_ACCIDENT, harmless, "SendMessage", expected, &reply, &[reply.exchange]);
    }
    kept_once(probe, &alice, &held, more.id()).await
}

/// The same task, or at least nothing that is wrong in every reading.
fn same_task(probe: &Probe, task: &Task, second: &Answered) {
    let harmless = second.result().is_some() || second.error().is_some_and(|error| !error.is_internal());
    let expected = "a result, or a refusal";
    probe.claim(DUPLICATE_IS_NO_ACCIDENT, harmless, "SendMessage", expected, second, &[second.exchange]);
    let same = second.task().is_some_and(|again| again.id() == task.id());
    probe.claim(DUPLICATE_RUNS_ONCE, same, "the second answer", task.id(), second, &[second.exchange]);
}

async fn kept_once(probe: &Probe, alice: &Caller<'_>, task: &Task, message: &str) -> Outcome {
    let now = probe.now(alice, task.id()).await?;
    let times = now.message_ids().into_iter().filter(|id| *id == message).count();
    let subject = "the message in the history";
    probe.claim(DUPLICATE_RUNS_ONCE, times <= 1, subject, "once", format!("{times} times"), &[]);
    Ok(())
}

async fn another_caller(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let Ok(bob) = probe.bob() else { return Ok(()) };
    let message = probe.say(Complete)?;
    let task = probe.made(Complete, &alice.send(&message).await)?;

    let reply = bob.send(&message).await;

    let shown = reply.result().map(Value::to_string).unwrap_or_default();
    let leaks = shown.contains(task.id()) || shown.contains(task.context());
    let subject = "what bob gets for alice's message id";
    probe.claim(MESSAGE_IDS_ARE_PRIVATE, !leaks, subject, "nothing of alice's", &reply, &[reply.exchange]);
    let served = reply.result().is_some();
    probe.claim(FOREIGN_MESSAGE_ID_IS_FREE, served, "bob's SendMessage", "a result", &reply, &[reply.exchange]);
    Ok(())
}
