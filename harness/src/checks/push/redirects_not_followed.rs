//! A receiver that was judged harmless may still point inside.

use crate::prelude::*;
use crate::receivers::Manner;

pub(super) static CHECK: Check = Check {
    id: "PN9",
    slug: "redirects-not-followed",
    title: "a receiver that redirects leads nobody inside",
    group: Group::Push,
    scope: Scope::Agent,
    rules: &[REDIRECT_IS_NOT_FOLLOWED],
    needs: &[Need::Offered(Capability::PushNotifications), Need::Stimulus(Ask)],
    doc: Doc {
        sends: "configs for receivers that answer 307, 302 and 301 with an address on loopback",
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
    let trap = probe.trap().await?;
    let inside = trap.at("http://127.0.0.1");
    let redirected = |status| called(probe, status, &inside);
    let (kept, found, moved) = futures::join!(redirected(307), redirected(302), redirected(301));
    kept.and(found).and(moved)?;

    let hits = trap.hits();
    let subject = "connections to loopback by way of a receiver that redirects";
    probe.claim(REDIRECT_IS_NOT_FOLLOWED, hits == 0, subject, 0, hits, &[]);
    Ok(())
}

/// Has a receiver called that redirects, until what became of its first answer is certain.
async fn called(probe: &Probe, status: u16, to: &str) -> Outcome {
    let alice = probe.alice();
    let waiting = probe.paused(&alice, Ask).await?;
    let inbox = probe.inbox(Manner::Redirecting { status, to: to.to_owned() });
    probe.registered(&alice, waiting.id(), &probe.config(inbox.url())).await?;
    alice.send(&probe.answer().to_task(waiting.id()).in_context(waiting.context())).await;
    // By the second call the first one has gone wherever it leads; an agent that calls but once is done as well.
    let limit = probe.target().patience.reply;
    let calls = inbox.until(limit, |deliveries| deliveries.len() > 1).await.unwrap_or_else(|_| inbox.deliveries());
    probe.reached(&calls)?;
    if calls.is_empty() {
        return Err(Stop::prevented(format!("a receiver that answers {status} was never called")));
    }
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
