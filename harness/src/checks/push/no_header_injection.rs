//! A secret is written into a header: it must not write one of its own.

use futures::future::join_all;

use crate::prelude::*;
use crate::receivers::{Delivery, Inbox, Manner};

pub(super) static CHECK: Check = Check {
    id: "PN11",
    slug: "no-header-injection",
    title: "line breaks in a webhook's secrets make no header",
    group: Group::Push,
    scope: Scope::EachBinding,
    rules: &[PUSH_HEADERS_ARE_CLEAN],
    needs: &[Need::Offered(Capability::PushNotifications), Need::Stimulus(Ask)],
    doc: Doc {
        sends: "configs whose token, credentials and scheme hold a line break and a header, created and inline; and a sound one",
        passes: "each is refused with an error that blames the request, or the receiver sees no such header",
        tolerates: "text without its line breaks; a notification that is not sent at all",
        causes: "headers are written as text; a library that refuses the text fails inside",
    },
    run: |probe| Box::pin(run(probe)),
};

/// The header that must not be seen.
const HEADER: &str = "x-assay-injected";

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let waiting = probe.paused(&alice, Ask).await?;
    let good = probe.inbox(Manner::Prompt);
    // The same request without the fault.
    probe.registered(&alice, waiting.id(), &probe.config(good.url())).await?;
    let mut watched = Vec::new();

    for (pointer, line_break) in
        [("/token", "\r\n"), ("/authentication/credentials", "\n"), ("/authentication/scheme", "\r\n")]
    {
        let inbox = probe.inbox(Manner::Prompt);
        let reply = alice.create_config(waiting.id(), &broken(probe, &inbox, pointer, line_break)).await;
        watched.extend(judged(probe, pointer, &reply).then_some(inbox));
    }
    let inbox = probe.inbox(Manner::Prompt);
    let config = broken(probe, &inbox, "/token", "\r\n");
    let inline = probe.say(Ask)?.configured("taskPushNotificationConfig", config).immediately();
    let reply = alice.send(&inline).await;
    watched.extend(judged(probe, "/configuration/taskPushNotificationConfig/token", &reply).then_some(inbox));

    alice.send(&probe.answer().to_task(waiting.id()).in_context(waiting.context())).await;
    probe.reached(&probe.delivered(&good).await)?;
    let limit = probe.target().patience.reply;
    let called = join_all(watched.iter().map(|inbox| inbox.until(limit, |deliveries| !deliveries.is_empty()))).await;
    for deliveries in called.into_iter().flatten() {
        let extra = deliveries.iter().find_map(|delivery: &Delivery| delivery.header(HEADER));
        let observed = extra.map(|value| format!("{HEADER}: {value}")).unwrap_or_default();
        let subject = "a header that a secret brings along";
        probe.claim(PUSH_HEADERS_ARE_CLEAN, extra.is_none(), subject, "absent", observed, &[]);
    }
    Ok(())
}

/// A config with a line break and a header in one of its secrets.
fn broken(probe: &Probe, inbox: &Inbox, pointer: &str, line_break: &str) -> Value {
    let mut config = probe.config(inbox.url());
    if let Some(secret) = config.pointer_mut(pointer) {
        *secret = format!("{}{line_break}{HEADER}: yes", secret.as_str().unwrap_or_default()).into();
    }
    config
}

/// Whether it was taken; where it was not, the request is to blame.
fn judged(probe: &Probe, pointer: &str, reply: &crate::agent::Reply) -> bool {
    let taken = reply.result().is_some();
    let blamed = reply.error().is_some_and(|error| !error.is_internal());
    let subject = format!("{} with a line break in {pointer}", reply.operation.name());
    let expected = "an error that blames the request, or a result";
    probe.claim(PUSH_HEADERS_ARE_CLEAN, taken || blamed, subject, expected, reply, &[reply.exchange]);
    taken
}
