//! What the card does not offer is not there, and the agent says so.

use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "E2",
    slug: "none-says-so",
    title: "an agent without an extended card says so",
    group: Group::ExtendedCard,
    scope: Scope::EachBinding,
    rules: &[EXTENDED_CARD_OFF, VALID_MESSAGE_IS_ACCEPTED],
    needs: &[],
    doc: Doc {
        sends: "GetExtendedAgentCard to an agent whose card declares none, and a message that it serves",
        passes: "UnsupportedOperation",
        tolerates: "nothing to tolerate: the text is clear",
        causes: "ExtendedAgentCardNotConfigured for a card that was never promised; the public card in its place",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.agent_without(Capability::ExtendedAgentCard)?;
    probe.accepted(VALID_MESSAGE_IS_ACCEPTED, &alice.send(&probe.say(Complete)?).await)?;

    let reply = alice.extended_card().await;

    probe.refused(EXTENDED_CARD_OFF, &reply, UnsupportedOperation);
    Ok(())
}
