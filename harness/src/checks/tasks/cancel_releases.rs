//! Cancelling is news for everybody who waits.

use crate::agent::Reply as Answered;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "T3",
    slug: "cancel-releases",
    title: "cancelling ends the task for everybody",
    group: Group::Tasks,
    scope: Scope::EachBinding,
    rules: &[
        CANCEL_CANCELS,
        CANCEL_RELEASES_THE_WAITER,
        CANCEL_ENDS_STREAMS,
        FINISHED_TASK_IS_NOT_CANCELABLE,
        UNKNOWN_TASK_IS_NOT_FOUND,
        SECOND_CANCEL_IS_HARMLESS,
    ],
    needs: &[Need::Stimulus(Hold)],
    doc: Doc {
        sends: "CancelTask on a task that works, with a blocked caller and open streams; on one that waits; on \
                finished ones; on an unknown one; and again",
        passes: "CANCELED everywhere, the caller and the streams released; the error of each case",
        tolerates: "a second cancel that gives the task, TaskNotCancelable or TaskNotFound; a canceled task that is purged",
        causes: "only the stored state is changed; the answer shows the state before; paused tasks are forgotten",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let (blocked, streamed, paused, refused) =
        futures::join!(blocked(probe), streamed(probe), paused(probe), refused(probe));
    blocked.and(streamed).and(paused).and(refused)
}

/// A caller who is blocked on the task that somebody cancels.
async fn blocked(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let context = probe.finished(&alice, Complete).await?.context().to_owned();
    let message = probe.say(Hold)?.in_context(&context);
    let waits = probe.patiently(&alice, &message);
    let cancels = async {
        let task = appears(probe, &alice, &context).await?;
        let cancel = alice.cancel(task.id()).await;
        canceled(probe, &alice, task.id(), &cancel).await;
        Ok::<Task, Stop>(task)
    };

    // Where no task appears there is nobody to release, and no reason to wait for one.
    let (reply, task) = match futures::future::select(Box::pin(waits), Box::pin(cancels)).await {
        futures::future::Either::Left((reply, cancels)) => (reply, cancels.await?),
        futures::future::Either::Right((task, waits)) => {
            let task = task?;
            (waits.await, task)
        }
    };

    if reply.task().is_some_and(|told| !told.is_terminal() && told.id() == task.id()) {
        return Err(Stop::prevented("the blocking send did not wait (see S1)"));
    }
    let told = reply.task().map_or_else(|| reply.to_string(), |task| task.state_word().to_owned());
    let held = told == State::Canceled.name();
    let subject = "the blocked SendMessage";
    probe.claim(CANCEL_RELEASES_THE_WAITER, held, subject, State::Canceled.name(), told, &[reply.exchange]);
    Ok(())
}

/// The held task, as soon as the listing shows it.
async fn appears(probe: &Probe, alice: &Caller<'_>, context: &str) -> Result<Task, Stop> {
    let request = json!({ "contextId": context });
    let found = crate::Patience::within(probe.target().patience.reply, async {
        let mut looks = 0;
        loop {
            let listing = alice.list(request.clone()).await;
            let tasks = listing.result().and_then(|listed| listed["tasks"].as_array());
            let shown = tasks.into_iter().flatten().map(|task| Task::new(task.clone()));
            if let Some(task) = shown.into_iter().find(|task| !task.is_terminal() && task.context() == context) {
                return task;
            }
            crate::Patience::look_again(looks).await;
            looks += 1;
        }
    });
    let task = found.await.map_err(|_| Stop::prevented("the listing never showed the task that a send waits for"))?;
    probe.hold(alice.interface(), &task);
    Ok(task)
}

