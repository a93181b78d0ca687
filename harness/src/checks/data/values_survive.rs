//! Nothing is a value too.

use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "DM4",
    slug: "values-survive",
    title: "values that say nothing survive",
    group: Group::Data,
    scope: Scope::EachBinding,
    rules: &[VALUES_SURVIVE],
    needs: &[Need::Stimulus(Complete)],
    doc: Doc {
        sends: "a message whose data parts are null, false, 0, an empty text, list and object, and whose metadata hold \
                all of them; then GetTask",
        passes: "the history shows the same values in data and metadata",
        tolerates: "data that the agent does not take; a history without the message, or without its metadata",
        causes: "members are left out where a value is falsy; null is taken for absent, so that a part loses its content",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let values = [Value::Null, json!(false), json!(0), json!(""), json!([]), json!({})];
    let nested = json!({
        "null": null, "false": false, "zero": 0, "text": "", "list": [null, false, 0, "", [], {}], "object": { "null": null },
    });
    let mut message = probe.say(Complete)?.with("metadata", nested.clone());
    let before = 1;
    for value in values.iter().chain([&nested]) {
        message = message.and(json!({ "data": value }));
    }

    let reply = probe.patiently(&alice, &message).await;

    let Some(task) = reply.task() else {
        return Err(Stop::prevented(format!("the agent took no message with data: {reply}")));
    };
    let shown = alice.get(task.id()).await;
    let task = shown.task().ok_or_else(|| Stop::prevented(format!("GetTask did not show the task: {shown}")))?;
    let Some(found) = task.history().iter().find(|one| one["messageId"] == message.id()) else {
        return Err(Stop::prevented("the history does not show the message"));
    };
    let exchanges = [shown.exchange];
    for (at, sent) in values.iter().chain([&nested]).enumerate() {
        let part = &found["parts"][before + at];
        let found = part.get("data");
        let same = found.is_some_and(|found| floating(found) == floating(sent));
        probe.claim(VALUES_SURVIVE, same, format!("a data part of {sent}"), sent, part, &exchanges);
    }
    if let Some(metadata) = found.get("metadata").filter(|metadata| metadata.is_object()) {
        for (name, sent) in nested.as_object().into_iter().flatten() {
            let same = metadata.get(name).is_some_and(|found| floating(found) == floating(sent));
            let observed = metadata.get(name).map_or("absent".to_owned(), Value::to_string);
            probe.claim(VALUES_SURVIVE, same, format!("metadata /{name}"), sent, observed, &exchanges);
        }
    }
    Ok(())
}

/// The value with its numbers as they come out of a Struct.
fn floating(value: &Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().map_or_else(|| value.clone(), Value::from),
        Value::Array(items) => items.iter().map(floating).collect(),
        Value::Object(members) => members.iter().map(|(name, member)| (name.clone(), floating(member))).collect(),
        other => other.clone(),
    }
}
