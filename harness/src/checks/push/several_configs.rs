//! As many receivers as anybody asks for, none at the cost of another.

use std::collections::BTreeSet;

use futures::future::join_all;

use crate::prelude::*;
use crate::probe::{configs_on, tells_the_end};
use crate::receivers::{Inbox, Manner};

pub(super) static CHECK: Check = Check {
    id: "PN10",
    slug: "several-configs",
    title: "a dozen configs without ids are told apart, listed and served",
    group: Group::Push,
    scope: Scope::EachBinding,
    rules: &[CONFIG_GETS_AN_ID, CONFIGS_ARE_LISTED, PUSH_DELIVERS],
    needs: &[Need::Offered(Capability::PushNotifications), Need::Stimulus(Ask)],
    doc: Doc {
        sends: "twelve configs without an id for one task, a receiver for each; List, whole and five at a time; then the answer",
        passes: "each has an id of its own, is listed once and gets the end of the task",
        tolerates: "a bound on how many there may be, as long as it is more than one; pages of any size, or none",
        causes: "the id defaults to the task's; only the first page is listed or served",
    },
    run: |probe| Box::pin(run(probe)),
};

/// How many configs are made.
const CONFIGS: usize = 12;

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let waiting = probe.paused(&alice, Ask).await?;
    let task = waiting.id();
    let inboxes: Vec<Inbox> = (0..CONFIGS).map(|_| probe.inbox(Manner::Prompt)).collect();
    let configs: Vec<Value> = inboxes.iter().map(|inbox| nameless(probe, inbox)).collect();
    let made = join_all(configs.iter().map(|config| alice.create_config(task, config))).await;
    let taken: Vec<(&Inbox, Value)> =
        inboxes.iter().zip(&made).filter_map(|(inbox, reply)| Some((inbox, reply.result()?["id"].clone()))).collect();
    if taken.len() < 2 {
        return Err(made.first().map_or(Stop::Broken, |first| probe.unreachable(first)));
    }

    let ids: BTreeSet<String> = taken.iter().filter_map(|(_, id)| id.as_str().map(str::to_owned)).collect();
    let distinct = ids.len() == taken.len() && !ids.contains("");
    let expected = format!("{} different ones", taken.len());
    let exchanges: Vec<usize> = made.iter().map(|reply| reply.exchange).collect();
    probe.claim(CONFIG_GETS_AN_ID, distinct, "the ids of the configs", expected, format!("{ids:?}"), &exchanges);
    for size in [None, Some(5)] {
        are_listed(probe, &alice, task, size, &taken).await;
    }
    alice.send(&probe.answer().to_task(task).in_context(waiting.context())).await;
    let told = join_all(taken.iter().map(|(inbox, _)| probe.delivered(inbox))).await;
    probe.reached(&told.concat())?;
    let served = told.iter().filter(|deliveries| deliveries.iter().any(tells_the_end)).count();
    let subject = "the receivers that are told the end of the task";
    probe.claim(PUSH_DELIVERS, served == taken.len(), subject, taken.len(), served, &[]);
    Ok(())
}

/// The listing has every config once.
async fn are_listed(probe: &Probe, alice: &Caller<'_>, task: &str, size: Option<usize>, taken: &[(&Inbox, Value)]) {
    let pages = probe.config_pages(alice, task, size).await;
    let exchanges: Vec<usize> = pages.iter().map(|page| page.exchange).collect();
    let configs = configs_on(&pages);
    let times = |inbox: &Inbox| configs.iter().filter(|config| config["url"] == inbox.url()).count();
    let once = taken.iter().filter(|(inbox, _)| times(inbox) == 1).count();
    let held = once == taken.len() && configs.len() == taken.len();
    let subject = size.map_or_else(|| "the listing".to_owned(), |size| format!("the listing, {size} at a time"));
    let expected = format!("each of the {} configs once", taken.len());
    let observed = format!("{} configs, {once} of them once", configs.len());
    probe.claim(CONFIGS_ARE_LISTED, held, subject, expected, observed, &exchanges);
}

fn nameless(probe: &Probe, inbox: &Inbox) -> Value {
    let mut config = probe.config(inbox.url());
    if let Some(members) = config.as_object_mut() {
        members.remove("id");
    }
    config
}
