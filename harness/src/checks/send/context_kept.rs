//! A conversation has one name, and everybody uses it.

use crate::agent::Reply as Answered;
use crate::prelude::*;
use crate::receivers::Manner;

pub(super) static CHECK: Check = Check {
    id: "S14",
    slug: "context-kept",
    title: "a task has one context, the client's if it named one",
    group: Group::Send,
    scope: Scope::EachBinding,
    rules: &[CLIENT_CONTEXT_IS_KEPT, TASK_HAS_ONE_CONTEXT],
    needs: &[Need::Stimulus(Complete)],
    doc: Doc {
        sends: "messages in a context that the client made up, in one that is known, and in none: blocking, not waiting, \
                as a stream, for a direct answer; an answer to a question; then GetTask, ListTasks and a webhook",
        passes: "the client's context, or a refusal; one context in each answer, event, history, listing and delivery",
        tolerates: "an agent that takes no contexts of the client's and says so; objects that leave the context out",
        causes: "a fresh context is made for each request; events or history carry the context of the worker; a listing \
                 looks contexts up by the client's name and stores another",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let (made_up, known, whole, answered) =
        futures::join!(made_up(probe), known(probe), everywhere(probe), answered(probe));
    made_up.and(known).and(whole).and(answered)
}

/// A context that the client made up is kept or refused, however the message is sent.
async fn made_up(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let mut sends = vec![(Operation::SendMessage, probe.say(Complete)?)];
    sends.push((Operation::SendMessage, probe.say(Complete)?.immediately()));
    sends.extend(probe.say(Reply).ok().map(|message| (Operation::SendMessage, message)));
    if probe.card().offers(Capability::Streaming) {
        sends.push((Operation::SendStreamingMessage, probe.say(Complete)?));
    }
    let all = sends.into_iter().map(|(operation, message)| {
        let alice = &alice;
        async move {
            let context = probe.unknown_id();

            let reply = alice.attempt(operation, message.in_context(&context).params()).await;

            kept_or_refused(probe, &context, &reply);
        }
    });
    futures::future::join_all(all).await;
    Ok(())
}

/// A context that the agent made is good for another task.
async fn known(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let first = probe.finished(&alice, Complete).await?;

    let reply = alice.send(&probe.say(Complete)?.in_context(first.context())).await;

    kept_or_refused(probe, first.context(), &reply);
    let Some(second) = reply.task() else { return Ok(()) };
    let listing = alice.list(json!({ "contextId": first.context() })).await;
    let Some(tasks) = listing.result().and_then(|listed| listed["tasks"].as_array()) else { return Ok(()) };
    let both = [first.id(), second.id()].into_iter().all(|id| tasks.iter().any(|task| task["id"] == id));
    let expected = "both tasks";
    let exchanges = [listing.exchange, reply.exchange];
    probe.claim(TASK_HAS_ONE_CONTEXT, both, "the listing of their context", expected, &listing, &exchanges);
    Ok(())
}

fn kept_or_refused(probe: &Probe, context: &str, reply: &Answered) {
    let held = match (reply.result(), reply.error()) {
        // Whatever it is, a task, a message or an event: one that names no context has not exchanged it.
        (Some(result), _) => result.as_object().is_some_and(|union| {
            union.values().all(|member| member["contextId"].as_str().is_none_or(|named| named == context))
        }),
        (None, Some(error)) => !error.is_internal(),
        (None, None) => false,
    };
    let subject = format!("{} in a context of the client's", reply.operation.name());
    let expected = format!("the context {context}, or a refusal");
    probe.claim(CLIENT_CONTEXT_IS_KEPT, held, subject, expected, reply, &[reply.exchange]);
}

/// One task, wherever it is looked at.
async fn everywhere(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let message = probe.say(Stimulus::Stream).or_else(|_| probe.say(Complete))?;
    let inbox = probe.inbox(Manner::Prompt);
    let pushes = probe.card().offers(Capability::PushNotifications);
    let config = probe.config(inbox.url());
    let noticed = message.again().configured("taskPushNotificationConfig", config);
    let reply = if pushes { probe.patiently(&alice, &noticed).await } else { probe.patiently(&alice, &message).await };
    // An agent that can't call the judge refuses the config; that is for the checks of push.
    let pushes = pushes && reply.task().is_some();
    let reply = if reply.task().is_some() { reply } else { probe.patiently(&alice, &message.again()).await };
    let Some(task) = reply.task() else { return Ok(()) };

    one_context(probe, "the answer", task.context(), task.value(), reply.exchange);
    let shown = alice.get(task.id()).await;
    let stored = shown.result().cloned().unwrap_or_default();
    one_context(probe, "GetTask", task.context(), &stored, shown.exchange);
    let listing = alice.list(json!({ "contextId": task.context(), "historyLength": 10 })).await;
    let listed = listing.result().cloned().unwrap_or_default();
    one_context(probe, "ListTasks", task.context(), &listed, listing.exchange);
    if pushes {
        for delivery in probe.delivered(&inbox).await {
            one_context(probe, "a notification", task.context(), &delivery.body, reply.exchange);
        }
    }
    streamed(probe, &alice, &message.again()).await
}

async fn streamed(probe: &Probe, alice: &Caller<'_>, message: &Message) -> Outcome {
    if !probe.card().offers(Capability::Streaming) {
        return Ok(());
    }
    let Ok(stream) = alice.stream(message).await else { return Ok(()) };
    let transcript = stream.to_end(probe.target().patience.finish()).await;
    let Some(context) = transcript.events.iter().find_map(|event| event.context_id()) else { return Ok(()) };
    for event in &transcript.events {
        one_context(probe, "an event", context, &event.value, transcript.exchange);
    }
    Ok(())
}

/// A task that was answered, by its id alone, stays where it was.
async fn answered(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let Ok(waiting) = probe.paused(&alice, Ask).await else { return Ok(()) };

    let reply = alice.send(&probe.answer().to_task(waiting.id())).await;

    let Some(task) = reply.task() else { return Ok(()) };
    one_context(probe, "the answered task", waiting.context(), task.value(), reply.exchange);
    let shown = alice.get(waiting.id()).await;
    let stored = shown.result().cloned().unwrap_or_default();
    one_context(probe, "the answered task", waiting.context(), &stored, shown.exchange);
    Ok(())
}

/// Whatever names a context below a value names this one.
fn one_context(probe: &Probe, subject: &str, context: &str, value: &Value, exchange: usize) {
    let stray = stray(value, context);
    let expected = format!("the context {context} alone");
    let observed = stray.unwrap_or_default();
    probe.claim(TASK_HAS_ONE_CONTEXT, stray.is_none(), subject, expected, observed, &[exchange]);
}

/// The first other context that is named below a value. What a message or an artifact carries is the user's.
fn stray<'v>(value: &'v Value, context: &str) -> Option<&'v str> {
    match value {
        Value::Object(members) => {
            let named = members.get("contextId").and_then(Value::as_str);
            let stray_here = named.filter(|named| !named.is_empty() && *named != context);
            let below = members.iter().filter(|(name, _)| !matches!(name.as_str(), "parts" | "metadata"));
            stray_here.or_else(|| below.into_iter().find_map(|(_, member)| stray(member, context)))
        }
        Value::Array(items) => items.iter().find_map(|item| stray(item, context)),
        _ => None,
    }
}
