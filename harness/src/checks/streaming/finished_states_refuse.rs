//! Over is over, on whatever way a task got there.

use crate::agent::transport::Event;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "ST7",
    slug: "finished-states-refuse",
    title: "a finished task has no stream, whoever watched it and whatever ended it",
    group: Group::Streaming,
    scope: Scope::EachBinding,
    rules: &[FINISHED_TASK_HAS_NO_STREAM],
    needs: &[Need::Offered(Capability::Streaming)],
    doc: Doc {
        sends: "SubscribeToTask on tasks that were streamed to their end, answered after a question, or cancelled \
                while they waited",
        passes: "UnsupportedOperation each time",
        tolerates: "a behaviour that the agent does not have",
        causes: "the queue of a stream is kept and played again; a cancelled question still counts as open",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let ended = futures::join!(
        streamed(probe, Complete),
        streamed(probe, Fail),
        streamed(probe, Reject),
        answered(probe),
        canceled(probe, Ask),
        canceled(probe, Authorize),
    );
    let ended = [ended.0, ended.1, ended.2, ended.3, ended.4, ended.5];
    let alice = probe.alice();
    let mut judged = 0;
    for (way, task) in ended.into_iter().flatten() {
        let late = alice.attempt(Operation::SubscribeToTask, json!({ "id": task.id() })).await;

        let subject = format!("SubscribeToTask on a task in {} that was {way}", task.state_word());
        probe.refused_when(FINISHED_TASK_HAS_NO_STREAM, subject, &late, &[UnsupportedOperation]);
        judged += 1;
    }
    if judged == 0 { Err(Stop::prevented("no task could be brought to its end on these ways")) } else { Ok(()) }
}

type Ended = Option<(&'static str, Task)>;

/// A task whose stream was read to its end.
async fn streamed(probe: &Probe, stimulus: Stimulus) -> Ended {
    let alice = probe.alice();
    let stream = alice.stream(&probe.say(stimulus).ok()?).await.ok()?;
    let transcript = stream.to_end(probe.target().patience.finish()).await;
    let id = transcript.events.first().and_then(Event::task_id)?;
    over(probe, &alice, id).await.map(|task| ("streamed", task))
}

/// A task that asked and was answered.
async fn answered(probe: &Probe) -> Ended {
    let alice = probe.alice();
    let waiting = probe.paused(&alice, Ask).await.ok()?;
    let answer = probe.answer().to_task(waiting.id()).in_context(waiting.context());
    probe.patiently(&alice, &answer).await;
    over(probe, &alice, waiting.id()).await.map(|task| ("answered", task))
}

/// A task that was cancelled while it waited.
async fn canceled(probe: &Probe, stimulus: Stimulus) -> Ended {
    let alice = probe.alice();
    let waiting = probe.paused(&alice, stimulus).await.ok()?;
    alice.cancel(waiting.id()).await;
    over(probe, &alice, waiting.id()).await.map(|task| ("cancelled while it waited", task))
}

/// The task, if it is over; whether it should be is judged elsewhere.
async fn over(probe: &Probe, alice: &Caller<'_>, id: &str) -> Option<Task> {
    probe.now(alice, id).await.ok().filter(Task::is_terminal)
}
