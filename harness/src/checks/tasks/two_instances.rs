//! Who has two doors must not be deaf at one of them.

use crate::agent::Reply;
use crate::agent::transport::Event;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "C2",
    slug: "two-instances",
    title: "cancel at one instance, and the streams of another tell the end",
    group: Group::Tasks,
    scope: Scope::EachBinding,
    rules: &[
        INSTANCES_SHARE_TASKS,
        INSTANCES_SHARE_CANCELS,
        INSTANCES_SHARE_STREAMS,
        INSTANCES_TELL_ENDS,
        INSTANCES_SHARE_CONVERSATIONS,
    ],
    needs: &[Need::Stimulus(Hold)],
    doc: Doc {
        sends: "to two instances of one agent: a task that works is begun at the one, and shown, listed, watched and \
                canceled at the other, and the other way round; a task that asks at the one is answered at the other",
        passes: "both show the same tasks; the streams of both tell the cancel and close; the answer continues its task",
        tolerates: "an agent of which only one address is known is not observed; an answer that leads to a direct message",
        causes: "tasks or their listeners are kept in the memory of one process; events are not told across instances",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let (here, there) = (probe.alice(), probe.at_another_instance()?);

    let (there_canceled, here_canceled, answered) =
        futures::join!(canceled(probe, &here, &there), canceled(probe, &there, &here), answered(probe, &here, &there));
    there_canceled.and(here_canceled).and(answered)
}

/// A task that works at one instance is watched at both and canceled at the other.
async fn canceled(probe: &Probe, one: &Caller<'_>, other: &Caller<'_>) -> Outcome {
    let task = probe.held(one).await?;
    let (first, second) = (&one.interface().url, &other.interface().url);

    // An instance may learn a little later what another one does.
    let shown = probe.in_time(other, task.id(), |shown| shown.state() == task.state()).await;
    let subject = format!("GetTask at {second} of a task that began at {first}");
    let there = shown.task().is_some_and(|shown| shown.id() == task.id() && shown.state() == task.state());
    probe.claim(INSTANCES_SHARE_TASKS, there, subject, "the task as it stands", &shown, &[shown.exchange]);
    let listing = || other.list(json!({ "contextId": task.context() }));
    let listing = probe.replied_in_time(listing, |listing| lists(listing, &task) != Some(false)).await;
    if let Some(listed) = lists(&listing, &task) {
        let subject = format!("ListTasks at {second} of a context that began at {first}");
        probe.claim(INSTANCES_SHARE_TASKS, listed, subject, "the task", &listing, &[listing.exchange]);
    }

    let mut streams = Vec::new();
    if let Ok(own) = one.subscribe(task.id()).await {
        streams.push(own);
        streams.push(probe.streams(INSTANCES_SHARE_STREAMS, other.subscribe(task.id()).await)?);
    }
    for stream in &mut streams {
        stream.until(probe.target().patience.reply, |event| event.task_id().is_some()).await;
    }
    let cancel = other.cancel(task.id()).await;
    // What the answer to a cancel says of the task is T3's affair.
    let after = match cancel.result() {
        Some(_) => over(probe, one, &task).await,
        None => task.state_word().to_owned(),
    };
    let held = after == State::Canceled.name();
    let subject = format!("CancelTask at {second} of a task that began at {first}");
    let (expected, observed) = ("a result, and the canceled task there", format!("{cancel}, and there {after}"));
    probe.claim(INSTANCES_SHARE_CANCELS, held, subject, expected, observed, &[cancel.exchange]);

    // What was not canceled has no end to tell.
    for stream in streams.into_iter().filter(|_| held) {
        let transcript = stream.to_end(probe.target().patience.finish()).await;
        let told = transcript.events.last().and_then(Event::state) == Some(State::Canceled);
        let told = told && transcript.end == End::Closed;
        let subject = format!("a stream of a task that was canceled at {second}");
        let expected = "…, TASK_STATE_CANCELED, then closed by the agent";
        probe.claim(INSTANCES_TELL_ENDS, told, subject, expected, transcript.describe(), &[transcript.exchange]);
    }
    Ok(())
}

/// Whether a listing has a task. One that can't be had shows nothing either way, and one of several pages may have it on
/// the next.
fn lists(listing: &Reply, task: &Task) -> Option<bool> {
    let page = listing.result().filter(|page| page["nextPageToken"].as_str().is_none_or(str::is_empty))?;
    Some(page["tasks"].as_array().is_some_and(|tasks| tasks.iter().any(|listed| listed["id"] == task.id())))
}

/// A task that asks at one instance is answered at the other.
async fn answered(probe: &Probe, one: &Caller<'_>, other: &Caller<'_>) -> Outcome {
    let Ok(waiting) = probe.paused(one, Ask).await else { return Ok(()) };
    let answer = probe.answer().to_task(waiting.id()).in_context(waiting.context());

    let reply = probe.patiently(other, &answer).await;
    if reply.message().is_some() {
        return Ok(());
    }
    let answered = reply.task().filter(|task| task.id() == waiting.id());
    let told = answered.as_ref().and_then(Task::state);
    // An answer that was not waited for is older than what is shown by now.
    let moved = |task: &Task| task.is_terminal() || task.state() == told;
    let after = if answered.is_some() { soon(probe, one, &waiting, moved).await } else { String::new() };
    let held = State::named(&after).is_some_and(|state| state.is_terminal() || Some(state) == told);
    let (first, second) = (&one.interface().url, &other.interface().url);
    let subject = format!("the answer at {second} to what was asked at {first}");
    let (expected, observed) = ("the same task, that moved on there as well", format!("{reply}, and there {after}"));
    probe.claim(INSTANCES_SHARE_CONVERSATIONS, held, subject, expected, observed, &[reply.exchange]);
    Ok(())
}

/// How the task is over at an instance, as soon as it is; what is over and canceled may be purged (§3.3.1).
async fn over(probe: &Probe, at: &Caller<'_>, task: &Task) -> String {
    let absent = |reply: &Reply| reply.error().is_some_and(|error| error.kind() == Some(TaskNotFound));
    let ended = |reply: &Reply| absent(reply) || reply.task().is_some_and(|task| task.is_terminal());
    let shown = probe.replied_in_time(|| at.get(task.id()), ended).await;
    if absent(&shown) {
        return State::Canceled.name().to_owned();
    }
    shown.task().map_or_else(|| shown.to_string(), |task| task.state_word().to_owned())
}

/// The state of the task at an instance, as soon as it is like this; or why it never was.
async fn soon(probe: &Probe, at: &Caller<'_>, task: &Task, like: impl Fn(&Task) -> bool) -> String {
    match probe.until(at, task.id(), like).await {
        Ok(task) => task.state_word().to_owned(),
        Err(Stop::NotObserved { reason, .. } | Stop::NotApplicable(reason)) => reason,
        Err(Stop::Broken) => String::new(),
    }
}
