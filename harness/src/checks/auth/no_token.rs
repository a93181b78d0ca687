//! An operation that somebody forgot to guard is open to everybody.

use crate::agent::Reply as Answered;
use crate::prelude::*;
use crate::probe::Requests;

pub(super) static CHECK: Check = Check {
    id: "A1",
    slug: "no-token",
    title: "no operation is open to nobody in particular",
    group: Group::Auth,
    scope: Scope::EachBinding,
    rules: &[CREDENTIALS_ARE_DEMANDED, REFUSAL_CHALLENGES],
    needs: &[Need::Security, Need::Principal(Who::Alice), Need::Stimulus(Complete)],
    doc: Doc {
        sends: "all eleven operations without credentials, on a task and a config that exist",
        passes: "each is refused with 401 and a challenge, or over JSON-RPC with an error; nothing changed",
        tolerates: "an operation that the card does not offer may be refused for that; a missing challenge is broken advice",
        causes: "authentication mounted on some routes only; a failed login that surfaces as an internal error or a failed task",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let nobody = alice.showing(Credential::NOBODY);
    let task = probe.at_rest(&alice).await?;
    let before = probe.now(&alice, task.id()).await?;
    let known = probe.finished(&alice, Complete).await?;
    let requests = Requests::on(probe, &task, "assay-no-such-config").in_context(known.context());

    for (operation, params) in requests.all() {
        let reply = nobody.attempt(operation, params).await;
        judge(probe, &reply, operation);
    }

    let listing = alice.list(json!({ "contextId": known.context() })).await;
    probe.lists(CREDENTIALS_ARE_DEMANDED, "tasks in the context afterwards", &listing, 1);
    let after = probe.now(&alice, task.id()).await?;
    probe.same(CREDENTIALS_ARE_DEMANDED, "the task afterwards", before.value(), after.value(), &[]);
    if probe.card().offers(Capability::PushNotifications) {
        let configs = alice.list_configs(task.id()).await;
        let none = configs.result().is_some_and(|list| list["configs"].as_array().is_none_or(Vec::is_empty));
        let subject = "the task's configs afterwards";
        probe.claim(CREDENTIALS_ARE_DEMANDED, none, subject, "none", &configs, &[configs.exchange]);
    }
    Ok(())
}

fn judge(probe: &Probe, reply: &Answered, operation: Operation) {
    if Requests::is_refused_as_not_offered(probe, reply, operation) {
        return;
    }
    if probe.unauthenticated(CREDENTIALS_ARE_DEMANDED, reply) {
        challenges(probe, reply);
    }
}

/// A challenge names a scheme of the card. API keys and certificates have no scheme that it could name.
fn challenges(probe: &Probe, reply: &Answered) {
    let schemes = probe.card().challenge_schemes();
    if schemes.is_empty() || reply.http == Some(200) {
        return;
    }
    let challenge = reply.challenge().unwrap_or_else(|| "no WWW-Authenticate".to_owned());
    let lower = challenge.to_ascii_lowercase();
    let named = schemes.iter().any(|scheme| lower.contains(scheme.as_str()));
    let expected = format!("WWW-Authenticate: {}", schemes.join(" or "));
    probe.claim(REFUSAL_CHALLENGES, named, reply.operation.name(), expected, challenge, &[reply.exchange]);
}
