//! A message says where it belongs, and is one of a kind.

use std::collections::BTreeSet;

use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "DM5",
    slug: "messages-in-context",
    title: "messages name their task and context, and have ids of their own",
    group: Group::Data,
    scope: Scope::EachBinding,
    rules: &[MESSAGES_NAME_THEIR_TASK, AGENT_MESSAGES_SAY_WHERE, MESSAGE_IDS_ARE_UNIQUE],
    needs: &[],
    doc: Doc {
        sends: "tasks that say something while they work, ask, fail or refuse, followed by a stream where there is one; \
                and one answer",
        passes: "the agent's messages in statuses, events and histories name their task and context, and no id comes twice",
        tolerates: "messages that name no task and no context are broken advice; an agent that says nothing",
        causes: "a message is made before its task has an id; the status message is copied into the history again and again",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let told = futures::join!(
        told(probe, &alice, Stimulus::Stream),
        told(probe, &alice, Fail),
        told(probe, &alice, Reject),
        answered(probe, &alice),
    );
    let told = [told.0, told.1, told.2, told.3];
    let said: Vec<&String> = told.iter().flatten().collect();
    let different: BTreeSet<&&String> = said.iter().collect();
    let (all, unique) = (said.len(), different.len());
    let subject = "ids of the agent's messages for different tasks";
    if all > 1 {
        probe.claim(MESSAGE_IDS_ARE_UNIQUE, all == unique, subject, format!("{all} ids"), format!("{unique} ids"), &[]);
    }
    Ok(())
}

/// The ids of what the agent said to one task, as its stream or else the task tells it.
async fn told(probe: &Probe, alice: &Caller<'_>, stimulus: Stimulus) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    let Ok(message) = probe.say(stimulus) else { return ids };
    let Ok(stream) = alice.stream(&message).await else {
        if let Ok(task) = probe.finished(alice, stimulus).await {
            judge(probe, &task, &mut ids);
        }
        return ids;
    };
    let transcript = stream.to_end(probe.target().patience.finish()).await;
    let Some(id) = transcript.events.first().and_then(crate::agent::transport::Event::task_id) else { return ids };
    let Ok(task) = probe.now(alice, id).await else { return ids };
    for event in &transcript.events {
        if let Some(message) = event.status().and_then(|status| status.get("message")) {
            belongs(probe, &task, message, &mut ids, &[transcript.exchange]);
        }
    }
    judge(probe, &task, &mut ids);
    ids
}

/// A question and its answer.
async fn answered(probe: &Probe, alice: &Caller<'_>) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    let Ok(waiting) = probe.paused(alice, Ask).await else { return ids };
    judge(probe, &waiting, &mut ids);
    alice.send(&probe.answer().to_task(waiting.id())).await;
    if let Ok(ended) = probe.until(alice, waiting.id(), Task::is_terminal).await {
        judge(probe, &ended, &mut ids);
    }
    ids
}

/// What a task shows: its status message, and the history.
fn judge(probe: &Probe, task: &Task, ids: &mut BTreeSet<String>) {
    if let Some(message) = task.value()["status"].get("message") {
        belongs(probe, task, message, ids, &[]);
    }
    for message in task.history() {
        belongs(probe, task, message, ids, &[]);
    }
    let listed = task.message_ids();
    let unique: BTreeSet<&&str> = listed.iter().collect();
    if !listed.is_empty() {
        let held = listed.len() == unique.len();
        let subject = "ids of the messages in a history";
        probe.claim(MESSAGE_IDS_ARE_UNIQUE, held, subject, "each once", listed.join(", "), &[]);
    }
}

fn belongs(probe: &Probe, task: &Task, message: &Value, ids: &mut BTreeSet<String>, exchanges: &[usize]) {
    let spoken = message["role"] == "ROLE_AGENT";
    let subject = |member: &str| format!("{member} of a message in a task in {}", task.state_word());
    for (member, due) in [("taskId", task.id()), ("contextId", task.context())] {
        let named = message[member].as_str().filter(|named| !named.is_empty());
        let right = named.is_none_or(|named| named == due);
        probe.claim(MESSAGES_NAME_THEIR_TASK, right, subject(member), due, &message[member], exchanges);
        if spoken {
            let says = named.is_some();
            probe.claim(AGENT_MESSAGES_SAY_WHERE, says, subject(member), due, "absent", exchanges);
        }
    }
    if spoken {
        ids.extend(message["messageId"].as_str().map(str::to_owned));
    }
}
