//! Whoever did not ask to be answered at once wants the result.

use crate::agent::Reply as Answered;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "S1",
    slug: "blocking-waits",
    title: "a blocking send returns with the result",
    group: Group::Send,
    scope: Scope::EachBinding,
    rules: &[VALID_MESSAGE_IS_ACCEPTED, BLOCKING_SEND_WAITS, BLOCKING_ANSWER_IS_WHOLE, SEND_NAMES_THE_CONTEXT],
    needs: &[],
    doc: Doc {
        sends: "SendMessage with each behaviour and as an answer, returnImmediately unset and false; then GetTask",
        passes: "a task that is over or waits for its client, with all that GetTask shows, in the shape of the protocol",
        tolerates: "a direct message instead of a task; an instant agent",
        causes: "the first state is taken for the answer; the answer is made before the last artifact is stored",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let tried = futures::join!(
        waits(probe, Slow, 1),
        waits(probe, Complete, 3),
        waits(probe, Stimulus::Stream, 1),
        waits(probe, Ask, 1),
        waits(probe, Authorize, 1),
        waits(probe, Reject, 1),
        waits(probe, Fail, 1),
        answered(probe),
    );
    let tasks = tried.0? + tried.1? + tried.2? + tried.3? + tried.4? + tried.5? + tried.6? + tried.7?;
    if tasks == 0 { Err(Stop::prevented("the agent never answered with a task")) } else { Ok(()) }
}

/// Sends a few times; how many tasks came of it.
async fn waits(probe: &Probe, stimulus: Stimulus, times: usize) -> Result<usize, Stop> {
    let alice = probe.alice();
    // A behaviour that the user denied is not tried.
    let Ok(message) = probe.say(stimulus) else { return Ok(0) };
    let mut tasks = 0;
    for time in 0..times {
        let message = message.again();
        let message = if time == 1 { message.configured("returnImmediately", false) } else { message };

        let reply = probe.patiently(&alice, &message).await;

        probe.accepted(VALID_MESSAGE_IS_ACCEPTED, &reply)?;
        let result = reply.result().cloned().unwrap_or_default();
        probe.well_formed(&shape::SEND_MESSAGE_RESPONSE, &result, reply.exchange);
        if result.get("message").is_some() {
            continue;
        }
        let task = probe.made(stimulus, &reply)?;
        tasks += 1;
        judge(probe, &alice, &task, &reply).await?;
    }
    Ok(tasks)
}

/// An answer waits as well. How many tasks came of it.
async fn answered(probe: &Probe) -> Result<usize, Stop> {
    let alice = probe.alice();
    let Ok(waiting) = probe.paused(&alice, Ask).await else { return Ok(0) };
    let answer = probe.answer().to_task(waiting.id()).in_context(waiting.context());

    let reply = probe.patiently(&alice, &answer).await;

    probe.accepted(VALID_MESSAGE_IS_ACCEPTED, &reply)?;
    let Some(task) = reply.task() else { return Ok(0) };
    judge(probe, &alice, &task, &reply).await?;
    Ok(1)
}

async fn judge(probe: &Probe, alice: &Caller<'_>, task: &Task, reply: &Answered) -> Outcome {
    let waited = task.is_terminal() || task.is_interrupted();
    let expected = "a terminal or interrupted state";
    probe.claim(BLOCKING_SEND_WAITS, waited, "/task/status/state", expected, task.state_word(), &[reply.exchange]);
    let named = !task.context().is_empty();
    probe.claim(SEND_NAMES_THE_CONTEXT, named, "/task/contextId", "present", task.context(), &[reply.exchange]);
    if waited {
        let shown = alice.get(task.id()).await;
        let stored = shown.task().ok_or_else(|| Stop::prevented(format!("GetTask did not show the task: {shown}")))?;
        let exchanges = [shown.exchange, reply.exchange];
        probe.same(BLOCKING_ANSWER_IS_WHOLE, "task", &stored.essence(), &task.essence(), &exchanges);
    }
    Ok(())
}
