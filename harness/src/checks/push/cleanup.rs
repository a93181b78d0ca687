//! Whoever hangs up must not be called again.

use std::collections::BTreeSet;

use crate::prelude::*;
use crate::probe::{configs_on, tells};
use crate::receivers::{Inbox, Manner};

pub(super) static CHECK: Check = Check {
    id: "PN5",
    slug: "cleanup",
    title: "a deleted config is gone and silent",
    group: Group::Push,
    scope: Scope::EachBinding,
    rules: &[
        CONFIG_IS_CREATED,
        DELETED_CONFIG_IS_SILENT,
        DELETED_CONFIG_IS_GONE,
        DELETE_IS_IDEMPOTENT,
        OTHER_CONFIGS_STAY,
        FINISHED_TASK_KEEPS_NO_CONFIG,
    ],
    needs: &[Need::Offered(Capability::PushNotifications), Need::Stimulus(Ask)],
    doc: Doc {
        sends: "two configs, Get and List of both, Delete of one, twice; then the task goes on",
        passes: "the deleted one is not found, not listed and not called; the other is; deleting again is the same success",
        tolerates: "a notification that was already on its way when the config was deleted",
        causes: "a running task keeps its own list of receivers; deleting twice is an error",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let waiting = probe.paused(&alice, Ask).await?;
    let task = waiting.id();
    let (gone, kept) = (probe.inbox(Manner::Prompt), probe.inbox(Manner::Prompt));
    let (deleted, other) = (probe.config(gone.url()), probe.config(kept.url()));
    let (deleted, other) = (made(probe, &alice, task, &deleted).await?, made(probe, &alice, task, &other).await?);
    for id in [&deleted, &other] {
        let shown = alice.get_config(task, id).await;
        let found = shown.result().is_some_and(|config| config["id"] == id.as_str());
        let subject = "GetTaskPushNotificationConfig";
        probe.claim(CONFIG_IS_CREATED, found, subject, format!("the config {id}"), &shown, &[shown.exchange]);
        if let Some(config) = shown.result() {
            probe.well_formed(&shape::PUSH_CONFIG, config, shown.exchange);
        }
    }
    lists(probe, &alice, task, &[&deleted, &other]).await;

    let delete = alice.delete_config(task, &deleted).await;
    probe.accepted(DELETED_CONFIG_IS_GONE, &delete)?;
    let again = alice.delete_config(task, &deleted).await;

    probe.claim(DELETE_IS_IDEMPOTENT, again.result().is_some(), "Delete again", "success", &again, &[again.exchange]);
    probe.refused(DELETED_CONFIG_IS_GONE, &alice.get_config(task, &deleted).await, TaskNotFound);
    lists(probe, &alice, task, &[&other]).await;
    let answer = probe.answer().to_task(task).in_context(waiting.context());
    alice.send(&answer).await;
    let served = probe.delivered(&kept).await;
    probe.reached(&served)?;
    let reached = served.iter().any(crate::probe::tells_the_end);
    probe.claim(OTHER_CONFIGS_STAY, reached, "the other config", "told the end", "was not", &[]);
    probe.fence(&alice).await;
    let calls = gone.deliveries().iter().filter(|delivery| !tells(delivery).is_some_and(State::is_interrupted)).count();
    let subject = "calls after Delete about what happened after it";
    probe.claim(DELETED_CONFIG_IS_SILENT, calls == 0, subject, 0, calls, &[delete.exchange]);
    stays_silent(probe, &alice, task, &kept).await;
    Ok(())
}

/// Registers a config and says under which id.
async fn made(probe: &Probe, alice: &Caller<'_>, task: &str, config: &Value) -> Result<String, Stop> {
    let reply = probe.registered(alice, task, config).await?;
    let made = reply.result().cloned().unwrap_or_default();
    let id = made["id"].as_str().unwrap_or_default().to_owned();
    let named = !id.is_empty();
    probe.claim(CONFIG_IS_CREATED, named, "/id", "the config's id", &made["id"], &[reply.exchange]);
    probe.well_formed(&shape::PUSH_CONFIG, &made, reply.exchange);
    Ok(id)
}

/// The listing, over all its pages, has exactly these configs.
async fn lists(probe: &Probe, alice: &Caller<'_>, task: &str, due: &[&String]) {
    let pages = probe.config_pages(alice, task, None).await;
    for page in &pages {
        let Some(result) = page.result() else {
            let subject = "ListTaskPushNotificationConfigs";
            probe.claim(OTHER_CONFIGS_STAY, false, subject, "a listing", page, &[page.exchange]);
            return;
        };
        probe.well_formed(&shape::PUSH_CONFIG_LIST, result, page.exchange);
    }
    let listed = configs_on(&pages);
    let mut found: Vec<String> = listed.iter().filter_map(|config| config["id"].as_str()).map(str::to_owned).collect();
    found.sort();
    let mut due: Vec<String> = due.iter().map(|id| (*id).clone()).collect();
    due.sort();
    let listed = found == due;
    let rule = if due.len() > 1 { OTHER_CONFIGS_STAY } else { DELETED_CONFIG_IS_GONE };
    probe.claim(rule, listed, "the configs of the task", format!("{due:?}"), format!("{found:?}"), &[]);
}

/// After the end nothing new is delivered, whatever is tried on the task; repeats may come late.
async fn stays_silent(probe: &Probe, alice: &Caller<'_>, task: &str, kept: &Inbox) {
    if !probe.fence(alice).await {
        return;
    }
    let told = different(kept);
    let late = alice.send(&Message::text("one more").to_task(task)).await;
    probe.fence(alice).await;
    let now = different(kept);
    let subject = "different notifications about a finished task";
    probe.claim(FINISHED_TASK_KEEPS_NO_CONFIG, now <= told, subject, told, now, &[late.exchange]);
}

fn different(inbox: &Inbox) -> usize {
    inbox.deliveries().into_iter().map(|delivery| delivery.text).collect::<BTreeSet<String>>().len()
}
