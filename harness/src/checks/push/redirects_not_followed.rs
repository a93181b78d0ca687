//! A receiver that was judged harmless may still point inside.

use crate::prelude::*;
use crate::receivers::{Inbox, Manner};

pub(super) static CHECK: Check = Check {
    id: "PN9",
    slug: "redirects-not-followed",
    title: "a receiver that redirects leads nobody inside",
    group: Group::Push,
    scope: Scope::Agent,
    rules: &[REDIRECT_IS_NOT_FOLLOWED],
    needs: &[Need::Offered(Capability::PushNotifications), Need::Stimulus(Ask)],
    doc: Doc {
        sends: "configs for receivers that answer 307, 302 and 301 with an address on loopback, and for a good one",
        passes: "nobody ever comes to that address",
        tolerates: "§13.2 recommends: a failure here is advice with a security weight; whether a redirection counts as taken",
        causes: "the HTTP client follows redirections by itself, behind the back of the address check",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    if !leads_to_this_machine(probe) {
        return Err(Stop::unprepared("an agent on another machine can't be seen to call its own loopback"));
    }
    let alice = probe.alice();
    let waiting = probe.paused(&alice, Ask).await?;
    let trap = probe.trap().await?;
    let port = trap.port();
    let good = probe.inbox(Manner::Prompt);
    let inboxes = [307, 302, 301].map(|status| probe.inbox(Manner::Redirecting { status, port }));
    for inbox in inboxes.iter().chain([&good]) {
        probe.registered(&alice, waiting.id(), &probe.config(inbox.url())).await?;
    }
    alice.send(&probe.answer().to_task(waiting.id()).in_context(waiting.context())).await;
    probe.reached(&probe.delivered(&good).await)?;
    let [first, second, third] = &inboxes;
    let (first, second, third) =
        futures::join!(called_twice(probe, first), called_twice(probe, second), called_twice(probe, third));
    if !(first && second && third) {
        return Err(Stop::prevented("a receiver that redirects was never called"));
    }

    let hits = trap.hits();
    let subject = "connections to loopback by way of a receiver that redirects";
    probe.claim(REDIRECT_IS_NOT_FOLLOWED, hits == 0, subject, 0, hits, &[]);
    Ok(())
}

/// Whether the agent's loopback is ours.
fn leads_to_this_machine(probe: &Probe) -> bool {
    match probe.alice().interface().url.host() {
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        Some(url::Host::Domain(name)) => name.eq_ignore_ascii_case("localhost"),
        None => false,
    }
}

/// Waits for the second call, by which the first one has gone wherever it leads; whether there was one at all.
async fn called_twice(probe: &Probe, inbox: &Inbox) -> bool {
    let second = inbox.until(probe.target().patience.reply, |deliveries| deliveries.len() > 1).await;
    // An agent that calls once and no more has nothing else to wait for.
    second.is_ok() || !inbox.deliveries().is_empty()
}
