//! A program reads the details of an error, so they have types.

use crate::agent::{AgentError, ErrorKind, Match, Reply as Answered};
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "ER1",
    slug: "details-typed",
    title: "errors carry typed details: reason, domain, and the wrong field",
    group: Group::Errors,
    scope: Scope::EachBinding,
    rules: &[
        ERROR_INFO_OVER_HTTP,
        ERROR_INFO_OVER_JSONRPC,
        DETAILS_NAME_THEIR_TYPE,
        ERROR_INFO_METADATA,
        BAD_REQUEST_DETAIL,
    ],
    needs: &[Need::Stimulus(Complete)],
    doc: Doc {
        sends: "one request for each kind of error that the agent can be brought to, and two with bad params",
        passes: "an ErrorInfo with the reason and the domain a2a-protocol.org; a BadRequest that lists the fields",
        tolerates: "over JSON-RPC, and for bad params, missing details are broken advice; an error of another kind is \
                    judged elsewhere",
        causes: "details are written by hand; the type is a bare name; only one binding has them",
    },
    run: |probe| Box::pin(run(probe)),
};

const TYPE: &str = "type.googleapis.com/google.rpc.";

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let mut seen = 0;
    for (kind, reply) in refusals(probe, &alice).await? {
        let Some(error) = reply.error().filter(|error| code_of(error, kind)) else { continue };
        seen += 1;
        types(probe, &reply, error);
        if kind == InvalidParams {
            bad_request(probe, &reply, error);
        } else {
            error_info(probe, &reply, error, kind);
        }
    }
    if seen == 0 { Err(Stop::prevented("the agent refused nothing as the error that was due")) } else { Ok(()) }
}

/// One request for each kind.
async fn refusals(probe: &Probe, alice: &Caller<'_>) -> Result<Vec<(ErrorKind, Answered)>, Stop> {
    let finished = probe.finished(alice, Complete).await?;
    let unknown = probe.unknown_id();
    let mut replies = vec![
        (TaskNotFound, alice.get(&unknown).await),
        (TaskNotCancelable, alice.cancel(finished.id()).await),
        (UnsupportedOperation, alice.send(&Message::text("one more").to_task(finished.id())).await),
        (VersionNotSupported, alice.naming(Version::Named("9.9".into())).get(finished.id()).await),
        (InvalidParams, alice.list(json!({ "pageSize": -1 })).await),
        (InvalidParams, alice.send(&probe.say(Complete)?.without("role")).await),
    ];
    let unheard_of = json!([{ "raw": "YXNzYXk=", "mediaType": "application/vnd.assay.unheard-of" }]);
    replies.push((ContentTypeNotSupported, alice.send(&Message::of(unheard_of)).await));
    if let Ok(minimal) = probe.agent_without(Capability::PushNotifications) {
        replies.push((PushNotificationNotSupported, minimal.list_configs(&unknown).await));
    }
    Ok(replies)
}

/// Whether it is this kind by its code or status: its reason is what is to be judged.
fn code_of(error: &AgentError, kind: ErrorKind) -> bool {
    match error.binding {
        Binding::JsonRpc => error.compare(kind) != Match::Other || error.code == Some(kind.code()),
        Binding::HttpJson => error.http == kind.status() || error.compare(kind) != Match::Other,
    }
}

/// The type of each detail is a whole URL, as an Any is written.
fn types(probe: &Probe, reply: &Answered, error: &AgentError) {
    for detail in error.details.as_array().into_iter().flatten() {
        let Some(named) = detail["@type"].as_str() else { continue };
        let whole = named.rsplit_once('/').is_some_and(|(at, name)| !at.is_empty() && !name.is_empty());
        let subject = format!("a detail of the error to {}", reply.operation.name());
        let expected = "a type URL such as type.googleapis.com/google.rpc.ErrorInfo";
        probe.claim(DETAILS_NAME_THEIR_TYPE, whole, subject, expected, named, &[reply.exchange]);
    }
}

fn error_info(probe: &Probe, reply: &Answered, error: &AgentError, kind: ErrorKind) {
    let rule = match reply.binding {
        Binding::HttpJson => ERROR_INFO_OVER_HTTP,
        Binding::JsonRpc => ERROR_INFO_OVER_JSONRPC,
    };
    let info = error.error_info().cloned().unwrap_or_default();
    let due = json!({ "reason": kind.reason(), "domain": "a2a-protocol.org" });
    let told = json!({ "reason": info["reason"], "domain": info["domain"] });
    let subject = format!("the ErrorInfo of {}", kind.name());
    probe.claim(rule, told == due, &subject, &due, &told, &[reply.exchange]);
    let metadata = &info["metadata"];
    let texts =
        metadata.is_null() || metadata.as_object().is_some_and(|members| members.values().all(Value::is_string));
    probe.claim(ERROR_INFO_METADATA, texts, subject, "texts under names", metadata, &[reply.exchange]);
}

fn bad_request(probe: &Probe, reply: &Answered, error: &AgentError) {
    let detail = error.detail("google.rpc.BadRequest").cloned().unwrap_or_default();
    let named = detail["fieldViolations"].as_array().is_some_and(|list| {
        !list.is_empty() && list.iter().all(|one| one["field"].as_str().is_some_and(|field| !field.is_empty()))
    });
    let expected = format!("a {TYPE}BadRequest whose fieldViolations each name a field");
    let subject = format!("the details of bad params to {}", reply.operation.name());
    probe.claim(BAD_REQUEST_DETAIL, named, subject, expected, &error.details, &[reply.exchange]);
}
