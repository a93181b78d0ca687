//! What is shown to the privileged is shown to nobody else.

use std::collections::BTreeSet;

use crate::agent::shape::Law;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "E1",
    slug: "premium-by-scope",
    title: "the extended card shows each caller what is theirs",
    group: Group::ExtendedCard,
    scope: Scope::EachBinding,
    rules: &[EXTENDED_CARD_NEEDS_CREDENTIALS, EXTENDED_CARD_IS_A_CARD, EXTENDED_CARD_BY_PERMISSION],
    needs: &[
        Need::Offered(Capability::ExtendedAgentCard),
        Need::Security,
        Need::Principal(Who::Alice),
        Need::Principal(Who::Premium),
    ],
    doc: Doc {
        sends: "GetExtendedAgentCard as nobody, as alice and as premium, and the public card",
        passes: "nobody is refused; both get a complete card; premium sees more than alice, and no stranger its skills",
        tolerates: "an agent that has configured none and says so is not observed; alice may be refused",
        causes: "the card is picked by whether there is a token, not by its scopes; the route is mounted elsewhere",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let premium = probe.principal(Who::Premium)?;
    let nobody = alice.showing(Credential::NOBODY).extended_card().await;
    probe.unauthenticated(EXTENDED_CARD_NEEDS_CREDENTIALS, &nobody);

    let full = card(probe, &premium).await?;
    let reply = alice.extended_card().await;
    let speaks_for_itself = reply.binding == Binding::JsonRpc;
    if reply.error().is_some_and(|error| error.http == 403 || speaks_for_itself && !error.has_a_taken_code()) {
        // Whoever may not see it is refused (§13.3).
        probe.unauthorized(EXTENDED_CARD_BY_PERMISSION, &reply);
        return Ok(());
    }
    let plain = card(probe, &alice).await?;

    let page = probe.public_card().await;
    let public = page.json().unwrap_or_default();
    let exchanges = [page.exchange];
    let privileged: BTreeSet<String> = skills(&full).difference(&skills(&plain)).cloned().collect();
    // What more the privileged see is the agent's affair; signatures may be made afresh for everybody.
    let more = unsigned(&full) != unsigned(&plain);
    let subject = "what premium sees and alice does not";
    probe.claim(EXTENDED_CARD_BY_PERMISSION, more, subject, "something", "nothing", &exchanges);
    let open: Vec<String> = skills(&public).intersection(&privileged).cloned().collect();
    let held = open.is_empty();
    let subject = "privileged skills on the public card";
    probe.claim(EXTENDED_CARD_BY_PERMISSION, held, subject, "none", open.join(", "), &exchanges);
    Ok(())
}

/// The extended card of a caller.
async fn card(probe: &Probe, caller: &Caller<'_>) -> Result<Value, Stop> {
    let reply = caller.extended_card().await;
    if reply.error().is_some_and(|error| error.compare(ExtendedAgentCardNotConfigured) != crate::agent::Match::Other) {
        return Err(Stop::prevented("the agent declares an extended card and has configured none"));
    }
    probe.accepted(EXTENDED_CARD_IS_A_CARD, &reply)?;
    let card = reply.result().cloned().unwrap_or_default();
    let flaws = shape::AGENT_CARD.flaws(&card);
    let flaw = flaws.iter().find(|flaw| flaw.law != Law::Unknown && flaw.at != "/skills");
    let subject = format!("the extended card {}", flaw.map_or("", |flaw| flaw.at.as_str()));
    let (expected, observed) = flaw.map_or(("", ""), |flaw| (flaw.expected.as_str(), flaw.observed.as_str()));
    probe.claim(EXTENDED_CARD_IS_A_CARD, flaw.is_none(), subject, expected, observed, &[reply.exchange]);
    Ok(card)
}

fn unsigned(card: &Value) -> Value {
    let mut card = meaning(card);
    if let Some(members) = card.as_object_mut() {
        members.remove("signatures");
    }
    card
}

fn skills(card: &Value) -> BTreeSet<String> {
    let skills = card["skills"].as_array().into_iter().flatten();
    skills.filter_map(|skill| skill["id"].as_str()).map(str::to_owned).collect()
}
