//! A stream tells the whole story of a task, in order, while it happens.

use crate::agent::transport::Event;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "ST1",
    slug: "task-then-updates",
    title: "a stream tells a task from its beginning to its end",
    group: Group::Streaming,
    scope: Scope::EachBinding,
    rules: &[
        STREAM_OPENS,
        STREAM_STARTS_WITH_THE_TASK,
        STREAM_EVENTS_ARE_WHOLE,
        STREAM_IS_OF_ONE_TASK,
        STREAM_HAS_UPDATES_ONLY,
        STREAM_KEEPS_THE_ORDER,
        STREAM_ADDS_UP,
        STREAM_ENDS_TERMINAL,
        STREAM_CLOSES,
        STREAM_IS_LIVE,
    ],
    needs: &[Need::Offered(Capability::Streaming)],
    doc: Doc {
        sends: "SendStreamingMessage with every behaviour that ends, and with one that is held until it is cancelled",
        passes: "the Task, its updates in order, the terminal one last, then the stream closes; all of it adds up to \
                 what GetTask shows; the first events come while the task is held",
        tolerates: "a closing Task that agrees with the updates; an agent so quick that the first Task is already done",
        causes: "events are buffered until the end; the last event is lost in the race with the close; status first; \
                 only COMPLETED closes the stream",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let told = futures::join!(
        told(probe, Stimulus::Stream),
        told(probe, Complete),
        told(probe, Slow),
        told(probe, Reject),
        told(probe, Fail),
        held(probe),
    );
    let tasks = told.0? + told.1? + told.2? + told.3? + told.4? + told.5?;
    if tasks == 0 { Err(Stop::prevented("the agent never streamed a task")) } else { Ok(()) }
}

/// Streams a behaviour that ends by itself; how many tasks came of it.
async fn told(probe: &Probe, stimulus: Stimulus) -> Result<usize, Stop> {
    // A behaviour that the user denied is not tried.
    let Ok(message) = probe.say(stimulus) else { return Ok(0) };
    let alice = probe.alice();
    let stream = probe.streams(STREAM_OPENS, alice.stream(&message).await)?;

    let transcript = stream.to_end(probe.target().patience.finish()).await;

    judge(probe, &alice, &transcript).await
}

/// Streams a task that is held: what comes before the cancel comes while the agent works.
async fn held(probe: &Probe) -> Result<usize, Stop> {
    let Ok(message) = probe.say(Hold) else { return Ok(0) };
    let alice = probe.alice();
    let mut stream = probe.streams(STREAM_IS_LIVE, alice.stream(&message).await)?;
    let first = stream.until(probe.target().patience.reply, |event| event.task_id().is_some()).await;
    let exchange = stream.exchange();
    let observed = first.as_ref().map_or_else(|| "nothing".to_owned(), Event::describe);
    probe.claim(STREAM_IS_LIVE, first.is_some(), "a held task's stream", "its first event", observed, &[exchange]);
    let Some(id) = first.as_ref().and_then(Event::task_id).map(str::to_owned) else { return Err(Stop::Broken) };
    let at_work = |event: &Event| event.state() == Some(State::Working);
    let works = stream.until(probe.target().patience.reply, at_work).await.is_some();
    let expected = "an event that tells WORKING, while it works";
    probe.claim(STREAM_IS_LIVE, works, "a held task's stream", expected, "none", &[exchange]);

    alice.cancel(&id).await;
    let transcript = stream.to_end(probe.target().patience.reply).await;

    judge(probe, &alice, &transcript).await
}

async fn judge(probe: &Probe, alice: &Caller<'_>, transcript: &Transcript) -> Result<usize, Stop> {
    let exchanges = [transcript.exchange];
    let flaw = transcript.flaw();
    let observed = flaw.map(Event::describe).unwrap_or_default();
    probe.claim(STREAM_EVENTS_ARE_WHOLE, flaw.is_none(), "an event", "one StreamResponse", observed, &exchanges);
    for event in transcript.events.iter().filter(|event| !matches!(event.kind, EventKind::Error(_))) {
        probe.well_formed(&shape::STREAM_RESPONSE, &event.value, transcript.exchange);
    }
    let Some(first) = transcript.events.first() else {
        probe.claim(STREAM_STARTS_WITH_THE_TASK, false, "the stream", "events", transcript.describe(), &exchanges);
        return Err(Stop::Broken);
    };
    if matches!(first.kind, EventKind::Message) {
        return Ok(0);
    }
    let starts = matches!(first.kind, EventKind::Task);
    let expected = "the Task";
    probe.claim(STREAM_STARTS_WITH_THE_TASK, starts, "the first event", expected, first.describe(), &exchanges);
    probe.of_one_task(STREAM_IS_OF_ONE_TASK, transcript);
    probe.updates_only(STREAM_HAS_UPDATES_ONLY, transcript);
    in_order(probe, transcript);
    ends(probe, transcript);
    adds_up(probe, alice, transcript).await;
    Ok(1)
}

fn in_order(probe: &Probe, transcript: &Transcript) {
    let times: Vec<jiff::Timestamp> =
        transcript.events.iter().filter_map(|event| event.status()?["timestamp"].as_str()?.parse().ok()).collect();
    let rising = times.windows(2).all(|pair| pair[0] <= pair[1]);
    let observed = transcript.describe();
    let exchanges = [transcript.exchange];
    probe.claim(STREAM_KEEPS_THE_ORDER, rising, "status timestamps", "never going back", &observed, &exchanges);
    let over = transcript.events.iter().position(|event| event.state().is_some_and(State::is_terminal));
    let after = over.map_or(0, |at| transcript.events[at + 1..].iter().filter(|event| event.is_update()).count());
    let subject = "updates after the terminal one";
    probe.claim(STREAM_KEEPS_THE_ORDER, after == 0, subject, 0, format!("{after}: {observed}"), &exchanges);
}

fn ends(probe: &Probe, transcript: &Transcript) {
    let exchanges = [transcript.exchange];
    let observed = transcript.describe();
    let last = transcript.events.iter().rev().find_map(Event::state);
    let terminal = last.is_some_and(State::is_terminal);
    let expected = "a terminal state at the end";
    probe.claim(STREAM_ENDS_TERMINAL, terminal, "the last event", expected, &observed, &exchanges);
    let closed = transcript.end == End::Closed;
    probe.claim(STREAM_CLOSES, closed, "the end of the stream", "closed by the agent", &observed, &exchanges);
}

async fn adds_up(probe: &Probe, alice: &Caller<'_>, transcript: &Transcript) {
    let Some(id) = transcript.events[0].task_id() else { return };
    let shown = alice.get(id).await;
    let Some(task) = shown.task() else { return };
    // A closing Task is held against the updates before it, not added to them.
    let middle = transcript.events.len().saturating_sub(1);
    let closing = transcript.events.iter().skip(1).position(|event| matches!(event.kind, EventKind::Task));
    let told = &transcript.events[..closing.map_or(middle + 1, |at| at + 1)];
    let exchanges = [transcript.exchange, shown.exchange];
    probe.same(STREAM_ADDS_UP, "the stream's sum", &stored(&task), &Folded::of(told).essence(), &exchanges);
    if let Some(closing) = transcript.events.last().filter(|_| closing.is_some()).and_then(Event::task) {
        probe.same(STREAM_ADDS_UP, "the closing Task", &stored(&task), &stored(&closing), &exchanges);
    }
}