/// Streams that are open on the task that somebody cancels.
async fn streamed(probe: &Probe) -> Outcome {
    if !probe.card().offers(Capability::Streaming) {
        return Ok(());
    }
    let alice = probe.alice();
    let Ok(mut own) = alice.stream(&probe.say(Hold)?).await else { return Ok(()) };
    let begun = own.until(probe.target().patience.reply, |event| event.task_id().is_some()).await;
    let Some(id) = begun.as_ref().and_then(|event| event.task_id()).map(str::to_owned) else { return Ok(()) };
    let mut streams = vec![own];
    if let Ok(mut other) = alice.subscribe(&id).await {
        other.next().await;
        streams.push(other);
    }

    let cancel = alice.cancel(&id).await;

    canceled(probe, &alice, &id, &cancel).await;
    for stream in streams {
        let transcript = stream.to_end(probe.target().patience.reply).await;
        let told = transcript.events.iter().rev().find_map(crate::agent::transport::Event::state);
        let ended = told == Some(State::Canceled) && transcript.end == End::Closed;
        let expected = "…, a status update to CANCELED, then closed by the agent";
        let observed = transcript.describe();
        probe.claim(CANCEL_ENDS_STREAMS, ended, "an open stream", expected, observed, &[transcript.exchange]);
    }
    Ok(())
}

async fn paused(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    if let Ok(waiting) = probe.paused(&alice, Authorize).await {
        let cancel = alice.cancel(waiting.id()).await;
        // Whoever waits for others may not be able to stop; whoever says that it stopped has.
        if cancel.result().is_some() {
            canceled(probe, &alice, waiting.id(), &cancel).await;
        }
    }
    let Ok(waiting) = probe.paused(&alice, Ask).await else { return Ok(()) };

    let cancel = alice.cancel(waiting.id()).await;

    canceled(probe, &alice, waiting.id(), &cancel).await;
    let again = alice.cancel(waiting.id()).await;
    let canceled = again.task().is_some_and(|task| task.state() == Some(State::Canceled));
    let refused = again.error().is_some_and(|error| {
        [TaskNotCancelable, TaskNotFound].iter().any(|kind| error.compare(*kind) != crate::agent::Match::Other)
    });
    let expected = "the canceled task, TaskNotCancelable or TaskNotFound";
    probe.claim(
        SECOND_CANCEL_IS_HARMLESS,
        canceled || refused,
        "CancelTask again",
        expected,
        &again,
        &[again.exchange],
    );
    Ok(())
}

/// The answer to a cancel, and what GetTask shows then.
async fn canceled(probe: &Probe, alice: &Caller<'_>, id: &str, cancel: &Answered) {
    let told = cancel.task().map_or_else(|| cancel.to_string(), |task| task.state_word().to_owned());
    let held = told == State::Canceled.name();
    probe.claim(CANCEL_CANCELS, held, "CancelTask", State::Canceled.name(), told, &[cancel.exchange]);
    let shown = alice.get(id).await;
    let now = shown.task().map_or_else(|| shown.to_string(), |task| task.state_word().to_owned());
    // What is over may be purged (§3.3.1).
    let purged = held && shown.error().is_some_and(|error| error.kind() == Some(TaskNotFound));
    let held = now == State::Canceled.name() || purged;
    probe.claim(
        CANCEL_CANCELS,
        held,
        "GetTask afterwards",
        State::Canceled.name(),
        now,
        &[cancel.exchange, shown.exchange],
    );
}

async fn refused(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    for stimulus in [Complete, Fail, Reject] {
        let Ok(finished) = probe.finished(&alice, stimulus).await else { continue };
        let cancel = alice.cancel(finished.id()).await;
        probe.refused(FINISHED_TASK_IS_NOT_CANCELABLE, &cancel, TaskNotCancelable);
        let after = probe.now(&alice, finished.id()).await?;
        let subject = "the finished task";
        probe.same(FINISHED_TASK_IS_NOT_CANCELABLE, subject, &finished.essence(), &after.essence(), &[cancel.exchange]);
    }
    let unknown = alice.cancel(&probe.unknown_id()).await;
    probe.refused(UNKNOWN_TASK_IS_NOT_FOUND, &unknown, TaskNotFound);
    let absent = alice.get(&probe.unknown_id()).await;
    probe.refused(UNKNOWN_TASK_IS_NOT_FOUND, &absent, TaskNotFound);
    Ok(())
}
