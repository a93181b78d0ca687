//! Tomorrow's client may know more than today's agent.

use crate::prelude::*;
use crate::receivers::Manner;

pub(super) static CHECK: Check = Check {
    id: "DM3",
    slug: "unknown-members",
    title: "members that nobody knows are ignored",
    group: Group::Data,
    scope: Scope::EachBinding,
    rules: &[UNKNOWN_MEMBERS_ARE_IGNORED],
    needs: &[Need::Stimulus(Complete)],
    doc: Doc {
        sends: "requests that were served, once more with one unknown member: in the request, its configuration, its \
                message, a part, a config, or the query",
        passes: "they are served as well",
        tolerates: "a refusal is broken advice: the text only recommends to ignore them",
        causes: "a deserializer that denies unknown fields; a query parser that knows its names",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let known = probe.finished(&alice, Complete).await?;
    let send = || Ok::<_, Stop>(probe.say(Complete)?.configured("returnImmediately", false).params());
    for pointer in ["", "/configuration", "/message", "/message/parts/0"] {
        serves_both(probe, &alice, Operation::SendMessage, send, pointer).await?;
    }
    let reading = || Ok::<_, Stop>(json!({ "id": known.id() }));
    serves_both(probe, &alice, Operation::GetTask, reading, "").await?;
    serves_both(probe, &alice, Operation::ListTasks, || Ok(json!({ "contextId": known.context() })), "").await?;
    if probe.card().offers(Capability::PushNotifications)
        && let Ok(waiting) = probe.paused(&alice, Ask).await
    {
        let inbox = probe.inbox(Manner::Prompt);
        let config = || {
            let mut config = probe.config(inbox.url());
            config["taskId"] = waiting.id().into();
            Ok::<_, Stop>(config)
        };
        for pointer in ["", "/authentication"] {
            serves_both(probe, &alice, Operation::CreateTaskPushNotificationConfig, config, pointer).await?;
        }
    }
    Ok(())
}

/// What is served is served as well with one more member. What is not served at all says nothing.
async fn serves_both(
    probe: &Probe,
    alice: &Caller<'_>,
    operation: Operation,
    params: impl Fn() -> Result<Value, Stop>,
    pointer: &str,
) -> Outcome {
    let plain = alice.call(operation, params()?).await;
    if plain.result().is_none() {
        return Ok(());
    }
    let mut more = params()?;
    if let Some(members) = more.pointer_mut(pointer).and_then(Value::as_object_mut) {
        members.insert("assayUnheardOf".to_owned(), json!("from the future"));
    }

    let reply = alice.call(operation, more).await;

    let served = reply.result().is_some();
    let place = if pointer.is_empty() { "the request" } else { pointer };
    let subject = format!("{} with an unknown member of {place}", operation.name());
    probe.claim(UNKNOWN_MEMBERS_ARE_IGNORED, served, subject, "served", &reply, &[plain.exchange, reply.exchange]);
    Ok(())
}
