//! A signature that nobody else can verify protects nobody.

mod keys;

use crate::agent::{Card, Signature, as_served, forms};
use crate::limits;
use crate::prelude::*;
use keys::Keys;

pub(super) static CHECK: Check = Check {
    id: "SG1",
    slug: "card-signed",
    title: "a signed card verifies from what is served",
    group: Group::Discovery,
    scope: Scope::Agent,
    rules: &[
        SIGNATURE_HAS_ITS_FORM,
        SIGNATURE_NAMES_ITS_ALGORITHM,
        SIGNATURE_NAMES_ITS_KEY,
        SIGNATURE_NAMES_ITS_TYPE,
        SIGNATURE_KEY_IS_FOUND,
        SIGNATURE_KEYS_HTTPS,
        SIGNATURE_VERIFIES,
        SIGNATURE_KEEPS_WHAT_WAS_SAID,
    ],
    needs: &[],
    doc: Doc {
        sends: "GET of each agent's public card, GetExtendedAgentCard as alice and as premium, and GET of the key set \
                that a signature names, at the origin of its card or one that the user allowed",
        passes: "each signature is base64url, names alg, kid and typ, and verifies with its key over the card without \
                 signatures, in the canonical form of RFC 8785",
        tolerates: "a card without signatures; a form of the card that leaves out more defaults than §8.4.1 does, which \
                    the steps of §8.4.2 can be read to ask for, is advice; keys that can't be had are not observed",
        causes: "signer and server write different defaults; the card is changed after it was signed; the signature is \
                 DER, as most libraries make it; the keys were replaced and the card was not signed anew",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let signed: Vec<Shown> = cards(probe).await.into_iter().filter(|shown| shown.card.is_signed()).collect();
    if signed.is_empty() {
        return Err(Stop::NotApplicable("no card is signed".to_owned()));
    }
    let mut keys = Keys::of(probe);
    let mut unseen = None;
    for shown in &signed {
        let mut reasons = Vec::new();
        for (place, written) in shown.card.signatures().iter().take(limits::SIGNATURES).enumerate() {
            let signature = format!("{} /signatures/{place}", shown.whose);
            reasons.push(judge(probe, &mut keys, shown, written, &signature).await.err());
        }
        // One signature that was judged is what a client needs; others may be for clients with other keys.
        if reasons.iter().all(Option::is_some) {
            unseen = unseen.or(reasons.into_iter().flatten().next());
        }
    }
    unseen.map_or(Ok(()), |why| Err(Stop::unprepared(why)))
}

/// A card as somebody got it.
struct Shown {
    whose: String,
    card: Card,
    /// Where the public one is: keys at the same origin are fetched without further ado.
    url: String,
    exchange: usize,
}

/// The public card of each agent, and the extended ones of those who may see more.
async fn cards(probe: &Probe) -> Vec<Shown> {
    let mut cards = Vec::new();
    for party in probe.parties() {
        let page = probe.public_card_of(party).await;
        let card = page.json().filter(|_| page.status == Some(200)).unwrap_or_default();
        let (whose, url) = (format!("the card at {}", page.url), page.url.clone());
        cards.push(Shown { whose, card: Card::new(card), url, exchange: page.exchange });
    }
    if probe.card().offers(Capability::ExtendedAgentCard) {
        for (who, caller) in [("alice", Ok(probe.alice())), ("premium", probe.principal(Who::Premium))] {
            let Ok(caller) = caller else { continue };
            let reply = caller.extended_card().await;
            let card = Card::new(reply.result().cloned().unwrap_or_default());
            let (whose, url) = (format!("the extended card of {who}"), probe.setting.agent.card_url.clone());
            cards.push(Shown { whose, card, url, exchange: reply.exchange });
        }
    }
    cards
}

/// Judges one signature; or says why nobody can tell whether it is good.
async fn judge(probe: &Probe, keys: &mut Keys, shown: &Shown, written: &Value, subject: &str) -> Result<(), String> {
    let exchanges = [shown.exchange];
    let read = Signature::read(written);
    let wrong = read.as_ref().err().map_or("", String::as_str);
    let expected = "protected and signature in base64url without padding, the first one a JSON object";
    probe.claim(SIGNATURE_HAS_ITS_FORM, read.is_ok(), subject, expected, wrong, &exchanges);
    let Ok(signature) = read else { return Ok(()) };
    header(probe, &signature, subject, &exchanges);
    if let Some(why) = signature.unverifiable() {
        return Err(format!("{subject}: {why}"));
    }
    let Some(found) = keys.of_signature(probe, &signature, shown, subject).await? else { return Ok(()) };
    if !found.iter().any(Signature::reads) {
        return Err(format!("{subject}: its key is of a kind that can't be read here"));
    }

    let verifies = |text: &[u8]| found.iter().any(|key| signature.is_of(text, key));
    let form = forms(shown.card.value()).into_iter().find(|form| verifies(&form.text));
    let expected = "a signature of the canonical card without signatures";
    let observed = if form.is_none() && verifies(&as_served(shown.card.value())) {
        "one of the card with the members that §8.4.1 leaves out"
    } else {
        "one of something else"
    };
    probe.claim(SIGNATURE_VERIFIES, form.is_some(), subject, expected, observed, &exchanges);
    if let Some(form) = form {
        let expected = "the members that §8.4.1 leaves out are left out";
        probe.claim(SIGNATURE_KEEPS_WHAT_WAS_SAID, form.exact, subject, expected, form.about, &exchanges);
    }
    Ok(())
}

fn header(probe: &Probe, signature: &Signature, subject: &str, exchanges: &[usize]) {
    let subject = format!("{subject}/protected");
    let header = signature.header();
    let algorithm = signature.says("alg").filter(|name| !name.eq_ignore_ascii_case("none"));
    let expected = "alg, such as ES256";
    probe.claim(SIGNATURE_NAMES_ITS_ALGORITHM, algorithm.is_some(), &subject, expected, &header, exchanges);
    let names_key = signature.says("kid").is_some_and(|kid| !kid.is_empty());
    probe.claim(SIGNATURE_NAMES_ITS_KEY, names_key, &subject, "kid", &header, exchanges);
    // RFC 7515, 4.1.9: a media type, of which application/ may be left out.
    let typ = signature.says("typ").unwrap_or_default().to_ascii_lowercase();
    let is_jose = typ.strip_prefix("application/").unwrap_or(&typ) == "jose";
    probe.claim(SIGNATURE_NAMES_ITS_TYPE, is_jose, &subject, "typ JOSE", &header, exchanges);
}
