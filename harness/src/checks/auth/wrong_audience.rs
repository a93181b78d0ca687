//! A token that is good elsewhere is not good here.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::prelude::*;
use crate::probe::Requests;

pub(super) static CHECK: Check = Check {
    id: "A2",
    slug: "wrong-audience",
    title: "a token for another service opens nothing",
    group: Group::Auth,
    scope: Scope::EachBinding,
    rules: &[CREDENTIALS_ARE_VERIFIED],
    needs: &[Need::Security, Need::Principal(Who::Alice), Need::Stimulus(Complete)],
    doc: Doc {
        sends: "every operation with a valid token for another audience, an expired and a forged one; a read and a send with \
                unsigned, tampered, garbled and empty ones",
        passes: "each is refused with 401, or over JSON-RPC with an error",
        tolerates: "operations that the card does not offer may be refused for that",
        causes: "the audience is not compared; the algorithm is taken from the token; a signature is decoded but not verified",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let task = probe.at_rest(&alice).await?;
    let known = probe.finished(&alice, Complete).await?;
    let requests = Requests::on(probe, &task, "assay-no-such-config").in_context(known.context());

    for credential in made_up(probe) {
        let caller = alice.showing(credential);
        for operation in [Operation::GetTask, Operation::SendMessage] {
            let reply = caller.attempt(operation, requests.params(operation)).await;
            probe.unauthenticated(CREDENTIALS_ARE_VERIFIED, &reply);
        }
    }
    let listing = alice.list(json!({ "contextId": known.context() })).await;
    probe.lists(CREDENTIALS_ARE_VERIFIED, "tasks in the context afterwards", &listing, 1);
    // Each operation may look for itself, and at something else.
    let given = [Who::Expired, Who::Forged].into_iter().filter_map(|who| probe.principal(who).ok());
    for stranger in given.map(Ok).chain([probe.principal(Who::WrongAudience)]) {
        let stranger = stranger?;
        for (operation, params) in requests.all() {
            let reply = stranger.attempt(operation, params).await;
            if !Requests::is_refused_as_not_offered(probe, &reply, operation) {
                probe.unauthenticated(CREDENTIALS_ARE_VERIFIED, &reply);
            }
        }
    }
    let listing = alice.list(json!({ "contextId": known.context() })).await;
    probe.lists(CREDENTIALS_ARE_VERIFIED, "tasks in the context after that", &listing, 1);
    let after = probe.now(&alice, task.id()).await?;
    let same = after.state() == task.state();
    let subject = "the task that was spoken of";
    probe.claim(CREDENTIALS_ARE_VERIFIED, same, subject, task.state_word(), after.state_word(), &[]);
    Ok(())
}

/// Credentials that nobody should take, made from alice's own.
fn made_up(probe: &Probe) -> Vec<Credential> {
    let Some(alice) = probe.credential(Who::Alice).filter(|alice| !alice.shown().is_empty()) else {
        return Vec::new();
    };
    let mut made = vec![("garbage", "assay.garbage.token".to_owned()), ("empty", String::new())];
    if let [header, payload, signature] = alice.token().unwrap_or_default().split('.').collect::<Vec<_>>()[..] {
        let none = URL_SAFE_NO_PAD.encode(r#"{"alg":"none","typ":"JWT"}"#);
        made.push(("unsigned", format!("{none}.{payload}.")));
        made.push(("signature_left_out", format!("{header}.{payload}.")));
        made.push(("tampered", format!("{header}.{}.{signature}", tampered(payload))));
    }
    made.into_iter().map(|(owner, secret)| alice.forged(owner, &secret)).collect()
}

/// The same claims in other bytes, for which the signature was not made.
fn tampered(payload: &str) -> String {
    let mut claims = URL_SAFE_NO_PAD.decode(payload).unwrap_or_default();
    claims.push(b' ');
    URL_SAFE_NO_PAD.encode(claims)
}
