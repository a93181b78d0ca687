//! Several clients may watch one task, and none of them owns it.

use crate::agent::transport::Event;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "ST3",
    slug: "two-streams-agree",
    title: "all streams of a task tell the same",
    group: Group::Streaming,
    scope: Scope::EachBinding,
    rules: &[STREAMS_AGREE, STREAMS_ARE_INDEPENDENT],
    needs: &[Need::Offered(Capability::Streaming), Need::Stimulus(Hold)],
    doc: Doc {
        sends: "three streams on one task, of which one is dropped half-way; a subscription beside the stream of an answer; \
                and a stream that is dropped at once",
        passes: "the others get the same updates in the same order to the end; the task goes on",
        tolerates: "what came before a stream joined, and a closing Task, are not compared; one stream a task is not observed",
        causes: "one queue a task, so that streams steal from each other; the end of one stream cancels the work",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let (held, slow, answered, alone, waiting) =
        futures::join!(held(probe), slow(probe), answered(probe), dropped_alone(probe), dropped_waiting(probe));
    held.and(slow).and(answered).and(alone).and(waiting)
}

/// Three streams on a held task; the cancel is what they all must tell.
async fn held(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let Ok((id, mut own)) = begun(probe, &alice, Hold).await else {
        return Err(Stop::prevented("no stream told the id of a held task (see ST1)"));
    };
    let (Ok(second), Ok(mut third)) = (alice.subscribe(&id).await, alice.subscribe(&id).await) else {
        alice.cancel(&id).await;
        return Err(Stop::prevented("the agent serves one stream a task, as §3.5.2 lets it"));
    };
    third.next().await;
    drop(third);
    own.next_known().await;

    // Another task of the same context is no affair of theirs.
    let still = probe.now(&alice, &id).await?;
    if let Ok(other) = probe.say(Complete) {
        alice.send(&other.in_context(still.context())).await;
    }
    // Time to see who left.
    probe.linger(&alice, &id).await?;
    let still = probe.now(&alice, &id).await?;
    let works = !still.is_terminal();
    let subject = "the task after one stream was dropped";
    probe.claim(STREAMS_ARE_INDEPENDENT, works, subject, "goes on", still.state_word(), &[]);
    alice.cancel(&id).await;
    let within = probe.target().patience.reply;
    let (own, second) = futures::join!(own.to_end(within), second.to_end(within));

    for transcript in [&own, &second] {
        let told = transcript.events.iter().rev().find_map(Event::state);
        let whole = told == Some(State::Canceled) && transcript.end == End::Closed;
        let expected = "…, CANCELED, then closed by the agent";
        let subject = "a stream beside the dropped one";
        probe.claim(STREAMS_ARE_INDEPENDENT, whole, subject, expected, transcript.describe(), &[transcript.exchange]);
    }
    agree(probe, &own, &second);
    Ok(())
}

/// Three streams on a task that goes on by itself; compared from where the last one joined.
async fn slow(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    if probe.say(Slow).is_err() {
        return Ok(());
    }
    let Ok((id, own)) = begun(probe, &alice, Slow).await else { return Ok(()) };
    let (second, third) = futures::join!(alice.subscribe(&id), alice.subscribe(&id));
    let within = probe.target().patience.finish();
    let own = own.to_end(within).await;
    for other in [second, third] {
        // Too late is no fault of the agent's.
        let Ok(other) = other else { continue };
        let other = other.to_end(within).await;
        if other.events.first().and_then(Event::state).is_some_and(State::is_terminal) {
            continue;
        }
        agree(probe, &own, &other);
    }
    Ok(())
}

/// A subscription to a task that waits, and the stream of the answer.
async fn answered(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let Ok(waiting) = probe.paused(&alice, Ask).await else { return Ok(()) };
    let Ok(mut joined) = alice.subscribe(waiting.id()).await else { return Ok(()) };
    joined.next().await;
    let answer = probe.answer().to_task(waiting.id()).in_context(waiting.context());
    let Ok(own) = alice.stream(&answer).await else { return Ok(()) };
    let within = probe.target().patience.finish();
    let (own, joined) = futures::join!(own.to_end(within), joined.to_end(within));
    // §11.7 lets a stream close at an interrupted state, and a task may be over before its stream begins.
    if joined.updates().is_empty() || own.updates().is_empty() {
        return Ok(());
    }

    agree(probe, &joined, &own);
    Ok(())
}

/// The only stream of a task is dropped: the task does not care.
async fn dropped_alone(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    if probe.say(Slow).is_err() {
        return Ok(());
    }
    let Ok((id, stream)) = begun(probe, &alice, Slow).await else { return Ok(()) };
    drop(stream);

    completes(probe, &alice, &id).await;
    Ok(())
}

/// The only stream of a task that waits is dropped, and then it is answered.
async fn dropped_waiting(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let Ok(waiting) = probe.paused(&alice, Ask).await else { return Ok(()) };
    let Ok(mut stream) = alice.subscribe(waiting.id()).await else { return Ok(()) };
    stream.next().await;
    drop(stream);
    // Time to see who left.
    probe.linger(&alice, waiting.id()).await?;
    let answer = probe.answer().to_task(waiting.id()).in_context(waiting.context());
    let reply = probe.patiently(&alice, &answer).await;
    if reply.task().is_some_and(|task| task.is_interrupted()) {
        // Whether one answer is enough is judged elsewhere.
        return Ok(());
    }

    completes(probe, &alice, waiting.id()).await;
    Ok(())
}

/// The task that nobody watches reaches its end.
async fn completes(probe: &Probe, alice: &Caller<'_>, id: &str) {
    let ended = probe.until(alice, id, Task::is_terminal).await;
    let observed = ended.as_ref().map_or("still not over", Task::state_word).to_owned();
    let completed = ended.as_ref().is_ok_and(|task| task.state() == Some(State::Completed));
    let subject = "the task whose only stream was dropped";
    probe.claim(STREAMS_ARE_INDEPENDENT, completed, subject, State::Completed.name(), observed, &[]);
}

async fn begun(probe: &Probe, alice: &Caller<'_>, stimulus: Stimulus) -> Result<(String, Stream), Stop> {
    let message = probe.say(stimulus)?;
    let mut stream = alice.stream(&message).await.map_err(|reply| Stop::prevented(reply.to_string()))?;
    let named = stream.until(probe.target().patience.reply, |event| event.task_id().is_some()).await;
    let id = named.as_ref().and_then(Event::task_id).map(str::to_owned);
    Ok((id.ok_or_else(|| Stop::prevented("no event named a task"))?, stream))
}

/// The one that joined later tells, after its snapshot, the end of what the other tells.
fn agree(probe: &Probe, whole: &Transcript, part: &Transcript) {
    let told =
        |transcript: &Transcript| transcript.updates().into_iter().map(|event| event.value.clone()).collect::<Vec<_>>();
    let (whole_told, part_told) = (told(whole), told(part));
    let same = whole_told.ends_with(&part_told) && !part_told.is_empty();
    let exchanges = [whole.exchange, part.exchange];
    let subject = "the updates of a second stream";
    let expected = format!("the end of {}", whole.describe());
    probe.claim(STREAMS_AGREE, same, subject, expected, part.describe(), &exchanges);
}
