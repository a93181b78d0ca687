//! Whoever watches a task learns how it ended.

use crate::agent::transport::Event;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "ST9",
    slug: "ends-are-told",
    title: "cancel, failure and rejection are the last event of every open stream",
    group: Group::Streaming,
    scope: Scope::EachBinding,
    rules: &[END_IS_STREAMED, END_IS_EXPLAINED],
    needs: &[Need::Offered(Capability::Streaming)],
    doc: Doc {
        sends: "a streaming send and several subscriptions on tasks that are cancelled as they work or wait, fail, or \
                are rejected, by themselves or once they are answered",
        passes: "each stream tells the end, with the message that GetTask shows, and closes",
        tolerates: "a closing Task; a subscription that comes too late; one that closes at INPUT_REQUIRED",
        causes: "the end is written to the store alone; only the stream of the send is told",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let judged = futures::join!(
        cancelled(probe),
        waiting(probe),
        answered(probe, Fail),
        answered(probe, Reject),
        ending(probe, Fail),
        ending(probe, Reject),
    );
    let streams = judged.0? + judged.1? + judged.2? + judged.3? + judged.4? + judged.5?;
    if streams == 0 { Err(Stop::prevented("no stream of a task that ends was open")) } else { Ok(()) }
}

/// A task that is cancelled as it works; how many streams were judged.
async fn cancelled(probe: &Probe) -> Result<usize, Stop> {
    let Ok(message) = probe.say(Hold) else { return Ok(0) };
    let alice = probe.alice();
    let Ok(own) = alice.stream(&message).await else { return Ok(0) };
    let Some((id, own)) = named(probe, own).await else { return Ok(0) };
    let mut streams = joined(probe, &alice, &id, 3).await;
    streams.push(own);
    alice.cancel(&id).await;

    all_told(probe, &alice, &id, streams).await
}

/// A task that is cancelled as it waits.
async fn waiting(probe: &Probe) -> Result<usize, Stop> {
    let alice = probe.alice();
    let Ok(waiting) = probe.paused(&alice, Ask).await else { return Ok(0) };
    let streams = joined(probe, &alice, waiting.id(), 2).await;
    alice.cancel(waiting.id()).await;

    all_told(probe, &alice, waiting.id(), streams).await
}

/// A task that waits and is answered with what makes the agent end other tasks so; it may end otherwise.
async fn answered(probe: &Probe, stimulus: Stimulus) -> Result<usize, Stop> {
    let alice = probe.alice();
    let Ok(message) = probe.say(stimulus) else { return Ok(0) };
    let Ok(waiting) = probe.paused(&alice, Ask).await else { return Ok(0) };
    let streams = joined(probe, &alice, waiting.id(), 2).await;
    let answer = message.to_task(waiting.id()).in_context(waiting.context());
    let ended = probe.patiently(&alice, &answer).await.task().is_some_and(|task| task.is_terminal());

    // Whoever asks once more has not ended.
    if ended { all_told(probe, &alice, waiting.id(), streams).await } else { Ok(0) }
}

/// A task that ends by itself, joined before it does where there is time.
async fn ending(probe: &Probe, stimulus: Stimulus) -> Result<usize, Stop> {
    let alice = probe.alice();
    let Ok(message) = probe.say(stimulus) else { return Ok(0) };
    let Ok(own) = alice.stream(&message).await else { return Ok(0) };
    let Some((id, own)) = named(probe, own).await else { return Ok(0) };
    let mut streams = joined(probe, &alice, &id, 2).await;
    streams.push(own);

    all_told(probe, &alice, &id, streams).await
}

/// A stream that has named its task.
async fn named(probe: &Probe, mut stream: Stream) -> Option<(String, Stream)> {
    let named = stream.until(probe.target().patience.reply, |event| event.task_id().is_some()).await;
    let id = named.as_ref().and_then(Event::task_id)?.to_owned();
    Some((id, stream))
}

/// So many subscriptions to a task, as far as they began before it was over.
async fn joined(probe: &Probe, alice: &Caller<'_>, id: &str, count: usize) -> Vec<Stream> {
    let openings = futures::future::join_all((0..count).map(|_| async move {
        let mut stream = alice.subscribe(id).await.ok()?;
        let first = stream.until(probe.target().patience.reply, |event| event.task_id().is_some()).await?;
        first.state().is_some_and(|state| !state.is_terminal()).then_some(stream)
    }));
    openings.await.into_iter().flatten().collect()
}

/// Every stream tells the end that GetTask shows; how many there were.
async fn all_told(probe: &Probe, alice: &Caller<'_>, id: &str, streams: Vec<Stream>) -> Result<usize, Stop> {
    let within = probe.target().patience.finish();
    let transcripts = futures::future::join_all(streams.into_iter().map(|stream| stream.to_end(within))).await;
    let task = probe.now(alice, id).await?;
    if !task.is_terminal() {
        return Err(Stop::prevented(format!("the task did not end (see T3): {}", task.state_word())));
    }
    let mut judged = 0;
    for transcript in &transcripts {
        let alone = transcript.events.len() == 1 && transcript.end == End::Closed;
        let first = transcript.events.first().and_then(Event::state);
        // §11.7 lets a stream close at an interrupted state.
        if alone && first.is_some_and(State::is_interrupted) {
            continue;
        }
        judge(probe, &task, transcript);
        judged += 1;
    }
    Ok(judged)
}

fn judge(probe: &Probe, task: &Task, transcript: &Transcript) {
    let exchanges = [transcript.exchange];
    let last = transcript.events.last();
    let told = last.and_then(Event::state) == task.state() && transcript.end == End::Closed;
    let expected = format!("…, {}, then closed by the agent", task.state_word());
    let subject = "an open stream";
    probe.claim(END_IS_STREAMED, told, subject, expected, transcript.describe(), &exchanges);
    let explained = task.value()["status"]["message"].is_object();
    let status = transcript.events.iter().rev().find_map(Event::status);
    let why = status.is_none_or(|status| status["message"].is_object());
    let expected = "the message that GetTask shows with it";
    probe.claim(END_IS_EXPLAINED, why || !explained || !told, "the event of the end", expected, "none", &exchanges);
}
