//! Whoever speaks to somebody at work is heard or told that nobody listens.

use crate::agent::Reply as Answered;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "S12",
    slug: "working-message",
    title: "a message to a working task is kept and heard",
    group: Group::Send,
    scope: Scope::EachBinding,
    rules: &[WORKING_MESSAGE_IS_ANSWERED, WORKING_MESSAGE_IS_RECORDED, WORKING_MESSAGE_IS_HEARD],
    needs: &[Need::Stimulus(Hold)],
    doc: Doc {
        sends: "a message to a task that works: blocking, not waiting, and as a stream, with the context and without; \
                then GetTask and ListTasks",
        passes: "the same task, the message once in its history and its words in the result; or a refusal",
        tolerates: "an agent that refuses, as UnsupportedOperation or otherwise, or answers with a direct message; a history that keeps none of the \
                    user's messages; an agent that does not repeat what it hears",
        causes: "only paused tasks have a mailbox; the message is stored and nobody is told; a second task begins",
    },
    run: |probe| Box::pin(run(probe)),
};

/// How the message is sent.
#[derive(Clone, Copy, PartialEq)]
enum Send {
    Blocking,
    Immediate,
    Streaming,
}

async fn run(probe: &Probe) -> Outcome {
    let (held, streamed, blocking, immediate, streaming) = futures::join!(
        told(probe, Hold, Send::Immediate),
        told(probe, Hold, Send::Streaming),
        told(probe, Listen, Send::Blocking),
        told(probe, Listen, Send::Immediate),
        told(probe, Listen, Send::Streaming),
    );
    held.and(streamed).and(blocking).and(immediate).and(streaming)
}

async fn told(probe: &Probe, stimulus: Stimulus, how: Send) -> Outcome {
    // A behaviour that the user denied is not tried.
    let Ok(first) = probe.say(stimulus) else { return Ok(()) };
    if how == Send::Streaming && !probe.card().offers(Capability::Streaming) {
        return Ok(());
    }
    let alice = probe.alice();
    let began = first.id().to_owned();
    let task = probe.held_by(&alice, first).await?;
    let words = crate::agent::fresh("words");
    let more = Message::text(&words).to_task(task.id());
    let more = if how == Send::Immediate { more.in_context(task.context()).immediately() } else { more };

    let reply = match how {
        Send::Streaming => alice.attempt(Operation::SendStreamingMessage, more.params()).await,
        _ => alice.send(&more).await,
    };

    if !answered(probe, &task, &reply) || reply.error().is_some() || reply.message().is_some() {
        return Ok(());
    }
    let recorded = kept(probe, &alice, &task, [&began, more.id()], &reply).await?;
    alone(probe, &alice, &task).await;
    if stimulus == Listen && recorded {
        heard(probe, &alice, &task, &words, &reply).await?;
    }
    Ok(())
}

/// The task took it, or it was refused; no accident, and no other task. Whether it was taken or refused.
fn answered(probe: &Probe, task: &Task, reply: &Answered) -> bool {
    let fit = match (reply.result(), reply.error()) {
        // Whatever it is, a task, a message or the first event of a stream: what it names is that task.
        (Some(result), _) => result.as_object().is_some_and(|union| {
            let named = union.values().find_map(|member| member["taskId"].as_str().or(member["id"].as_str()));
            named.is_none_or(|id| id == task.id())
        }),
        (None, Some(error)) => !error.is_internal(),
        (None, None) => false,
    };
    let expected = "the same task, or a refusal";
    let subject = format!("{} to a working task", reply.operation.name());
    probe.claim(WORKING_MESSAGE_IS_ANSWERED, fit, subject, expected, reply, &[reply.exchange])
}

/// A history that keeps the first message keeps this one too, once and after it; if not at once, then soon.
async fn kept(probe: &Probe, alice: &Caller<'_>, task: &Task, sent: [&str; 2], reply: &Answered) -> Result<bool, Stop> {
    let keeps = |task: &Task| {
        let kept: Vec<&str> = task.message_ids().into_iter().filter(|id| sent.contains(id)).collect();
        (!kept.contains(&sent[0]) || kept == sent, kept.join(", "))
    };
    let _ = probe.until(alice, task.id(), |task| keeps(task).0).await;
    let (held, observed) = keeps(&probe.now(alice, task.id()).await?);
    let expected = sent.join(", ");
    Ok(probe.claim(WORKING_MESSAGE_IS_RECORDED, held, "/history", expected, observed, &[reply.exchange]))
}

/// No other task came of it.
async fn alone(probe: &Probe, alice: &Caller<'_>, task: &Task) {
    let listing = alice.list(json!({ "contextId": task.context() })).await;
    probe.lists(WORKING_MESSAGE_IS_ANSWERED, "tasks in the context", &listing, 1);
}

/// An agent that repeats what it hears while it works has heard this as well.
async fn heard(probe: &Probe, alice: &Caller<'_>, task: &Task, words: &str, reply: &Answered) -> Outcome {
    let ended = probe.until(alice, task.id(), Task::is_terminal).await;
    let result = ended.as_ref().map(|task| Value::from(task.artifacts()).to_string()).unwrap_or_default();
    let observed = ended.as_ref().map_or_else(|_| "the task goes on as before".to_owned(), |_| result.clone());
    let subject = "the result of the task";
    probe.claim(WORKING_MESSAGE_IS_HEARD, result.contains(words), subject, words, observed, &[reply.exchange]);
    Ok(())
}
