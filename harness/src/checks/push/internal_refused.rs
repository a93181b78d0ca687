//! A webhook is a way to make the agent call anybody: it must not be made to call its neighbours.

use crate::agent::Reply as Answered;
use crate::prelude::*;
use crate::receivers::{Manner, Trap};

pub(super) static CHECK: Check = Check {
    id: "PN2",
    slug: "internal-refused",
    title: "internal addresses are refused and never called",
    group: Group::Push,
    scope: Scope::EachBinding,
    rules: &[PUSH_INTERNAL_IS_REFUSED, PUSH_INTERNAL_IS_NEVER_CALLED],
    needs: &[Need::Offered(Capability::PushNotifications), Need::Stimulus(Complete)],
    doc: Doc {
        sends: "configs for internal addresses in every spelling and for other schemes, created and inline; a good one",
        passes: "each is refused as invalid params, and nobody ever comes to a listener on loopback",
        tolerates: "§13.2 recommends: a failure here is advice with a security weight, not a broken requirement",
        causes: "no check at all; a check of the text of the host, not of the address; forgotten ranges and spellings",
    },
    run: |probe| Box::pin(run(probe)),
};

/// Addresses that lead nowhere good, and to which nothing is ever sent: nothing happens on the task they are for.
const INTERNAL: &[&str] = &[
    "http://10.0.0.1/hook",
    "http://172.16.0.1/hook",
    "http://172.31.255.254/hook",
    "http://192.168.0.1/hook",
    "http://169.254.1.1/hook",
    "http://169.254.169.254/latest/meta-data/",
    "http://100.64.0.1/hook",
    "http://[fc00::1]/hook",
    "http://[fd12:3456:789a::1]/hook",
    "http://[fe80::1]/hook",
    "http://[::ffff:10.0.0.1]/hook",
    "http://[::]/hook",
    "ftp://example.com/hook",
    "file:///etc/passwd",
    "gopher://example.com/",
    "javascript:alert(1)",
    "example.com/hook",
];

/// Spellings of loopback, all of which lead to the trap.
const LOOPBACK: &[&str] = &[
    "http://127.0.0.1",
    "http://127.0.0.2",
    "http://[::1]",
    "http://localhost",
    "http://LOCALHOST.",
    "http://0.0.0.0",
    "http://0",
    "http://127.1",
    "http://2130706433",
    "http://0x7f000001",
    "http://0177.0.0.1",
    "http://[::ffff:127.0.0.1]",
    "http://[::ffff:7f00:1]",
    "http://example.com@127.0.0.1",
    "https://127.0.0.1",
];

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let good = probe.inbox(Manner::Prompt);
    let (quiet, waiting) = futures::join!(probe.at_rest(&alice), probe.at_rest(&alice));
    let (quiet, waiting) = (quiet?, waiting?);
    // The same request without the fault: an address that the agent may call.
    probe.registered(&alice, waiting.id(), &probe.config(good.url())).await?;

    for url in INTERNAL {
        let config = probe.config(url);
        let reply = alice.create_config(quiet.id(), &config).await;
        refused(probe, url, &reply);
        if reply.result().is_some() {
            // Taken back before anything could happen on the task.
            alice.delete_config(quiet.id(), config["id"].as_str().unwrap_or_default()).await;
        }
    }

    nothing_is_registered(probe, &alice, &quiet).await;

    let trap = probe.trap().await?;
    for url in spellings(probe, &trap) {
        let reply = alice.create_config(waiting.id(), &probe.config(&url)).await;
        refused(probe, &url, &reply);
    }
    inline(probe, &alice, &trap).await?;
    if waiting.is_interrupted() {
        alice.send(&probe.answer().to_task(waiting.id()).in_context(waiting.context())).await;
        probe.reached(&probe.delivered(&good).await)?;
        probe.fence(&alice).await;
    }
    let hits = trap.hits();
    probe.claim(PUSH_INTERNAL_IS_NEVER_CALLED, hits == 0, "connections to a loopback listener", 0, hits, &[]);
    Ok(())
}

/// A refused webhook is not registered all the same.
async fn nothing_is_registered(probe: &Probe, alice: &Caller<'_>, quiet: &Task) {
    let listed = alice.list_configs(quiet.id()).await;
    let configs = listed.result().map(|list| list["configs"].as_array().map_or(0, Vec::len)).unwrap_or_default();
    let subject = "configs of a task whose webhooks were all refused or taken back";
    probe.claim(PUSH_INTERNAL_IS_REFUSED, configs == 0, subject, 0, configs, &[listed.exchange]);
}

/// The spellings of the trap; and the good receiver's name in front of it, for who compares beginnings.
fn spellings(probe: &Probe, trap: &Trap) -> Vec<String> {
    let allowed = probe.setting.receivers.webhook.address();
    let disguised = trap.at(&format!("http://{allowed}@127.0.0.1"));
    LOOPBACK.iter().map(|origin| trap.at(origin)).chain([disguised]).collect()
}

/// The same address inline with both sends.
async fn inline(probe: &Probe, alice: &Caller<'_>, trap: &Trap) -> Outcome {
    let mut operations = vec![Operation::SendMessage];
    operations.extend(probe.card().offers(Capability::Streaming).then_some(Operation::SendStreamingMessage));
    let context = probe.finished(alice, Complete).await?.context().to_owned();
    for operation in operations {
        let url = trap.at("http://127.0.0.1");
        let message = probe.say(Complete)?.configured("taskPushNotificationConfig", probe.config(&url));
        let reply = alice.attempt(operation, message.in_context(&context).params()).await;
        refused(probe, &url, &reply);
    }
    let listing = alice.list(json!({ "contextId": context })).await;
    probe.lists(PUSH_INTERNAL_IS_REFUSED, "tasks in the context afterwards", &listing, 1);
    Ok(())
}

fn refused(probe: &Probe, url: &str, reply: &Answered) {
    let held = reply.error().is_some_and(|error| error.compare(InvalidParams) != crate::agent::Match::Other);
    let expected = InvalidParams.written(reply.binding);
    let subject = format!("{} with the webhook {url}", reply.operation.name());
    probe.claim(PUSH_INTERNAL_IS_REFUSED, held, subject, expected, reply, &[reply.exchange]);
}
