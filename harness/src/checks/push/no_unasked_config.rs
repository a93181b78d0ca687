//! Who asked for nothing is told nothing.

use crate::prelude::*;
use crate::probe::configs_on;
use crate::receivers::Manner;

pub(super) static CHECK: Check = Check {
    id: "PN13",
    slug: "no-unasked-config",
    title: "a send without a config makes none",
    group: Group::Push,
    scope: Scope::EachBinding,
    rules: &[CONFIG_IS_ASKED_FOR],
    needs: &[Need::Offered(Capability::PushNotifications), Need::Stimulus(Ask)],
    doc: Doc {
        sends: "questions without a config: blocking, immediate, streaming, and in the context of a task that has one",
        passes: "none of their tasks has a config",
        tolerates: "an absent list for an empty one",
        causes: "an absent config is read as an empty one; configs are kept by context; those of an earlier task are inherited",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let ask = || probe.say(Ask);
    let mut tasks = vec![
        ("a blocking send", probe.made(Ask, &probe.patiently(&alice, &ask()?).await)?),
        ("an immediate send", probe.paused(&alice, Ask).await?),
    ];
    if probe.card().offers(Capability::Streaming) {
        tasks.push(("a streaming send", streamed(probe, &alice, &ask()?).await?));
    }
    let watched = probe.paused(&alice, Ask).await?;
    let inbox = probe.inbox(Manner::Prompt);
    if probe.registered(&alice, watched.id(), &probe.config(inbox.url())).await.is_ok() {
        let later = probe.paused_by(&alice, Ask, ask()?.in_context(watched.context())).await;
        tasks.extend(later.map(|task| ("a send in the context of a task with a config", task)));
    }

    for (how, task) in &tasks {
        has_none(probe, how, &probe.config_pages(&alice, task.id(), None).await);
    }
    Ok(())
}

/// The task that a streaming send begins.
async fn streamed(probe: &Probe, alice: &Caller<'_>, message: &Message) -> Result<Task, Stop> {
    let unopened = |reply: Box<crate::agent::Reply>| Stop::prevented(format!("`ask` opened no stream: {reply}"));
    let mut stream = alice.stream(message).await.map_err(unopened)?;
    let told = stream.until(probe.target().patience.reply, |event| event.task_id().is_some()).await;
    match told.as_ref().and_then(|event| event.task_id()) {
        Some(id) => probe.now(alice, id).await,
        None => Err(Stop::prevented("the stream named no task")),
    }
}

fn has_none(probe: &Probe, how: &str, pages: &[crate::agent::Reply]) {
    let exchanges: Vec<usize> = pages.iter().map(|page| page.exchange).collect();
    let listed = pages.iter().all(|page| page.result().is_some());
    let configs = configs_on(pages);
    let subject = format!("the configs of the task of {how}");
    let observed = if listed { configs.len().to_string() } else { "no listing".to_owned() };
    probe.claim(CONFIG_IS_ASKED_FOR, listed && configs.is_empty(), subject, "none", observed, &exchanges);
}
