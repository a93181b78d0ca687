//! The server names tasks, and nobody else does.

use std::collections::BTreeSet;

use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "S6",
    slug: "server-task-ids",
    title: "tasks are named by the server alone",
    group: Group::Send,
    scope: Scope::EachBinding,
    rules: &[VALID_MESSAGE_IS_ACCEPTED, UNKNOWN_TASK_IS_REFUSED, TASK_IDS_ARE_UNIQUE],
    needs: &[Need::Stimulus(Complete)],
    doc: Doc {
        sends: "both sends naming a task that never was, with and without a context; then twenty new tasks, several at once, from \
                messages whose ids differ only at their ends",
        passes: "TaskNotFound, the task still unknown and the context as it was; twenty ids, none made from the message's",
        tolerates: "ids of any form",
        causes: "an unknown id is taken for the id of a new task; ids count up or come from the clock; a message id is \
                 cut before it is compared",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    unknown_is_refused(probe).await?;
    ids_are_unique(probe).await
}

async fn unknown_is_refused(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let known = probe.finished(&alice, Complete).await?;
    let mut operations = vec![Operation::SendMessage];
    operations.extend(probe.card().offers(Capability::Streaming).then_some(Operation::SendStreamingMessage));
    for operation in operations {
        for context in [None, Some(known.context())] {
            let id = probe.unknown_id();
            let message = probe.say(Complete)?.to_task(&id);
            let message = context.map_or(message.clone(), |context| message.in_context(context));

            let reply = alice.attempt(operation, message.params()).await;

            probe.refused(UNKNOWN_TASK_IS_REFUSED, &reply, TaskNotFound);
            probe.refused(UNKNOWN_TASK_IS_REFUSED, &alice.get(&id).await, TaskNotFound);
        }
    }
    let listing = alice.list(json!({ "contextId": known.context() })).await;
    probe.lists(UNKNOWN_TASK_IS_REFUSED, "tasks in the context afterwards", &listing, 1);
    Ok(())
}

/// The beginning of message ids that differ only at their ends.
const ALIKE: &str = "of-a-family-of-messages";

async fn ids_are_unique(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let mut ids = BTreeSet::new();
    for _ in 0..4 {
        let messages = (0..5).map(|_| Ok(probe.say(Complete)?.marked(ALIKE))).collect::<Result<Vec<_>, Stop>>()?;

        let replies = futures::future::join_all(messages.iter().map(|message| alice.send(message))).await;

        for (message, reply) in messages.iter().zip(&replies) {
            probe.accepted(VALID_MESSAGE_IS_ACCEPTED, reply)?;
            // An agent that answers with messages makes no ids.
            let Some(task) = reply.task() else { continue };
            let own = !task.id().contains(message.id()) && task.id() != message.id();
            let exchanges = [reply.exchange];
            let expected = "an id that is not made from the messageId";
            probe.claim(TASK_IDS_ARE_UNIQUE, own, "/task/id", expected, task.id(), &exchanges);
            let fresh = ids.insert(task.id().to_owned());
            probe.claim(TASK_IDS_ARE_UNIQUE, fresh, "/task/id", "an id that was never given", task.id(), &exchanges);
        }
    }
    Ok(())
}
