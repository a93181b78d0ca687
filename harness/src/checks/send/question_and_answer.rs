//! A task may ask back, and whoever answers answers that task.

use crate::agent::Reply as Answered;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "S4",
    slug: "question-and-answer",
    title: "an answer continues the task that asked",
    group: Group::Send,
    scope: Scope::EachBinding,
    rules: &[ANSWER_CONTINUES_THE_TASK, QUESTION_IS_ASKED, HISTORY_KEEPS_THE_ORDER],
    needs: &[Need::Stimulus(Ask)],
    doc: Doc {
        sends: "a message that leads to a question; the answer, once with task and context and once with the task alone",
        passes: "the same task and context, on to completion; the context still has that one task",
        tolerates: "a history that keeps none of the user's messages; a question that is not spelled out is broken advice",
        causes: "the answer opens a second task; the context is not inferred from the task; a blocking send waits through the pause",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let (with_both, with_task, authorized) =
        futures::join!(conversation(probe, true), conversation(probe, false), authorized(probe));
    with_both.and(with_task).and(authorized)
}

/// A message to a task that waits for authorization: taken or refused, but neither an accident nor a new task.
async fn authorized(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let Ok(waiting) = probe.paused(&alice, Authorize).await else { return Ok(()) };

    let reply = alice.send(&probe.answer().to_task(waiting.id()).immediately()).await;

    let harmless = match (reply.task(), reply.error()) {
        (Some(task), _) => task.id() == waiting.id(),
        (None, Some(error)) => !error.is_internal(),
        (None, None) => reply.message().is_some(),
    };
    let expected = "the same task, or a refusal";
    let subject = "a message to a task in AUTH_REQUIRED";
    probe.claim(ANSWER_CONTINUES_THE_TASK, harmless, subject, expected, &reply, &[reply.exchange]);
    Ok(())
}

async fn conversation(probe: &Probe, names_the_context: bool) -> Outcome {
    let alice = probe.alice();
    let question = probe.say(Ask)?;
    let asked = question.id().to_owned();
    let waiting = probe.paused_by(&alice, Ask, question).await?;
    let said = waiting.value()["status"]["message"]["parts"].as_array().is_some_and(|parts| !parts.is_empty());
    probe.claim(QUESTION_IS_ASKED, said, "/status/message", "what input is required", "nothing", &[]);

    let answer = probe.answer().to_task(waiting.id());
    let answer = if names_the_context { answer.in_context(waiting.context()) } else { answer };
    let reply = alice.send(&answer).await;

    probe.accepted(ANSWER_CONTINUES_THE_TASK, &reply)?;
    same_task(probe, &waiting, &reply);
    let ended = completed(probe, &alice, &waiting, &reply).await?;
    history_in_order(probe, &ended, &[&asked, answer.id()]);
    let listing = alice.list(json!({ "contextId": waiting.context() })).await;
    if let Some(tasks) = listing.result().and_then(|listed| listed["tasks"].as_array()) {
        let alone = tasks.len() == 1 && tasks[0]["id"] == waiting.id();
        let subject = "tasks in the context";
        let observed = format!("{} tasks", tasks.len());
        probe.claim(ANSWER_CONTINUES_THE_TASK, alone, subject, "the one task", observed, &[listing.exchange]);
    }
    Ok(())
}

fn same_task(probe: &Probe, waiting: &Task, reply: &Answered) {
    let result = reply.result().cloned().unwrap_or_default();
    let (id, context) = match reply.task() {
        Some(task) => (task.id().to_owned(), task.context().to_owned()),
        // A message may answer as well; it then names the task that it belongs to.
        None => (
            result["message"]["taskId"].as_str().unwrap_or(waiting.id()).to_owned(),
            result["message"]["contextId"].as_str().unwrap_or_default().to_owned(),
        ),
    };
    let exchanges = [reply.exchange];
    probe.claim(ANSWER_CONTINUES_THE_TASK, id == waiting.id(), "task id", waiting.id(), &id, &exchanges);
    let same = context == waiting.context();
    probe.claim(ANSWER_CONTINUES_THE_TASK, same, "context id", waiting.context(), &context, &exchanges);
}

async fn completed(probe: &Probe, alice: &Caller<'_>, waiting: &Task, reply: &Answered) -> Result<Task, Stop> {
    let ended = probe.until(alice, waiting.id(), Task::is_terminal).await;
    let observed = ended.as_ref().map_or_else(|_| "still not over".to_owned(), |task| task.state_word().to_owned());
    let done = ended.as_ref().is_ok_and(|task| task.state() == Some(State::Completed));
    let subject = "the answered task";
    probe.claim(ANSWER_CONTINUES_THE_TASK, done, subject, State::Completed.name(), observed, &[reply.exchange]);
    ended.map_err(|_| Stop::Broken)
}

/// A history that holds some of these messages holds them all, in this order.
fn history_in_order(probe: &Probe, task: &Task, sent: &[&str]) {
    let kept: Vec<&str> = task.message_ids().into_iter().filter(|id| sent.contains(id)).collect();
    if !kept.is_empty() {
        let observed = kept.join(", ");
        probe.claim(HISTORY_KEEPS_THE_ORDER, kept == sent, "/history", sent.join(", "), observed, &[]);
    }
}
