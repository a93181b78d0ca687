//! Knowing who asks is not knowing what they may do.

use crate::agent::Reply as Answered;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "A3",
    slug: "missing-scope",
    title: "a caller without the scope may not write",
    group: Group::Auth,
    scope: Scope::EachBinding,
    rules: &[SCOPE_IS_DEMANDED, REFUSAL_NAMES_THE_SCOPE],
    needs: &[Need::Security, Need::Principal(Who::Reader), Need::Stimulus(Complete)],
    doc: Doc {
        sends: "both sends as a caller who may only read, and the other writing operations on an unknown task",
        passes: "the sends are refused with 403, or over JSON-RPC with an error of the agent's own; no task appears",
        tolerates: "an unknown task may be not found before the scope is looked at; an unnamed scope is broken advice",
        causes: "scopes are checked on one binding, or for one of the two sends",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let reader = probe.principal(Who::Reader)?;
    let control = reader.list(json!({ "pageSize": 1 })).await;
    if control.result().is_none() {
        return Err(Stop::prevented(format!("reader can't even read: {control}")));
    }
    let mut operations = vec![Operation::SendMessage];
    operations.extend(probe.card().offers(Capability::Streaming).then_some(Operation::SendStreamingMessage));

    for operation in operations {
        let message = probe.say(Complete)?;
        let reply = reader.attempt(operation, message.params()).await;
        if probe.unauthorized(SCOPE_IS_DEMANDED, &reply) {
            names_the_scope(probe, &reply);
        }
        let listing = reader.list(json!({ "pageSize": 100, "historyLength": 100 })).await;
        let made = listing.result().is_some_and(|listed| mentions(listed, message.id()));
        let exchanges = [reply.exchange, listing.exchange];
        probe.claim(SCOPE_IS_DEMANDED, !made, "a task of the refused message", "none", "one", &exchanges);
    }
    for (operation, params) in on_tasks(probe) {
        let reply = reader.attempt(operation, params).await;
        let refused = reply.error().is_some_and(|error| !error.is_internal());
        probe.claim(SCOPE_IS_DEMANDED, refused, operation.name(), "a refusal", &reply, &[reply.exchange]);
    }
    let message = probe.say(Complete)?;
    let permitted = probe.alice().send(&message).await;
    if permitted.result().is_some() {
        Ok(())
    } else {
        Err(Stop::prevented(format!("alice can't send either: {permitted}")))
    }
}

/// The writing operations on a task that never was. Who may not write learns nothing of it either way.
fn on_tasks(probe: &Probe) -> Vec<(Operation, Value)> {
    let id = probe.unknown_id();
    let mut requests = vec![(Operation::CancelTask, json!({ "id": id }))];
    if probe.card().offers(Capability::PushNotifications) {
        let mut config = probe.config(probe.inbox(crate::receivers::Manner::Prompt).url());
        config["taskId"] = id.clone().into();
        let named = json!({ "taskId": id, "id": config["id"] });
        requests.push((Operation::CreateTaskPushNotificationConfig, config));
        requests.push((Operation::DeleteTaskPushNotificationConfig, named));
    }
    requests
}

fn names_the_scope(probe: &Probe, reply: &Answered) {
    let scopes = probe.card().scopes();
    if scopes.is_empty() {
        return;
    }
    let challenge = reply.challenge().unwrap_or_default();
    let said =
        reply.error().map(|error| format!("{} {} {challenge}", error.message, error.details)).unwrap_or_default();
    let named = scopes.iter().any(|scope| said.contains(scope));
    let expected = format!("one of the card's scopes ({})", scopes.join(", "));
    probe.claim(REFUSAL_NAMES_THE_SCOPE, named, reply.operation.name(), expected, reply, &[reply.exchange]);
}
