//! What is over is over, however it ended.

use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "S8",
    slug: "finished-refuses",
    title: "a finished task takes no more messages",
    group: Group::Send,
    scope: Scope::EachBinding,
    rules: &[VALID_MESSAGE_IS_ACCEPTED, FINISHED_TASK_REFUSES_MESSAGES, REFUSED_MESSAGE_LEAVES_NO_TRACE],
    needs: &[Need::Stimulus(Complete)],
    doc: Doc {
        sends: "both sends to a completed, a failed, a rejected and a canceled task, with and without its context",
        passes: "UnsupportedOperation, and each task as it was; a message in its context without a task is taken",
        tolerates: "the HTTP status of an older error table is broken advice",
        causes: "only COMPLETED counts as finished; the message is stored before it is refused; the task is \
                 restarted; its context is closed with it",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let mut operations = vec![Operation::SendMessage];
    operations.extend(probe.card().offers(Capability::Streaming).then_some(Operation::SendStreamingMessage));

    for finished in Box::pin(probe.finished_in_every_way(&alice)).await? {
        let before = probe.now(&alice, finished.id()).await?;
        for operation in &operations {
            for context in [None, Some(finished.context())] {
                let message = Message::text("one more").to_task(finished.id());
                let message = context.map_or(message.clone(), |context| message.in_context(context));
                let reply = alice.attempt(*operation, message.params()).await;

                probe.refused(FINISHED_TASK_REFUSES_MESSAGES, &reply, UnsupportedOperation);
            }
        }
        let after = probe.now(&alice, finished.id()).await?;
        let subject = format!("the task in {}", before.state_word());
        probe.same(REFUSED_MESSAGE_LEAVES_NO_TRACE, subject, before.value(), after.value(), &[]);
        no_task_appears(probe, &alice, &finished).await;
        let anew = probe.say(Complete)?.in_context(finished.context());
        probe.accepted(VALID_MESSAGE_IS_ACCEPTED, &alice.send(&anew).await)?;
    }
    Ok(())
}

async fn no_task_appears(probe: &Probe, alice: &Caller<'_>, finished: &Task) {
    let listing = alice.list(json!({ "contextId": finished.context() })).await;
    probe.lists(REFUSED_MESSAGE_LEAVES_NO_TRACE, "tasks in the context afterwards", &listing, 1);
}
