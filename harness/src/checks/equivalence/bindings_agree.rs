//! Two bindings, one agent.

use crate::agent::Reply as Answered;
use crate::prelude::*;
use crate::receivers::Manner;

pub(super) static CHECK: Check = Check {
    id: "Q1",
    slug: "bindings-agree",
    title: "every binding gives the same results",
    group: Group::Equivalence,
    scope: Scope::Agent,
    rules: &[BINDINGS_AGREE, ERROR_MAPPING],
    needs: &[Need::TwoInterfaces],
    doc: Doc {
        sends: "one script through every binding: each operation, each made through one and read through the other, \
                and a request for each kind of error",
        passes: "the same results but for ids and times; each error with the code, status, reason and domain of §5.4",
        tolerates: "the HTTP statuses of the older error table are broken advice",
        causes: "each binding has its own serializer, error table and defaults; one of them forgets an option",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let callers = probe.every_listed_binding();
    tasks_are_the_same(probe, &callers).await?;
    results_are_the_same(probe, &callers).await?;
    configs_are_the_same(probe, &callers).await;
    cards_are_the_same(probe, &callers).await;
    for caller in &callers {
        errors_are_mapped(probe, caller).await?;
    }
    Ok(())
}

/// A task made through each binding reads the same through all of them.
async fn tasks_are_the_same(probe: &Probe, callers: &[Caller<'_>]) -> Outcome {
    for maker in callers {
        let marker = json!({ "assay": { "nested": [1, "two", true] } });
        let message = probe.say(Complete)?.with("metadata", marker);
        let made = probe.made(Complete, &probe.patiently(maker, &message).await)?;
        probe.until(maker, made.id(), Task::is_terminal).await?;
        let requests = [
            (Operation::GetTask, json!({ "id": made.id() })),
            (Operation::GetTask, json!({ "id": made.id(), "historyLength": 1 })),
            (Operation::GetTask, json!({ "id": made.id(), "historyLength": 0 })),
            (Operation::ListTasks, json!({ "contextId": made.context() })),
            (
                Operation::ListTasks,
                json!({
                    "contextId": made.context(), "status": State::Completed.name(), "pageSize": 1,
                    "includeArtifacts": true, "historyLength": 1,
                }),
            ),
        ];
        for (operation, params) in requests {
            let mut replies = Vec::new();
            for reader in callers {
                replies.push(reader.call(operation, params.clone()).await);
            }
            agree(probe, &format!("{} {params}", operation.name()), &replies, shown_by);
        }
    }
    Ok(())
}

/// The same operation through each binding has the same kind of result.
async fn results_are_the_same(probe: &Probe, callers: &[Caller<'_>]) -> Outcome {
    let streams = probe.card().offers(Capability::Streaming);
    for stimulus in [Complete, Ask, Reject, Fail, Reply] {
        let Ok(message) = probe.say(stimulus) else { continue };
        let mut replies = Vec::new();
        let mut told = Vec::new();
        for caller in callers {
            let message = message.again();
            replies.push(probe.patiently(caller, &message).await);
            if !streams {
                continue;
            }
            let message = message.again();
            if let Ok(stream) = caller.stream(&message).await {
                let transcript = stream.to_end(probe.target().patience.reply).await;
                told.push((transcript.exchange, outline_of_stream(&transcript)));
            }
        }
        agree(probe, &format!("SendMessage `{}`", stimulus.name()), &replies, outline_of);
        if let [(first, expected), rest @ ..] = &told[..] {
            for (exchange, observed) in rest {
                let subject = format!("SendStreamingMessage `{}`", stimulus.name());
                probe.same(BINDINGS_AGREE, subject, expected, observed, &[*first, *exchange]);
            }
        }
    }
    let mut cancels = Vec::new();
    for caller in callers {
        let Ok(held) = probe.held(caller).await else { return Ok(()) };
        cancels.push(caller.cancel(held.id()).await);
    }
    agree(probe, "CancelTask", &cancels, outline_of);
    Ok(())
}

/// A config made through each binding reads the same through all of them.
async fn configs_are_the_same(probe: &Probe, callers: &[Caller<'_>]) {
    if !probe.card().offers(Capability::PushNotifications) {
        return;
    }
    for maker in callers {
        let Ok(waiting) = probe.paused(maker, Ask).await else { return };
        let config = probe.config(probe.inbox(Manner::Prompt).url());
        let Ok(made) = probe.registered(maker, waiting.id(), &config).await else { return };
        let id = made.result().and_then(|made| made["id"].as_str()).unwrap_or_default().to_owned();
        let (mut got, mut listed) = (Vec::new(), Vec::new());
        for reader in callers {
            got.push(reader.get_config(waiting.id(), &id).await);
            listed.push(reader.list_configs(waiting.id()).await);
        }
        let stored = got[0].result().is_some_and(|found| found["url"] == config["url"]);
        let subject = format!("a config created over {}", maker.interface().binding);
        probe.claim(BINDINGS_AGREE, stored, subject, &config["url"], &got[0], &[made.exchange, got[0].exchange]);
        agree(probe, "GetTaskPushNotificationConfig", &got, result_of);
        agree(probe, "ListTaskPushNotificationConfigs", &listed, result_of);
        let mut deleted = Vec::new();
        for deleter in callers {
            deleted.push(deleter.delete_config(waiting.id(), &id).await);
        }
        agree(probe, "DeleteTaskPushNotificationConfig", &deleted, |reply| json!(reply.result().is_some()));
    }
}

async fn cards_are_the_same(probe: &Probe, callers: &[Caller<'_>]) {
    if !probe.card().offers(Capability::ExtendedAgentCard) {
        return;
    }
    let mut credentials = vec![None];
    credentials.extend(probe.credential(Who::Premium).map(Some));
    for credential in credentials {
        let mut replies = Vec::new();
        for caller in callers {
            let caller = credential.clone().map_or_else(|| caller.clone(), |credential| caller.showing(credential));
            replies.push(caller.extended_card().await);
        }
        agree(probe, "GetExtendedAgentCard", &replies, unsigned);
    }
}

/// One request for each kind of error.
async fn errors_are_mapped(probe: &Probe, caller: &Caller<'_>) -> Outcome {
    let finished = probe.finished(caller, Complete).await?;
    let unknown = probe.unknown_id();
    let get = |id: &str| json!({ "id": id });
    let unheard_of = json!([{ "raw": "YXNzYXk=", "mediaType": "application/vnd.assay.unheard-of" }]);
    let more = Message::text("one more").to_task(finished.id());
    let mut replies = vec![
        (TaskNotFound, caller.get(&unknown).await),
        (TaskNotFound, caller.cancel(&unknown).await),
        (TaskNotFound, caller.send(&Message::text("hello").to_task(&unknown)).await),
        (TaskNotCancelable, caller.cancel(finished.id()).await),
        (UnsupportedOperation, caller.send(&more).await),
        (VersionNotSupported, caller.naming(Version::Named("9.9".into())).get(finished.id()).await),
        (InvalidParams, caller.list(json!({ "pageSize": 0 })).await),
        (InvalidParams, caller.send(&Message::text("hello").without("role")).await),
    ];
    let takes_anything = probe.card().input_modes().iter().any(|mode| mode.contains('*'));
    if !takes_anything {
        replies.push((ContentTypeNotSupported, caller.send(&Message::of(unheard_of)).await));
    }
    if probe.card().offers(Capability::Streaming) {
        let late = caller.attempt(Operation::SubscribeToTask, get(finished.id())).await;
        replies.push((UnsupportedOperation, late));
        replies.push((TaskNotFound, caller.attempt(Operation::SubscribeToTask, get(&unknown)).await));
        replies.push((UnsupportedOperation, caller.attempt(Operation::SendStreamingMessage, more.params()).await));
    }
    if probe.card().offers(Capability::PushNotifications) {
        replies.push((TaskNotFound, caller.get_config(&unknown, "assay-none").await));
        replies.push((TaskNotFound, caller.list_configs(&unknown).await));
    }
    for (kind, reply) in &replies {
        // What is served has no error to map; S9 and S10 say whether it should be.
        let served = reply.result().is_some() && matches!(kind, InvalidParams | ContentTypeNotSupported);
        if !served && probe.refused(ERROR_MAPPING, reply, *kind) {
            in_detail(probe, reply, *kind);
        }
    }
    Ok(())
}

/// What §5.4 and §11.6 say beyond the code.
fn in_detail(probe: &Probe, reply: &Answered, kind: crate::agent::ErrorKind) {
    let Some(error) = reply.error() else { return };
    let exchanges = [reply.exchange];
    if let Some(info) = error.error_info() {
        let domain = &info["domain"];
        let held = domain == "a2a-protocol.org" || kind == InvalidParams;
        probe.claim(ERROR_MAPPING, held, "ErrorInfo domain", "a2a-protocol.org", domain, &exchanges);
    }
    if let Some(status) = &error.rpc_status {
        let known = status == kind.rpc_status() || status == kind.old_rpc_status();
        let subject = format!("error.status for {}", kind.name());
        probe.claim(ERROR_MAPPING, known, &subject, kind.rpc_status(), status, &exchanges);
        let current = !known || status == kind.rpc_status();
        probe.claim(ERROR_STATUS_IS_CURRENT, current, subject, kind.rpc_status(), status, &exchanges);
    }
}

/// All replies say the same once ids and times are taken out.
fn agree(probe: &Probe, subject: &str, replies: &[Answered], read: impl Fn(&Answered) -> Value) {
    let [first, rest @ ..] = replies else { return };
    let expected = read(first);
    for other in rest {
        let subject = format!("{subject} over {} and {}", first.binding, other.binding);
        probe.same(BINDINGS_AGREE, subject, &expected, &read(other), &[first.exchange, other.exchange]);
    }
}

/// What the result says; a refusal by its code.
fn result_of(reply: &Answered) -> Value {
    match reply.result() {
        Some(result) => meaning(result),
        None => refusal_of(reply),
    }
}

/// What is shown of tasks; a token for another page may be another one each time.
fn shown_by(reply: &Answered) -> Value {
    let mut shown = result_of(reply);
    if let Some(token) = shown.get_mut("nextPageToken") {
        *token = json!("(a token)");
    }
    shown
}

/// A card without its signatures: each may be made afresh, and SG1 verifies them.
fn unsigned(reply: &Answered) -> Value {
    let mut card = result_of(reply);
    if let Some(members) = card.as_object_mut() {
        members.remove("signatures");
    }
    card
}

/// What a refusal means, whatever this binding writes for it.
fn refusal_of(reply: &Answered) -> Value {
    let kind = reply.error().and_then(crate::agent::AgentError::kind);
    json!({ "refused": kind.map_or_else(|| reply.describe(), |kind| kind.name().to_owned()) })
}

/// The build of the result: two tasks of the same kind may differ in what they say, but not in how it is said.
fn outline_of(reply: &Answered) -> Value {
    match reply.result() {
        Some(result) => build(&meaning(result)),
        None => refusal_of(reply),
    }
}

/// How a stream begins and how it ends: how many updates lie between is the agent's affair.
fn outline_of_stream(transcript: &Transcript) -> Value {
    let first = transcript.events.first().map(|event| build(&meaning(&event.value)));
    let member = |outline: Option<Value>| outline.and_then(|value| value.as_object()?.keys().next().cloned());
    let last = transcript.events.iter().rev().find_map(crate::agent::transport::Event::state);
    json!({ "first": member(first), "last": last.map(State::name), "end": transcript.end.to_string() })
}

/// Members, types and enum values; texts, numbers and repeats are left out.
fn build(value: &Value) -> Value {
    match value {
        Value::Object(members) => members.iter().map(|(name, member)| (name.clone(), built(name, member))).collect(),
        Value::Array(items) => {
            let mut kinds: Vec<Value> = Vec::new();
            for kind in items.iter().map(build) {
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
            }
            kinds.into()
        }
        Value::String(_) => json!("text"),
        Value::Number(_) => json!("number"),
        other => other.clone(),
    }
}

fn built(name: &str, member: &Value) -> Value {
    if matches!(name, "state" | "role" | "mediaType") { member.clone() } else { build(member) }
}
