//! Who has two doors must not be deaf at one of them.

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
        tolerates: "an agent of which only one address is known is not observed",
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

    let shown = other.get(task.id()).await;
    let subject = format!("GetTask at {second} of a task that began at {first}");
    let there = shown.task().is_some_and(|shown| shown.id() == task.id() && shown.state() == task.state());
    probe.claim(INSTANCES_SHARE_TASKS, there, subject, "the task as it stands", &shown, &[shown.exchange]);
    let listing = other.list(json!({ "contextId": task.context() })).await;
    let subject = format!("ListTasks at {second} of a context that began at {first}");
    // A listing that can't be had shows nothing either way, and one of several pages may have it on the next.
    if let Some(page) = listing.result().filter(|page| page["nextPageToken"].as_str().is_none_or(str::is_empty)) {
        let listed = page["tasks"].as_array().is_some_and(|tasks| tasks.iter().any(|listed| listed["id"] == task.id()));
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
    let after = one.get(task.id()).await;
    let is_canceled =
        |reply: &crate::agent::Reply| reply.task().is_some_and(|task| task.state() == Some(State::Canceled));
    let held = is_canceled(&cancel) && is_canceled(&after);
    let subject = format!("CancelTask at {second} of a task that began at {first}");
    let observed = format!("{cancel}, and there {after}");
    let exchanges = [cancel.exchange, after.exchange];
    probe.claim(INSTANCES_SHARE_CANCELS, held, subject, "the canceled task, shown at both", observed, &exchanges);

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

/// A task that asks at one instance is answered at the other.
async fn answered(probe: &Probe, one: &Caller<'_>, other: &Caller<'_>) -> Outcome {
    let Ok(waiting) = probe.paused(one, Ask).await else { return Ok(()) };
    let answer = probe.answer().to_task(waiting.id()).in_context(waiting.context());

    let reply = probe.patiently(other, &answer).await;
    let state = |reply: &crate::agent::Reply| reply.task().and_then(|task| task.state());
    let continued = reply.task().is_some_and(|task| task.id() == waiting.id());
    let after = one.get(waiting.id()).await;
    let held = continued && state(&after) == state(&reply);
    let (first, second) = (&one.interface().url, &other.interface().url);
    let subject = format!("the answer at {second} to what was asked at {first}");
    let (expected, observed) = ("the same task, shown alike at both", format!("{reply}, and there {after}"));
    let exchanges = [reply.exchange, after.exchange];
    probe.claim(INSTANCES_SHARE_CONVERSATIONS, held, subject, expected, observed, &exchanges);
    Ok(())
}
