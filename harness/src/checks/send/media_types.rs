//! An agent says on its card what it can read.

use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "S10",
    slug: "media-types",
    title: "what the agent can't read it does not take",
    group: Group::Send,
    scope: Scope::EachBinding,
    rules: &[UNDECLARED_MEDIA_TYPE_IS_REFUSED, DECLARED_MEDIA_TYPE_IS_ACCEPTED, REQUEST_CONTENT_TYPE],
    needs: &[Need::Stimulus(Complete)],
    doc: Doc {
        sends: "both sends with a part of a media type that is on no list of the card, alone and beside a good part; \
                one that is listed; over JSON-RPC a request that is called text/plain",
        passes: "ContentTypeNotSupported and no task; the listed type is taken",
        tolerates: "a card that takes any type (*/*) is passed over",
        causes: "input modes are declared and never looked at, or on one of the sends only",
    },
    run: |probe| Box::pin(run(probe)),
};

const UNHEARD_OF: &str = "application/vnd.assay.unheard-of";

async fn run(probe: &Probe) -> Outcome {
    let modes: Vec<String> = probe.card().input_modes().into_iter().map(str::to_ascii_lowercase).collect();
    if modes.iter().any(|mode| mode.starts_with("*/") || mode == "*" || mode == "application/*") {
        return Err(Stop::NotApplicable("the card takes any media type".to_owned()));
    }
    let alice = probe.alice();
    let good = probe.say(Complete)?;
    let words = good.words();
    let known = probe.finished(&alice, Complete).await?;
    let mut operations = vec![Operation::SendMessage];
    operations.extend(probe.card().offers(Capability::Streaming).then_some(Operation::SendStreamingMessage));

    for operation in operations {
        let odd = json!({ "raw": "YXNzYXk=", "mediaType": UNHEARD_OF });
        let named = json!({ "text": words, "mediaType": UNHEARD_OF });
        let relative = json!({ "text": words, "mediaType": "text/vnd.assay.unheard-of" });
        let mut odd_ones = vec![json!([odd]), json!([{ "text": words }, odd]), json!([named])];
        if !modes.iter().any(|mode| mode.starts_with("text/*")) {
            odd_ones.push(json!([relative]));
        }
        for parts in odd_ones {
            let message = good.again().with("parts", parts).in_context(known.context());
            let reply = alice.attempt(operation, message.params()).await;

            probe.refused(UNDECLARED_MEDIA_TYPE_IS_REFUSED, &reply, ContentTypeNotSupported);
        }
    }
    let listing = alice.list(json!({ "contextId": known.context() })).await;
    probe.lists(UNDECLARED_MEDIA_TYPE_IS_REFUSED, "tasks in the context afterwards", &listing, 1);

    if let Some(text) = modes.iter().find(|mode| mode.starts_with("text/")) {
        let message = good.again().with("parts", json!([{ "text": words, "mediaType": text }]));
        probe.accepted(DECLARED_MEDIA_TYPE_IS_ACCEPTED, &alice.send(&message).await)?;
    }
    mislabelled(probe, &alice).await
}

/// A JSON-RPC request that says it is something else.
async fn mislabelled(probe: &Probe, alice: &Caller<'_>) -> Outcome {
    if probe.binding() != Binding::JsonRpc {
        return Ok(());
    }
    let envelope = json!({ "jsonrpc": "2.0", "id": "assay", "method": "ListTasks", "params": { "pageSize": 1 } });
    let reply = alice.raw(Operation::ListTasks, envelope.to_string(), "text/plain").await;
    let refused = reply.http.is_some_and(|status| status >= 400) || reply.error().is_some();
    probe.claim(REQUEST_CONTENT_TYPE, refused, "a request of type text/plain", "refused", &reply, &[reply.exchange]);
    Ok(())
}
