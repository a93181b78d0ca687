//! A message that contradicts itself is not for us to interpret.

use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "S7",
    slug: "context-mismatch",
    title: "a task is not continued from another context",
    group: Group::Send,
    scope: Scope::EachBinding,
    rules: &[CONTEXT_MISMATCH_IS_REFUSED, ANSWER_CONTINUES_THE_TASK],
    needs: &[Need::Stimulus(Ask), Need::Stimulus(Complete)],
    doc: Doc {
        sends: "both sends to a waiting task, with the context of another task and with one that never was; \
                then the right one",
        passes: "a refusal that blames the request, the task as it was and no new one; the right context is taken",
        tolerates: "any error that blames the request: the text names none",
        causes: "the context of the task is used and the one of the message ignored",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let (waiting, other) = futures::join!(probe.paused(&alice, Ask), probe.finished(&alice, Complete));
    let (waiting, other) = (waiting?, other?);
    let before = probe.now(&alice, waiting.id()).await?;
    let mut operations = vec![Operation::SendMessage];
    operations.extend(probe.card().offers(Capability::Streaming).then_some(Operation::SendStreamingMessage));

    for operation in operations {
        for context in [other.context(), &probe.unknown_id()] {
            let message = probe.answer().to_task(waiting.id()).in_context(context);
            let reply = alice.attempt(operation, message.params()).await;

            probe.refused_somehow(CONTEXT_MISMATCH_IS_REFUSED, &reply);
        }
    }

    let after = probe.now(&alice, waiting.id()).await?;
    probe.same(CONTEXT_MISMATCH_IS_REFUSED, "the waiting task", before.value(), after.value(), &[]);
    let listing = alice.list(json!({ "contextId": other.context() })).await;
    probe.lists(CONTEXT_MISMATCH_IS_REFUSED, "tasks in the other context", &listing, 1);
    let right = probe.answer().to_task(waiting.id()).in_context(waiting.context());
    probe.accepted(ANSWER_CONTINUES_THE_TASK, &alice.send(&right).await)
}
