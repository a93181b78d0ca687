//! Knowing who asks is not knowing what they may do.

use crate::agent::Reply as Answered;
use crate::prelude::*;
use crate::probe::Requests;

pub(super) static CHECK: Check = Check {
    id: "A3",
    slug: "missing-scope",
    title: "a caller without the scope may not write",
    group: Group::Auth,
    scope: Scope::EachBinding,
    rules: &[SCOPE_IS_DEMANDED, REFUSAL_NAMES_THE_SCOPE],
    needs: &[Need::Security, Need::Principal(Who::Reader), Need::Stimulus(Ask)],
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
    let before = reader.list(json!({})).await;
    let Some(known) = before.result().map(count) else {
        return Err(Stop::prevented(format!("reader can't even read: {before}")));
    };
    let task = probe.paused(&probe.alice(), Ask).await?;
    let requests = Requests::on(probe, &task, "assay-no-such-config");

    for operation in [Operation::SendMessage, Operation::SendStreamingMessage] {
        let reply = reader.attempt(operation, requests.params(operation)).await;
        if Requests::is_refused_as_not_offered(probe, &reply, operation) {
            continue;
        }
        if probe.unauthorized(SCOPE_IS_DEMANDED, &reply) {
            names_the_scope(probe, &reply);
        }
    }
    for (operation, params) in on_tasks(probe) {
        let reply = reader.attempt(operation, params).await;
        let refused = reply.error().is_some_and(|error| !error.is_internal());
        probe.claim(SCOPE_IS_DEMANDED, refused, operation.name(), "a refusal", &reply, &[reply.exchange]);
    }

    let after = reader.list(json!({})).await;
    let now = after.result().map(count).unwrap_or_default();
    // A reader who shares somebody's tasks sees them come and go.
    if known == 0 {
        let subject = "tasks that reader can list afterwards";
        probe.claim(SCOPE_IS_DEMANDED, now == 0, subject, 0, now, &[before.exchange, after.exchange]);
    }
    Ok(())
}

/// The writing operations on a task that never was. Who may not write learns nothing of it either way.
fn on_tasks(probe: &Probe) -> Vec<(Operation, Value)> {
    let id = probe.unknown_id();
    let mut requests = vec![(Operation::CancelTask, json!({ "id": id }))];
    if probe.card().offers(Capability::PushNotifications) {
        let mut config = probe.config(probe.inbox(crate::receivers::Manner::Prompt).url());
        config["taskId"] = id.clone().into();
        requests.push((Operation::CreateTaskPushNotificationConfig, config));
    }
    requests
}

fn names_the_scope(probe: &Probe, reply: &Answered) {
    let scopes = probe.card().scopes();
    if scopes.is_empty() {
        return;
    }
    let challenge = reply.header("www-authenticate").unwrap_or_default();
    let said =
        reply.error().map(|error| format!("{} {} {challenge}", error.message, error.details)).unwrap_or_default();
    let named = scopes.iter().any(|scope| said.contains(scope));
    let expected = format!("one of the card's scopes ({})", scopes.join(", "));
    probe.claim(REFUSAL_NAMES_THE_SCOPE, named, reply.operation.name(), expected, reply, &[reply.exchange]);
}

fn count(listing: &Value) -> u64 {
    let listed = listing["tasks"].as_array().map_or(0, Vec::len) as u64;
    listing["totalSize"].as_u64().unwrap_or(listed)
}
