//! The four config operations agree on what a config is and whose.

use crate::agent::{Match, Reply};
use crate::prelude::*;
use crate::probe::configs_on;
use crate::receivers::Manner;

pub(super) static CHECK: Check = Check {
    id: "PN14",
    slug: "config-shapes",
    title: "a config reads as it was made, and only under its task",
    group: Group::Push,
    scope: Scope::EachBinding,
    rules: &[
        CONFIG_READS_AS_MADE,
        CONFIG_NAMES_ITS_TASK,
        CONFIG_IS_ITS_TASKS,
        CONFIG_NEEDS_ITS_TASK,
        CONFIG_NEEDS_A_URL,
    ],
    needs: &[Need::Offered(Capability::PushNotifications), Need::Stimulus(Ask)],
    doc: Doc {
        sends: "Create, Get and List of one config; Get and Delete under another task; all four for unknown tasks, Get of an \
                unknown config, Create without an address",
        passes: "the same address and scheme each time, the task's own id, and a refusal for what is not there",
        tolerates: "an id of the agent's own; secrets that are absent, empty or masked; no taskId in what is shown",
        causes: "configs are looked up by their own id alone; List answers a bare list; members are lost between the layers",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let (waiting, other) = futures::join!(probe.paused(&alice, Ask), probe.paused(&alice, Ask));
    let (waiting, other) = (waiting?, other?);
    let task = waiting.id();
    let inbox = probe.inbox(Manner::Prompt);
    let asked = probe.config(inbox.url());
    let created = probe.registered(&alice, task, &asked).await?;
    let id = created.result().and_then(|made| made["id"].as_str()).unwrap_or_default().to_owned();

    let got = alice.get_config(task, &id).await;
    let pages = probe.config_pages(&alice, task, None).await;
    let listed = configs_on(&pages).into_iter().find(|config| config["id"] == id.as_str());

    for reply in [&created, &got] {
        reads_as_made(probe, reply.operation.name(), task, &asked, reply.result(), &[reply.exchange]);
    }
    let exchanges: Vec<usize> = pages.iter().map(|page| page.exchange).collect();
    let subject = "ListTaskPushNotificationConfigs";
    reads_as_made(probe, subject, task, &asked, listed.as_ref(), &exchanges);
    is_its_tasks(probe, &alice, (task, other.id()), &id).await;
    refuses_the_unknown(probe, &alice, task, &asked).await;
    Ok(())
}

/// A config that was shown has what was asked for.
fn reads_as_made(probe: &Probe, subject: &str, task: &str, asked: &Value, shown: Option<&Value>, exchanges: &[usize]) {
    let shown = shown.cloned().unwrap_or_default();
    probe.same(CONFIG_READS_AS_MADE, format!("{subject} /url"), &asked["url"], &shown["url"], exchanges);
    // The whole of it may be held for a secret.
    if let Some(scheme) = shown["authentication"]["scheme"].as_str() {
        let due = asked["authentication"]["scheme"].as_str().unwrap_or_default();
        let held = scheme.eq_ignore_ascii_case(due);
        probe.claim(CONFIG_READS_AS_MADE, held, format!("{subject} /authentication/scheme"), due, scheme, exchanges);
    }
    let named = shown["taskId"].as_str().filter(|named| !named.is_empty());
    if let Some(named) = named {
        probe.claim(CONFIG_NAMES_ITS_TASK, named == task, format!("{subject} /taskId"), task, named, exchanges);
    }
}

/// Under another task the config is not there, and stays where it is.
async fn is_its_tasks(probe: &Probe, alice: &Caller<'_>, (own, other): (&str, &str), id: &str) {
    let elsewhere = alice.get_config(other, id).await;
    probe.refused(CONFIG_IS_ITS_TASKS, &elsewhere, TaskNotFound);
    let deleted = alice.delete_config(other, id).await;
    let still = alice.get_config(own, id).await;
    let subject = "a config after Delete under another task";
    let exchanges = [deleted.exchange, still.exchange];
    probe.claim(CONFIG_IS_ITS_TASKS, still.result().is_some(), subject, "still there", &still, &exchanges);
}

async fn refuses_the_unknown(probe: &Probe, alice: &Caller<'_>, task: &str, asked: &Value) {
    let (unknown, id) = (probe.unknown_id(), probe.unknown_id());
    for reply in [
        alice.create_config(&unknown, asked).await,
        alice.get_config(&unknown, &id).await,
        alice.list_configs(&unknown).await,
        alice.delete_config(&unknown, &id).await,
        alice.get_config(task, &id).await,
    ] {
        probe.refused(CONFIG_NEEDS_ITS_TASK, &reply, TaskNotFound);
    }
    let mut aimless = asked.clone();
    aimless["id"] = id.into();
    if let Some(members) = aimless.as_object_mut() {
        members.remove("url");
    }
    let reply = alice.create_config(task, &aimless).await;
    probe.claim(
        CONFIG_NEEDS_A_URL,
        is_invalid(&reply),
        "Create without a url",
        InvalidParams.written(reply.binding),
        &reply,
        &[reply.exchange],
    );
}

fn is_invalid(reply: &Reply) -> bool {
    reply.error().is_some_and(|error| error.compare(InvalidParams) != Match::Other)
}
