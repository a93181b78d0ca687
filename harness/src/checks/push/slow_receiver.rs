//! One receiver that never answers is a nuisance to nobody but itself.

use crate::prelude::*;
use crate::probe::tells_the_end;
use crate::receivers::{Inbox, Manner};

pub(super) static CHECK: Check = Check {
    id: "PN12",
    slug: "slow-receiver",
    title: "a receiver that never answers delays nobody",
    group: Group::Push,
    scope: Scope::Agent,
    rules: &[PUSH_DELAYS_NOBODY],
    needs: &[Need::Offered(Capability::PushNotifications), Need::Stimulus(Ask)],
    doc: Doc {
        sends: "a question with a config for a receiver that does not answer; one more config, an answer, and the cancelling \
                of another such task, all while that receiver still holds its first notification",
        passes: "each call is answered, that send included, and the other receiver gets the end of the task, within the usual time",
        tolerates: "whatever becomes of the silent receiver afterwards",
        causes: "notifications are sent inside the request, or to one receiver after the other",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let silent = probe.inbox(Manner::Silent);
    let (goes_on, is_cancelled) = futures::join!(goes_on(probe, &silent), is_cancelled(probe, &silent));
    silent.release();
    goes_on.and(is_cancelled)
}

/// A task with a silent receiver is answered, and its other receiver told.
async fn goes_on(probe: &Probe, silent: &Inbox) -> Outcome {
    let alice = probe.alice();
    let Some(waiting) = watched(probe, &alice, silent).await? else { return Ok(()) };
    let prompt = probe.inbox(Manner::Prompt);
    let created = alice.create_config(waiting.id(), &probe.config(prompt.url())).await;
    is_answered(probe, &created);
    if created.result().is_none() {
        return Ok(());
    }

    let answer = probe.answer().to_task(waiting.id()).in_context(waiting.context());
    is_answered(probe, &probe.patiently(&alice, &answer).await);

    let deliveries = probe.delivered(&prompt).await;
    let ended = deliveries.iter().any(tells_the_end);
    let observed = format!("{} notifications without one", deliveries.len());
    let subject = "what another receiver gets meanwhile";
    probe.claim(PUSH_DELAYS_NOBODY, ended, subject, "the terminal update", observed, &[]);
    Ok(())
}

/// A task with a silent receiver is cancelled.
async fn is_cancelled(probe: &Probe, silent: &Inbox) -> Outcome {
    let alice = probe.alice();
    let Some(waiting) = watched(probe, &alice, silent).await? else { return Ok(()) };

    is_answered(probe, &alice.cancel(waiting.id()).await);
    Ok(())
}

/// A task that waits, while the silent receiver holds what it was told of some task; none, where that kept the send
/// from being answered.
async fn watched(probe: &Probe, alice: &Caller<'_>, silent: &Inbox) -> Result<Option<Task>, Stop> {
    let message = probe.say(Ask)?.configured("taskPushNotificationConfig", probe.config(silent.url()));
    let reply = alice.send(&message.immediately()).await;
    if reply.error().is_some() {
        return Err(probe.unreachable(&reply));
    }
    let held = silent.until(probe.target().patience.finish(), |deliveries| !deliveries.is_empty()).await;
    probe.reached(&held.clone().unwrap_or_default())?;
    held.map_err(|_| Stop::prevented("no notification came to the receiver that does not answer"))?;
    is_answered(probe, &reply);
    let Some(begun) = reply.task() else { return Ok(None) };
    probe.until(alice, begun.id(), Task::is_interrupted).await.map(Some)
}

fn is_answered(probe: &Probe, reply: &crate::agent::Reply) {
    let subject = format!("{} while a receiver does not answer", reply.operation.name());
    probe.claim(PUSH_DELAYS_NOBODY, reply.result().is_some(), subject, "a result", reply, &[reply.exchange]);
}
