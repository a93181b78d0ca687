//! A part is what its sender made it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "DM2",
    slug: "parts-survive",
    title: "the four kinds of part come back as they were sent",
    group: Group::Data,
    scope: Scope::EachBinding,
    rules: &[PARTS_ARE_READ, PARTS_SURVIVE],
    needs: &[Need::Stimulus(Complete)],
    doc: Doc {
        sends: "messages with a text, some bytes, an address and data, each part with a name, a media type and metadata; \
                then GetTask",
        passes: "the history shows the parts as they were sent",
        tolerates: "a content that the agent does not take and says so; a history that does not keep the message",
        causes: "parts are rebuilt from the one kind that is supported; files lose their name; bytes are encoded twice",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let modes = probe.card().input_modes();
    let mode = modes.into_iter().find(|mode| !mode.contains('*')).unwrap_or("text/plain");
    let mut kept = 0;
    for (kind, content) in [
        ("text", json!("kept as it is: \u{e4}\u{20ac}\u{1f600} \"\\\n\t")),
        ("raw", json!("AAECA/z9/v8=")),
        ("url", json!("https://assay.example/a%20file?x=1&y=%C3%A4#z")),
        ("data", json!({ "nested": [1, "two", { "three": true }], "deep": { "er": { "still": "here" } } })),
    ] {
        let part = json!({
            kind: content, "filename": "assay file.txt", "mediaType": mode, "metadata": { "assay": { "kept": [1, "x"] } },
        });
        let message = probe.say(Complete)?.and(part.clone());

        let reply = probe.patiently(&alice, &message).await;

        let refused = reply.error().is_some_and(|error| {
            [ContentTypeNotSupported, UnsupportedOperation]
                .iter()
                .any(|kind| error.compare(*kind) != crate::agent::Match::Other)
        });
        let taken = reply.result().is_some() || refused;
        let expected = "a result, or ContentTypeNotSupported";
        probe.claim(PARTS_ARE_READ, taken, format!("a {kind} part"), expected, &reply, &[reply.exchange]);
        let Some(task) = reply.task() else { continue };
        let shown = alice.get(task.id()).await;
        kept += usize::from(survives(probe, &message, &part, &shown));
    }
    if kept == 0 { Err(Stop::prevented("no history shows a message that was sent")) } else { Ok(()) }
}

/// The part in the history; whether the history has the message at all.
fn survives(probe: &Probe, message: &Message, sent: &Value, shown: &crate::agent::Reply) -> bool {
    let Some(task) = shown.task() else { return false };
    let Some(found) = task.history().iter().find(|one| one["messageId"] == message.id()) else { return false };
    let part = found["parts"].as_array().and_then(|parts| parts.last()).cloned().unwrap_or_default();
    probe.same(PARTS_SURVIVE, "the part in the history", &readable(sent), &readable(&part), &[shown.exchange]);
    true
}

/// A part without what may be written in several ways: numbers, and members that say nothing. Base64 may not: what JSON
/// says of bytes is in the standard alphabet, with padding (§5.5, ProtoJSON).
fn readable(part: &Value) -> Value {
    let mut part = meaning(part);
    if let Some(raw) = part.get("raw").and_then(Value::as_str).and_then(bytes) {
        part["raw"] = raw.into();
    }
    part
}

fn bytes(raw: &str) -> Option<Vec<u8>> {
    STANDARD.decode(raw).ok()
}
