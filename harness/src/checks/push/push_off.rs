//! What the card does not offer is refused, not stored.

use crate::prelude::*;
use crate::receivers::Manner;

pub(super) static CHECK: Check = Check {
    id: "PN6",
    slug: "push-off",
    title: "an agent without push says so",
    group: Group::Push,
    scope: Scope::EachBinding,
    rules: &[PUSH_OFF, PUSH_OFF_INLINE, VALID_MESSAGE_IS_ACCEPTED],
    needs: &[],
    doc: Doc {
        sends: "the four config operations, and a send with an inline config, to an agent whose card declares no push",
        passes: "PushNotificationNotSupported each time, and no task appears; the send without the config works",
        tolerates: "an inline config that is passed over is broken advice",
        causes: "only Create is guarded; a general code; the inline config is stored all the same",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.agent_without(Capability::PushNotifications)?;
    let sent = alice.send(&probe.say(Complete)?).await;
    probe.accepted(VALID_MESSAGE_IS_ACCEPTED, &sent)?;
    let Some(known) = sent.task() else {
        return Err(Stop::prevented("the agent without push answers with messages only"));
    };
    let inbox = probe.inbox(Manner::Prompt);
    let config = probe.config(inbox.url());
    let id = config["id"].as_str().unwrap_or_default();
    let mut tasks = vec![known.clone()];
    tasks.extend(probe.paused(&alice, Ask).await);

    for task in tasks {
        for reply in [
            alice.create_config(task.id(), &config).await,
            alice.get_config(task.id(), id).await,
            alice.list_configs(task.id()).await,
            alice.delete_config(task.id(), id).await,
        ] {
            probe.refused(PUSH_OFF, &reply, PushNotificationNotSupported);
        }
    }

    let inline = probe.say(Complete)?.configured("taskPushNotificationConfig", config.clone());
    let reply = alice.send(&inline.in_context(known.context())).await;
    probe.refused(PUSH_OFF_INLINE, &reply, PushNotificationNotSupported);
    if reply.error().is_some() {
        let listing = alice.list(json!({ "contextId": known.context() })).await;
        probe.lists(PUSH_OFF_INLINE, "tasks in the context afterwards", &listing, 1);
    }
    Ok(())
}
