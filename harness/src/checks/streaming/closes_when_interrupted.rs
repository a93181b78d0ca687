//! A task that waits for its client has to tell it so.

use crate::agent::transport::Event;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "ST4",
    slug: "closes-when-interrupted",
    title: "a stream tells that the task waits, and the answer streams on",
    group: Group::Streaming,
    scope: Scope::EachBinding,
    rules: &[
        STREAM_OPENS,
        PAUSE_IS_STREAMED,
        PAUSED_TASK_GOES_ON,
        STREAM_STARTS_WITH_THE_TASK,
        STREAM_CLOSES_AT_INPUT_REQUIRED,
    ],
    needs: &[Need::Offered(Capability::Streaming), Need::Stimulus(Ask)],
    doc: Doc {
        sends: "a streaming send that leads to a question, its answer as a streaming send; one that asks for authorization",
        passes: "INPUT_REQUIRED is told in time; the answer's stream begins with that Task and tells its end; \
                 AUTH_REQUIRED is told",
        tolerates: "a stream that stays open while the task waits: the texts disagree, so closing is advice",
        causes: "the pause is stored but not published; the follow-up's stream begins with a status or another task",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let (asks, authorizes) = futures::join!(asks(probe), authorizes(probe));
    asks.and(authorizes)
}

async fn asks(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let mut stream = probe.streams(STREAM_OPENS, alice.stream(&probe.say(Ask)?).await)?;
    let within = probe.target().patience.reply;
    let paused = stream.until(within, |event| event.state() == Some(State::InputRequired)).await;
    let exchanges = [stream.exchange()];
    let seen: Vec<String> = stream.seen().iter().map(Event::describe).collect();
    let expected = "an event that tells INPUT_REQUIRED";
    probe.claim(PAUSE_IS_STREAMED, paused.is_some(), "the stream", expected, seen.join(", "), &exchanges);
    let Some(paused) = paused else { return Err(Stop::Broken) };
    let id = paused.task_id().unwrap_or_default().to_owned();
    // A store may lag a moment behind the stream.
    let settled = |task: &Task| task.is_interrupted() || task.is_terminal();
    let waiting = probe.until(&alice, &id, settled).await?;
    let told = waiting.state() == Some(State::InputRequired);
    probe.claim(PAUSE_IS_STREAMED, told, "GetTask then", State::InputRequired.name(), waiting.state_word(), &exchanges);

    let explained = waiting.value()["status"]["message"].is_object();
    let told = paused.status().is_some_and(|status| status["message"].is_object());
    let expected = "the message that GetTask shows with it";
    probe.claim(PAUSE_IS_STREAMED, told || !explained, "the event of the pause", expected, "none", &exchanges);

    goes_on(probe, &alice, &waiting).await?;
    let transcript = stream.to_end(within).await;
    let closed = closes(&transcript);
    let observed = transcript.describe();
    probe.claim(
        STREAM_CLOSES_AT_INPUT_REQUIRED,
        closed,
        "the stream",
        "closed at INPUT_REQUIRED",
        observed,
        &exchanges,
    );
    Ok(())
}

/// Closed, with nothing told after the pause.
fn closes(transcript: &Transcript) -> bool {
    let last = transcript.events.iter().rev().find_map(Event::state);
    transcript.end == End::Closed && last == Some(State::InputRequired)
}

/// The answer, as a stream of its own.
async fn goes_on(probe: &Probe, alice: &Caller<'_>, waiting: &Task) -> Outcome {
    let answer = probe.answer().to_task(waiting.id()).in_context(waiting.context());
    let stream = probe.streams(PAUSED_TASK_GOES_ON, alice.stream(&answer).await)?;
    let transcript = stream.to_end(probe.target().patience.finish()).await;

    let exchanges = [transcript.exchange];
    let first = transcript.events.first();
    let begins = first.and_then(Event::task).is_some_and(|task| task.id() == waiting.id());
    let observed = transcript.describe();
    let subject = "the first event of the answer's stream";
    probe.claim(STREAM_STARTS_WITH_THE_TASK, begins, subject, "that Task", &observed, &exchanges);
    let told = transcript.events.iter().rev().find_map(Event::state);
    let done = told == Some(State::Completed) && transcript.end == End::Closed;
    let expected = "…, COMPLETED, then closed by the agent";
    probe.claim(PAUSED_TASK_GOES_ON, done, "the answer's stream", expected, &observed, &exchanges);
    probe.of_one_task(PAUSED_TASK_GOES_ON, &transcript);
    let id = first.and_then(Event::task_id).unwrap_or_default();
    let same = id == waiting.id();
    probe.claim(PAUSED_TASK_GOES_ON, same, "the task of the answer's stream", waiting.id(), id, &exchanges);
    Ok(())
}

async fn authorizes(probe: &Probe) -> Outcome {
    let Ok(message) = probe.say(Authorize) else { return Ok(()) };
    let alice = probe.alice();
    let mut stream = probe.streams(STREAM_OPENS, alice.stream(&message).await)?;
    let within = probe.target().patience.reply;
    let over = |event: &Event| event.state().is_some_and(|state| state.is_terminal() || state == State::AuthRequired);

    let told = stream.until(within, over).await;

    let state = told.as_ref().and_then(Event::state);
    if state.is_some_and(State::is_terminal) && !probe.target().vouches_for(Authorize) {
        // The words did not lead there; what they led to is judged elsewhere.
        return Ok(());
    }
    let seen: Vec<String> = stream.seen().iter().map(Event::describe).collect();
    let held = state == Some(State::AuthRequired);
    let exchanges = [stream.exchange()];
    let expected = "an event that tells AUTH_REQUIRED";
    probe.claim(PAUSE_IS_STREAMED, held, "the stream", expected, seen.join(", "), &exchanges);
    if let Some(id) = told.as_ref().and_then(Event::task_id) {
        alice.cancel(id).await;
    }
    Ok(())
}
