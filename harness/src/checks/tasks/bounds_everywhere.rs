//! A parameter that can't be read is refused, whichever operation takes it.

use crate::agent::Reply as Answered;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "T6",
    slug: "bounds-everywhere",
    title: "what is no number, no truth value and no moment is refused everywhere",
    group: Group::Tasks,
    scope: Scope::EachBinding,
    rules: &[PARAMETERS_ARE_VALIDATED, ODD_PARAMETERS_BREAK_NOTHING],
    needs: &[Need::Stimulus(Complete)],
    doc: Doc {
        sends: "historyLength with GetTask, ListTasks and both sends, and the other parameters of the listings, as \
                fractions, words, booleans and lists; and odd values of the right type",
        passes: "invalid params for what has the wrong type; for odd values a result or an error that blames the request",
        tolerates: "a number too large for 32 bits that is served, a page token that is ignored where paging is optional",
        causes: "parameters that are parsed without care for failure; a handler for each operation, and one forgotten",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let task = probe.finished(&alice, Complete).await?;
    served(&alice.call(Operation::GetTask, json!({ "id": task.id(), "historyLength": 1 })).await)?;
    served(&alice.list(json!({ "contextId": task.context(), "historyLength": 1, "pageSize": 1 })).await)?;
    let (sends, streams) = futures::join!(sends(probe), streams(probe));

    futures::join!(lookups(probe, &alice, &task), odd(probe, &alice, &task));
    sends.and(streams)
}

/// The same request without the fault has to be served.
fn served(reply: &Answered) -> Outcome {
    if reply.result().is_some() {
        return Ok(());
    }
    Err(Stop::prevented(format!("{} did not serve a sound parameter: {reply}", reply.operation.name())))
}

/// What is no length in any reading.
fn no_lengths() -> [Value; 3] {
    [json!(1.5), json!(true), json!([1])]
}

async fn lookups(probe: &Probe, alice: &Caller<'_>, task: &Task) {
    let mut wrong: Vec<(Operation, Value)> = Vec::new();
    for length in no_lengths() {
        wrong.push((Operation::GetTask, json!({ "id": task.id(), "historyLength": length })));
        wrong.push((Operation::ListTasks, json!({ "historyLength": length })));
    }
    for size in [json!(1.5), json!("many"), json!(true), json!(2_147_483_648_i64)] {
        wrong.push((Operation::ListTasks, json!({ "pageSize": size })));
    }
    for (name, value) in [
        ("includeArtifacts", json!("perhaps")),
        ("includeArtifacts", json!(7)),
        ("statusTimestampAfter", json!(1_700_000_000)),
    ] {
        wrong.push((Operation::ListTasks, json!({ name: value })));
    }
    let replies = futures::future::join_all(wrong.into_iter().map(|(operation, params)| async move {
        let mut all = params.clone();
        if operation == Operation::ListTasks {
            all["contextId"] = task.context().into();
        }
        (params, alice.call(operation, all).await)
    }));
    for (params, reply) in replies.await {
        let subject = format!("{} with {params}", reply.operation.name());
        probe.refused_when(PARAMETERS_ARE_VALIDATED, subject, &reply, &[InvalidParams]);
    }
}

async fn sends(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    served(&probe.patiently(&alice, &probe.say(Complete)?.configured("historyLength", 1)).await)?;
    for length in no_lengths() {
        let reply = alice.send(&probe.say(Complete)?.configured("historyLength", length.clone())).await;
        let subject = format!("SendMessage with historyLength {length}");
        probe.refused_when(PARAMETERS_ARE_VALIDATED, subject, &reply, &[InvalidParams]);
    }
    Ok(())
}

/// A streaming send is refused before its first event.
async fn streams(probe: &Probe) -> Outcome {
    if !probe.card().offers(Capability::Streaming) {
        return Ok(());
    }
    let alice = probe.alice();
    let sound = probe.say(Complete)?.configured("historyLength", 1).params();
    served(&alice.attempt(Operation::SendStreamingMessage, sound).await)?;
    for length in no_lengths().into_iter().chain([json!(-1), json!("assay")]) {
        let message = probe.say(Complete)?.configured("historyLength", length.clone());
        let reply = alice.attempt(Operation::SendStreamingMessage, message.params()).await;
        let subject = format!("SendStreamingMessage with historyLength {length}");
        probe.refused_when(PARAMETERS_ARE_VALIDATED, subject, &reply, &[InvalidParams]);
    }
    Ok(())
}

/// What the texts leave to the agent, as long as it does not break.
async fn odd(probe: &Probe, alice: &Caller<'_>, task: &Task) {
    let list = |name: &str, value: Value| (Operation::ListTasks, json!({ "contextId": task.context(), name: value }));
    let mut requests = vec![
        (Operation::GetTask, json!({ "id": task.id(), "historyLength": 2_147_483_648_i64 })),
        list("historyLength", json!(i64::MAX)),
        list("pageToken", json!("AAAA")),
        list("pageToken", json!("%ü€\u{202e}\"'")),
        list("pageToken", json!("x".repeat(3000))),
        list("statusTimestampAfter", json!("2026-02-30T00:00:00Z")),
        list("statusTimestampAfter", json!("0001-01-01T00:00:00Z")),
        list("statusTimestampAfter", json!("9999-12-31T23:59:59.999999999Z")),
    ];
    if probe.card().offers(Capability::PushNotifications) {
        for (name, value) in [("pageSize", json!("many")), ("pageSize", json!(-1)), ("pageToken", json!("assay"))] {
            let operation = Operation::ListTaskPushNotificationConfigs;
            requests.push((operation, json!({ "taskId": task.id(), name: value })));
        }
    }
    let replies = requests.into_iter().map(|(operation, params)| async move {
        let reply = alice.call(operation, params.clone()).await;
        (params, reply)
    });
    for (params, reply) in futures::future::join_all(replies).await {
        let held = reply.result().is_some() || reply.error().is_some_and(|error| !error.is_internal());
        let subject = format!("{} with {params}", reply.operation.name());
        let expected = "a result, or an error that blames the request";
        probe.claim(ODD_PARAMETERS_BREAK_NOTHING, held, subject, expected, &reply, &[reply.exchange]);
    }
}
