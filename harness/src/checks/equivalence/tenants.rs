//! Several agents may live behind one address.

use crate::agent::{Interface, Reply as Answered};
use crate::prelude::*;
use crate::receivers::Manner;

pub(super) static CHECK: Check = Check {
    id: "Q2",
    slug: "tenants",
    title: "an interface with a tenant is served, and keeps to itself",
    group: Group::Equivalence,
    scope: Scope::EachBinding,
    rules: &[TENANT_IS_SERVED, TENANT_IS_NAMED, TENANTS_ARE_APART, TENANT_MEMBER_COUNTS],
    needs: &[Need::Stimulus(Complete)],
    doc: Doc {
        sends: "every operation over an interface that the card lists with a tenant; then the task's id without it",
        passes: "all are served with the tenant; without it, or under another, the task is unknown",
        tolerates: "a card without tenants; an agent that refuses a tenant where its path could have named it",
        causes: "the routes with a tenant were forgotten for some operations; tasks are kept by their id alone",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let listed = probe.card().interfaces();
    let same =
        |interface: &&Interface| interface.binding == probe.binding() && interface.tenant != alice.interface().tenant;
    let with_tenant = |interface: &&Interface| interface.tenant.as_ref().is_some_and(|tenant| !tenant.is_empty());
    let Some(tenant) = listed.iter().filter(same).find(with_tenant) else {
        return Err(Stop::NotApplicable("the card lists no further interface with a tenant".to_owned()));
    };
    let theirs = alice.on(tenant);
    let made = theirs.send(&probe.say(Complete)?).await;
    probe.accepted(TENANT_IS_SERVED, &made)?;
    let Some(task) = made.task() else {
        return Err(Stop::prevented("the agent answers with messages only"));
    };
    if !task.is_terminal() {
        // A task that can't be seen under its tenant is what the operations will tell.
        let _ = probe.until(&theirs, task.id(), Task::is_terminal).await;
    }
    for reply in every_operation(probe, &theirs, &task).await? {
        probe.claim(
            TENANT_IS_SERVED,
            reply.result().is_some(),
            reply.operation.name(),
            "served",
            &reply,
            &[reply.exchange],
        );
    }
    apart(probe, &alice, &task).await;
    if tenant.url == alice.interface().url {
        member(probe, &alice, &theirs).await?;
    }
    Ok(())
}

/// Every other operation, about a task of the tenant's.
async fn every_operation(probe: &Probe, theirs: &Caller<'_>, task: &Task) -> Result<Vec<Answered>, Stop> {
    let mut replies = vec![theirs.get(task.id()).await, theirs.list(json!({ "contextId": task.context() })).await];
    if probe.card().offers(Capability::ExtendedAgentCard) {
        replies.push(theirs.extended_card().await);
    }
    if probe.card().offers(Capability::Streaming) {
        replies.push(theirs.attempt(Operation::SendStreamingMessage, probe.say(Complete)?.params()).await);
    }
    let Ok(question) = probe.say(Ask) else { return Ok(replies) };
    let asked = theirs.send(&question.immediately()).await;
    let Some(waiting) = asked.task() else { return Ok(replies) };
    if probe.until(theirs, waiting.id(), |task| task.is_interrupted() || task.is_terminal()).await.is_err() {
        return Ok(replies);
    }
    if probe.card().offers(Capability::Streaming) {
        replies.push(theirs.attempt(Operation::SubscribeToTask, json!({ "id": waiting.id() })).await);
    }
    if probe.card().offers(Capability::PushNotifications) {
        replies.extend(configs(probe, theirs, &waiting).await);
    }
    replies.push(theirs.cancel(waiting.id()).await);
    Ok(replies)
}

async fn configs(probe: &Probe, theirs: &Caller<'_>, task: &Task) -> Vec<Answered> {
    let inbox = probe.inbox(Manner::Prompt);
    let config = probe.config(inbox.url());
    // An agent that can't call us back has no configs to show.
    let Ok(made) = probe.registered(theirs, task.id(), &config).await else { return Vec::new() };
    let id = made.result().and_then(|made| made["id"].as_str()).unwrap_or_default().to_owned();
    let replies = vec![
        made,
        theirs.get_config(task.id(), &id).await,
        theirs.list_configs(task.id()).await,
        theirs.delete_config(task.id(), &id).await,
    ];
    let tenant = theirs.interface().tenant.clone().unwrap_or_default();
    for config in replies.iter().filter_map(Answered::result) {
        if let Some(named) = config.get("tenant") {
            probe.claim(TENANT_IS_NAMED, *named == tenant.as_str(), "tenant of a config", &tenant, named, &[]);
        }
    }
    replies
}

/// Under another tenant, or none, the task is unknown.
async fn apart(probe: &Probe, others: &Caller<'_>, task: &Task) {
    let more = Message::text("one more").to_task(task.id());
    for reply in [others.get(task.id()).await, others.cancel(task.id()).await, others.send(&more).await] {
        let unknown = reply.error().is_some_and(|error| error.compare(TaskNotFound) != crate::agent::Match::Other);
        let subject = format!("{} of another tenant's task", reply.operation.name());
        let expected = TaskNotFound.written(reply.binding);
        probe.claim(TENANTS_ARE_APART, unknown, subject, expected, &reply, &[reply.exchange]);
    }
    let listing = others.list(json!({ "contextId": task.context() })).await;
    probe.lists(TENANTS_ARE_APART, "another tenant's tasks in the listing", &listing, 0);
}

/// A tenant in the body, where the path names none, is not passed over.
async fn member(probe: &Probe, alice: &Caller<'_>, theirs: &Caller<'_>) -> Outcome {
    let mut params = probe.say(Complete)?.params();
    params["tenant"] = theirs.interface().tenant.clone().unwrap_or_default().into();
    let reply = alice.call(Operation::SendMessage, params).await;
    let Some(task) = reply.task() else { return Ok(()) };
    let shown = theirs.get(task.id()).await;
    let found = shown.task().is_some_and(|found| found.id() == task.id());
    let subject = "the task of a message whose body names the tenant";
    let expected = "found under that tenant";
    probe.claim(TENANT_MEMBER_COUNTS, found, subject, expected, &shown, &[reply.exchange, shown.exchange]);
    Ok(())
}
