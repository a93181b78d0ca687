//! A config that comes with the first message is as good as one that is made afterwards.

use crate::prelude::*;
use crate::probe::{configs_on, tells_the_end};
use crate::receivers::Manner;

pub(super) static CHECK: Check = Check {
    id: "PN8",
    slug: "inline-first-sends",
    title: "a config that comes with the first send is stored and served",
    group: Group::Push,
    scope: Scope::EachBinding,
    rules: &[INLINE_CONFIG_IS_STORED, PUSH_DELIVERS],
    needs: &[Need::Offered(Capability::PushNotifications), Need::Stimulus(Ask)],
    doc: Doc {
        sends: "a question with an inline config: blocking, immediate and streaming; List and Get; then the answer",
        passes: "while the task waits its config is listed and shown; after the answer the end is delivered there",
        tolerates: "an id other than the one that was sent; masked secrets",
        causes: "configs are stored only for tasks that exist; kept beside the store; forgotten by one kind of send",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let (blocking, immediate, streaming) = futures::join!(
        first_send(probe, How::Blocking),
        first_send(probe, How::Immediate),
        first_send(probe, How::Streaming),
    );
    blocking.and(immediate).and(streaming)
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum How {
    Blocking,
    Immediate,
    Streaming,
}

async fn first_send(probe: &Probe, how: How) -> Outcome {
    if how == How::Streaming && !probe.card().offers(Capability::Streaming) {
        return Ok(());
    }
    let alice = probe.alice();
    let inbox = probe.inbox(Manner::Prompt);
    let message = probe.say(Ask)?.configured("taskPushNotificationConfig", probe.config(inbox.url()));
    let id = begin(probe, &alice, how, &message).await?;
    let waits = |task: &Task| task.is_interrupted() || task.is_terminal();
    let waiting = probe.until(&alice, &id, waits).await?;
    if !waiting.is_interrupted() {
        return Err(Stop::prevented(format!("the task did not wait but is {}", waiting.state_word())));
    }

    let pages = probe.config_pages(&alice, &id, None).await;

    let exchanges: Vec<usize> = pages.iter().map(|page| page.exchange).collect();
    let configs = configs_on(&pages);
    let listed = configs.iter().find(|config| config["url"] == inbox.url());
    let observed = format!("{} others", configs.len());
    let subject = format!("the configs of a task after a send ({how:?}) with one");
    probe.claim(INLINE_CONFIG_IS_STORED, listed.is_some(), subject, inbox.url(), observed, &exchanges);
    if let Some(named) = listed.and_then(|config| config["id"].as_str()) {
        let shown = alice.get_config(&id, named).await;
        let found = shown.result().is_some_and(|config| config["url"] == inbox.url());
        probe.claim(INLINE_CONFIG_IS_STORED, found, shown.operation.name(), inbox.url(), &shown, &[shown.exchange]);
    }

    alice.send(&probe.answer().to_task(&id).in_context(waiting.context())).await;
    let deliveries = probe.delivered(&inbox).await;
    probe.reached(&deliveries)?;
    let ended = deliveries.iter().any(tells_the_end);
    let observed = format!("{} notifications without one", deliveries.len());
    let subject = format!("what is delivered after a send ({how:?}) with a config");
    probe.claim(PUSH_DELIVERS, ended, subject, "the terminal update", observed, &[]);
    Ok(())
}

/// The id of the task that a send begins.
async fn begin(probe: &Probe, alice: &Caller<'_>, how: How, message: &Message) -> Result<String, Stop> {
    if how == How::Streaming {
        let mut stream = alice.stream(message).await.map_err(|reply| probe.unreachable(&reply))?;
        let told = stream.until(probe.target().patience.reply, |event| event.task_id().is_some()).await;
        let id = told.as_ref().and_then(|event| event.task_id()).map(str::to_owned);
        return id.ok_or_else(|| Stop::prevented("the stream named no task"));
    }
    let message = if how == How::Immediate { message.clone().immediately() } else { message.clone() };
    let reply = probe.patiently(alice, &message).await;
    if reply.error().is_some() {
        return Err(probe.unreachable(&reply));
    }
    probe.made(Ask, &reply).map(|task| task.id().to_owned())
}
