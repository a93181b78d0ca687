//! Some questions need no task.

use crate::agent::Reply as Answered;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "S3",
    slug: "direct-message",
    title: "a direct answer is a message and nothing else",
    group: Group::Send,
    scope: Scope::EachBinding,
    rules: &[VALID_MESSAGE_IS_ACCEPTED, DIRECT_MESSAGE_IS_ALONE, AGENT_MESSAGE_IS_WHOLE, DIRECT_MESSAGE_AS_PROMISED],
    needs: &[Need::Stimulus(Reply)],
    doc: Doc {
        sends: "two messages that call for a direct answer, then ListTasks in their contexts",
        passes: "each result has `message` alone: the agent's role, an id of its own, a part, a context and no task",
        tolerates: "an agent that always makes tasks: then this is not observed, unless the target file promised it",
        causes: "the answer is wrapped as a finished task; the user's role or id is copied; the union has no wrapper",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let mut ids = Vec::new();
    for _ in 0..2 {
        let message = probe.say(Reply)?;

        let reply = alice.send(&message).await;

        probe.accepted(VALID_MESSAGE_IS_ACCEPTED, &reply)?;
        if reply.task().is_some() {
            return came_as_a_task(probe, &reply);
        }
        ids.push(judge(probe, &reply, message.id()));
        no_task_appears(probe, &alice, &reply).await;
    }
    let own = ids[0] != ids[1];
    probe.claim(AGENT_MESSAGE_IS_WHOLE, own, "messageId of two answers", "two ids", &ids[0], &[]);
    Ok(())
}

/// The messageId of the answer.
fn judge(probe: &Probe, reply: &Answered, asked: &str) -> String {
    let result = reply.result().cloned().unwrap_or_default();
    let exchanges = [reply.exchange];
    let members: Vec<&str> =
        result.as_object().map(|members| members.keys().map(String::as_str).collect()).unwrap_or_default();
    let alone = members == ["message"];
    probe.claim(DIRECT_MESSAGE_IS_ALONE, alone, "result", "`message` alone", members.join(", "), &exchanges);
    let message = &result["message"];
    probe.well_formed(&shape::MESSAGE, message, reply.exchange);
    let id = probe.agent_message(AGENT_MESSAGE_IS_WHOLE, message, asked, reply.exchange);
    let task = message["taskId"].as_str().unwrap_or_default();
    probe.claim(AGENT_MESSAGE_IS_WHOLE, task.is_empty(), "/message/taskId", "absent", task, &exchanges);
    id
}

async fn no_task_appears(probe: &Probe, alice: &Caller<'_>, reply: &Answered) {
    let result = reply.result().cloned().unwrap_or_default();
    let Some(context) = result["message"]["contextId"].as_str() else { return };
    let listing = alice.list(json!({ "contextId": context })).await;
    let Some(listed) = listing.result() else { return };
    let tasks = listed["tasks"].as_array().map_or(0, Vec::len);
    let subject = "tasks in the context";
    probe.claim(DIRECT_MESSAGE_IS_ALONE, tasks == 0, subject, 0, tasks, &[reply.exchange, listing.exchange]);
}

fn came_as_a_task(probe: &Probe, reply: &Answered) -> Outcome {
    if probe.target().vouches_for(Reply) {
        let expected = "a direct message";
        probe.claim(DIRECT_MESSAGE_AS_PROMISED, false, "SendMessage", expected, reply, &[reply.exchange]);
        return Err(Stop::Broken);
    }
    Err(Stop::prevented("`reply` led to a task and not to a direct message; say what does in [stimuli]"))
}
