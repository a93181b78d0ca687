//! JSON-RPC is older than the protocol, and has its own rules.

use crate::agent::{Answer, ErrorKind, Match, Reply as Answered};
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "JR1",
    slug: "envelope",
    title: "the JSON-RPC envelope is that of JSON-RPC",
    group: Group::Errors,
    scope: Scope::Agent,
    rules: &[
        REQUEST_ID_COMES_BACK,
        ILLEGAL_ID_IS_REFUSED,
        BROKEN_ENVELOPE_IS_REFUSED,
        ANSWERS_ARE_JSON,
        NOTIFICATION_HAS_NO_RESULT,
        BATCH_IS_ANSWERED,
    ],
    needs: &[],
    doc: Doc {
        sends: "requests with every kind of id, legal and not; odd methods and params; a request without an id; batches",
        passes: "legal ids come back as they are; the others are refused as invalid requests; each fault has its code",
        tolerates: "a batch that is answered or refused; a request without an id that gets nothing or an error",
        causes: "ids are kept as text; 0 and the empty text count as none; batches fall into the error of last resort",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let Some(alice) = probe.every_binding().into_iter().find(|caller| caller.interface().binding == Binding::JsonRpc)
    else {
        return Err(Stop::NotApplicable("no JSON-RPC interface is judged".to_owned()));
    };
    ids(probe, &alice).await;
    calls(probe, &alice).await;
    notification(probe, &alice).await;
    batches(probe, &alice).await;
    Ok(())
}

fn request(id: &Value, method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

async fn ids(probe: &Probe, alice: &Caller<'_>) {
    let legal =
        [json!("7"), json!(""), json!("\u{e4} \"quoted\""), json!(0), json!(-1), json!(9_007_199_254_740_991_i64)];
    for id in legal {
        let calls = [
            (Operation::ListTasks, json!({ "pageSize": 1 }), "a result"),
            (Operation::GetTask, json!({ "id": probe.unknown_id() }), "an error"),
        ];
        for (operation, params, what) in calls {
            let reply = alice.enveloped(operation, &request(&id, operation.name(), &params)).await;
            let named = match &reply.answer {
                Answer::Result(_) => true,
                Answer::Error(error) => error.id == id,
                _ => false,
            };
            probe.claim(
                REQUEST_ID_COMES_BACK,
                named,
                format!("{what} for the id {id}"),
                &id,
                told(&reply),
                &[reply.exchange],
            );
            comes_as_json(probe, what, &reply);
        }
    }
    for id in [json!({ "a": 1 }), json!([1]), json!(true)] {
        let envelope = request(&id, "ListTasks", &json!({ "pageSize": 1 }));
        let reply = alice.raw(Operation::ListTasks, envelope.to_string(), "application/json").await;
        refused(probe, ILLEGAL_ID_IS_REFUSED, &format!("the id {id}"), &reply, &[InvalidRequest]);
    }
}

async fn calls(probe: &Probe, alice: &Caller<'_>) {
    let page = json!({ "pageSize": 1 });
    let cases: [(_, _, &[ErrorKind]); 5] = [
        ("an empty method", request(&json!("m"), "", &page), &[MethodNotFound, InvalidRequest]),
        ("a method in small letters", request(&json!("m"), "listtasks", &page), &[MethodNotFound]),
        ("a method of JSON-RPC's own", request(&json!("m"), "rpc.discover", &page), &[MethodNotFound, InvalidRequest]),
        ("params that are text", request(&json!("p"), "ListTasks", &json!("a")), &[InvalidParams, InvalidRequest]),
        ("params that are a number", request(&json!("p"), "ListTasks", &json!(7)), &[InvalidParams, InvalidRequest]),
    ];
    for (what, envelope, kinds) in cases {
        let reply = alice.enveloped(Operation::ListTasks, &envelope).await;
        refused(probe, BROKEN_ENVELOPE_IS_REFUSED, what, &reply, kinds);
    }
}

fn comes_as_json(probe: &Probe, what: &str, reply: &Answered) {
    if reply.http.is_some() {
        let kind = reply.header("content-type").unwrap_or("none").to_owned();
        let json = kind.starts_with("application/json") || kind.starts_with("application/a2a+json");
        probe.claim(ANSWERS_ARE_JSON, json, what, "application/json", kind, &[reply.exchange]);
    }
}

fn refused(probe: &Probe, rule: crate::rules::Rule, what: &str, reply: &Answered, kinds: &[ErrorKind]) {
    comes_as_json(probe, what, reply);
    let expected: Vec<String> = kinds.iter().map(|kind| kind.written(Binding::JsonRpc)).collect();
    let held = reply.error().is_some_and(|error| kinds.iter().any(|kind| error.compare(*kind) != Match::Other));
    probe.claim(rule, held, what, expected.join(" or "), told(reply), &[reply.exchange]);
}

/// A request without an id wants no answer. HTTP gives one all the same, but none with a result.
async fn notification(probe: &Probe, alice: &Caller<'_>) {
    let envelope = json!({ "jsonrpc": "2.0", "method": "ListTasks", "params": { "pageSize": 1 } });
    let reply = alice.raw(Operation::ListTasks, envelope.to_string(), "application/json").await;
    let nothing =
        body(probe, &reply).trim().is_empty() && reply.http.is_some_and(|status| (200..300).contains(&status));
    let refused = reply.error().is_some_and(|error| !error.is_internal());
    let expected = "an empty answer, or an error that blames the request";
    let held = nothing || refused;
    probe.claim(NOTIFICATION_HAS_NO_RESULT, held, "a request without an id", expected, told(&reply), &[reply.exchange]);
}

async fn batches(probe: &Probe, alice: &Caller<'_>) {
    // An empty listing, of which the evidence keeps every byte.
    let nothing = json!({ "contextId": probe.unknown_id(), "pageSize": 1 });
    let one = |id: u8| request(&json!(id), "ListTasks", &nothing);
    for (what, batch, answers) in [("a batch of two", json!([one(1), one(2)]), 2), ("an empty batch", json!([]), 0)] {
        let reply = alice.raw(Operation::ListTasks, batch.to_string(), "application/json").await;
        let invalid = reply.error().is_some_and(|error| error.compare(InvalidRequest) != Match::Other);
        let listed: Option<Vec<Value>> = serde_json::from_str(&body(probe, &reply)).ok();
        let answered = answers > 0 && listed.is_some_and(|list| list.len() == answers);
        let held = invalid || answered;
        let expected = format!("{}, or a list of answers", InvalidRequest.written(Binding::JsonRpc));
        probe.claim(BATCH_IS_ANSWERED, held, what, expected, told(&reply), &[reply.exchange]);
    }
}

fn told(reply: &Answered) -> String {
    reply.to_string()
}

/// The answer as it came.
fn body(probe: &Probe, reply: &Answered) -> String {
    let shown = probe.evidence.show(&[reply.exchange]);
    shown.into_iter().next().map(|exchange| exchange.response_body).unwrap_or_default()
}
