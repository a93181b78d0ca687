//! A name can be pointed elsewhere after it was looked at.

use std::net::{IpAddr, Ipv4Addr};

use crate::prelude::*;
use crate::receivers::Manner;

pub(super) static CHECK: Check = Check {
    id: "PN3",
    slug: "rebinding-blocked",
    title: "a name that turns inward gets no notification",
    group: Group::Push,
    scope: Scope::EachBinding,
    rules: &[PUSH_REBINDING_IS_BLOCKED, PUSH_INTERNAL_IS_REFUSED],
    needs: &[Need::Offered(Capability::PushNotifications), Need::Resolver, Need::Stimulus(Ask)],
    doc: Doc {
        sends: "a config for a name that resolves outside, which then resolves to loopback; names that resolve inside \
                from the first, alone and beside an outside address",
        passes: "the turned name is never called, while another config is served; the others are refused",
        tolerates: "§13.2 recommends: a failure here is advice with a security weight, not a broken requirement",
        causes: "the address is checked at registration and resolved again for the call; only the first address is checked",
    },
    run: |probe| Box::pin(run(probe)),
};

const INSIDE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

async fn run(probe: &Probe) -> Outcome {
    let Some(dns) = &probe.setting.receivers.dns else {
        return Err(Stop::unprepared("the judge does not answer the agent's DNS questions"));
    };
    let outside = IpAddr::V4(probe.target().dns.as_ref().map_or(crate::target::Dns::OUTSIDE, |dns| dns.outside));
    let alice = probe.alice();
    let waiting = probe.paused(&alice, Ask).await?;
    let good = probe.inbox(Manner::Prompt);
    probe.registered(&alice, waiting.id(), &probe.config(good.url())).await?;
    let trap = probe.trap().await?;
    let at = |name: &str| trap.at(&format!("http://{name}"));

    for addresses in [vec![INSIDE], vec![outside, INSIDE], vec![INSIDE, outside]] {
        let name = dns.name(&addresses);
        let config = probe.config(&at(&name));
        let reply = alice.create_config(waiting.id(), &config).await;
        let refused = reply.error().is_some_and(|error| error.compare(InvalidParams) != crate::agent::Match::Other);
        let subject = format!("a webhook whose name resolves to {addresses:?}");
        let expected = InvalidParams.written(reply.binding);
        probe.claim(PUSH_INTERNAL_IS_REFUSED, refused, subject, expected, &reply, &[reply.exchange]);
        if reply.result().is_some() {
            // Nothing may be sent outside: the name leads only inside from here on.
            dns.point(&name, &[INSIDE]);
        }
    }

    let name = dns.name(&[outside]);
    let reply = alice.create_config(waiting.id(), &probe.config(&at(&name))).await;
    dns.point(&name, &[INSIDE]);
    if reply.result().is_none() {
        let why = format!("the agent took no webhook with a name that resolves outside: {reply}");
        return Err(Stop::prevented(why));
    }

    alice.send(&probe.answer().to_task(waiting.id()).in_context(waiting.context())).await;
    probe.reached(&probe.delivered(&good).await)?;
    probe.fence(&alice).await;
    let hits = trap.hits();
    let subject = "connections to loopback by a name that turned inward";
    probe.claim(PUSH_REBINDING_IS_BLOCKED, hits == 0, subject, 0, hits, &[]);
    Ok(())
}
