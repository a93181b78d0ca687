//! Whoever asks for something must have said so where clients look.

use crate::agent::{Card, Reply};
use crate::prelude::*;
use crate::probe::Party;

pub(super) static CHECK: Check = Check {
    id: "D4",
    slug: "challenge-declared",
    title: "the card declares what its agent demands",
    group: Group::Discovery,
    scope: Scope::Agent,
    rules: &[SECURITY_IS_DECLARED, CHALLENGE_IS_REQUIRED],
    needs: &[],
    doc: Doc {
        sends: "GetTask without credentials to each listed interface, of the further agents as well",
        passes: "where that is refused, the agent's card has a requirement that names a scheme it declares, and the \
                 challenge asks for a scheme that a requirement leads to",
        tolerates: "no challenge at all, which A1 judges; schemes that have no name in a challenge, such as API keys",
        causes: "a framework that drops securitySchemes from the public card; a card that was written for another login",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let nobody = alice.showing(Credential::NOBODY);
    let turned_away = |reply: &Reply| matches!(reply.http, Some(401 | 403));
    let mut demands = false;
    for party in probe.parties() {
        for interface in &party.listed {
            let reply = nobody.on(interface).get(&probe.unknown_id()).await;
            // Where everybody is turned away, it is not for want of credentials.
            if turned_away(&reply) && !turned_away(&alice.on(interface).get(&probe.unknown_id()).await) {
                demands = true;
                judge(probe, party, &reply);
            }
        }
    }
    if demands { Ok(()) } else { Err(Stop::NotApplicable("nobody is asked for credentials".to_owned())) }
}

fn judge(probe: &Probe, party: &Party, reply: &Reply) {
    let required = party.card.required_schemes();
    let subject = format!("the card at {}", party.card_url);
    let exchanges = [reply.exchange];
    let declared = required.iter().any(Option::is_some);
    let expected = "a requirement that names a declared scheme, since callers without credentials are refused";
    let observed = format!("{} requirements", required.len());
    probe.claim(SECURITY_IS_DECLARED, declared, &subject, expected, observed, &exchanges);

    let words: Vec<Option<String>> = required.iter().flatten().map(|scheme| Card::challenge_scheme(scheme)).collect();
    let Some(challenge) = reply.challenge() else { return };
    // What a challenge for an API key says is not laid down.
    if let Some(words) = words.into_iter().collect::<Option<Vec<_>>>().filter(|words| !words.is_empty()) {
        let lower = challenge.to_ascii_lowercase();
        let named = words.iter().any(|word| lower.contains(word.as_str()));
        let expected = format!("WWW-Authenticate: {}", words.join(" or "));
        probe.claim(CHALLENGE_IS_REQUIRED, named, subject, expected, challenge, &exchanges);
    }
}
