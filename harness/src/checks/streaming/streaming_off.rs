//! What the card does not offer is refused, not tried.

use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "ST6",
    slug: "streaming-off",
    title: "an agent without streaming says so",
    group: Group::Streaming,
    scope: Scope::EachBinding,
    rules: &[STREAMING_OFF, VALID_MESSAGE_IS_ACCEPTED],
    needs: &[],
    doc: Doc {
        sends: "both streaming operations to an agent whose card declares no streaming",
        passes: "UnsupportedOperation as a plain error, and no task appears; SendMessage works",
        tolerates: "nothing to tolerate: the text is clear",
        causes: "the route is not mounted, so that it is method not found; only the send is guarded",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.agent_without(Capability::Streaming)?;
    let message = probe.say(Complete)?;
    let sent = alice.send(&message).await;
    probe.accepted(VALID_MESSAGE_IS_ACCEPTED, &sent)?;
    let known = sent.task();

    let again = probe.say(Complete)?;
    let again = known.as_ref().map_or(again.clone(), |task| again.in_context(task.context()));
    let stream = alice.attempt(Operation::SendStreamingMessage, again.params()).await;
    probe.refused(STREAMING_OFF, &stream, UnsupportedOperation);

    let Some(known) = known else { return Ok(()) };
    let mut tasks = vec![known.clone()];
    tasks.extend(probe.paused(&alice, Ask).await);
    for task in tasks {
        let subscribe = alice.attempt(Operation::SubscribeToTask, json!({ "id": task.id() })).await;
        probe.refused(STREAMING_OFF, &subscribe, UnsupportedOperation);
    }
    let listing = alice.list(json!({ "contextId": known.context() })).await;
    probe.lists(STREAMING_OFF, "tasks in the context afterwards", &listing, 1);
    Ok(())
}
