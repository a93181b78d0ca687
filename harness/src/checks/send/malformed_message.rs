//! Bad input is answered, not obeyed, and does no harm.

use crate::agent::Reply as Answered;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "S9",
    slug: "malformed-message",
    title: "bad input gets the error of its kind and does no harm",
    group: Group::Send,
    scope: Scope::EachBinding,
    rules: &[
        VALID_MESSAGE_IS_ACCEPTED,
        MALFORMED_IS_REFUSED,
        PART_HAS_A_CONTENT,
        MALFORMED_CODE,
        MALFORMED_NAMES_THE_FIELD,
        BROKEN_ENVELOPE_IS_REFUSED,
        ERRORS_NAME_THE_REQUEST,
        SERVES_ON,
    ],
    needs: &[Need::Stimulus(Complete)],
    doc: Doc {
        sends: "a table of requests, each with one fault: in the message, in its parts, in the envelope, in the bytes",
        passes: "the error of that fault, with the request's id; no task appears and the next good request is served",
        tolerates: "-32600 for bad params, and a field that is not named, are broken advice",
        causes: "validation by a constructor whose exception is not mapped; defaults that fill in what is missing",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let known = probe.finished(&alice, Complete).await?;
    let good = probe.say(Complete)?.in_context(known.context());
    let streams = probe.card().offers(Capability::Streaming);

    for fault in FAULTS {
        // Where no sentence demands a refusal, a task may be made; not where they are counted.
        let params =
            if fault.is_an_empty_part() { fault.applied_to(&probe.say(Complete)?) } else { fault.applied_to(&good) };
        let reply = alice.call(Operation::SendMessage, params.clone()).await;
        bad_params(probe, fault, &reply);
        if streams {
            let reply = alice.attempt(Operation::SendStreamingMessage, params).await;
            bad_params(probe, fault, &reply);
        }
    }
    match probe.binding() {
        Binding::JsonRpc => broken_envelopes(probe, &alice).await,
        Binding::HttpJson => broken_bodies(probe, &alice).await,
    }

    let listing = alice.list(json!({ "contextId": known.context() })).await;
    probe.lists(SERVES_ON, "tasks in the context afterwards", &listing, 1);
    let reply = alice.send(&good).await;
    probe.claim(SERVES_ON, reply.result().is_some(), "the next good message", "served", &reply, &[reply.exchange]);
    Ok(())
}

/// One way in which the parameters of a send can be wrong.
struct Fault {
    what: &'static str,
    /// The field to blame, as part of its name.
    field: &'static str,
    /// Where the fault is put.
    pointer: &'static str,
    /// What is put there; nothing takes the member away.
    value: Option<fn() -> Value>,
}

/// Declares the table: what, which field, where, and what is put there.
macro_rules! faults {
    ($( $what:literal $field:literal $pointer:literal $(= $value:expr)? ;)+) => {
        &[$( Fault { what: $what, field: $field, pointer: $pointer, value: faults!(@value $($value)?) } ),+]
    };
    (@value) => { None };
    (@value $value:expr) => { Some(|| json!($value)) };
}

const FAULTS: &[Fault] = faults! {
    "no message" "message" "/message";
    "a null message" "message" "/message" = Value::Null;
    "a message that is text" "message" "/message" = "hello";
    "no messageId" "messageId" "/message/messageId";
    "an empty messageId" "messageId" "/message/messageId" = "";
    "a numeric messageId" "messageId" "/message/messageId" = 7;
    "no role" "role" "/message/role";
    "an unknown role" "role" "/message/role" = "ROLE_WIZARD";
    "no parts" "parts" "/message/parts";
    "empty parts" "parts" "/message/parts" = Vec::<Value>::new();
    "parts that are an object" "parts" "/message/parts" = json!({ "text": "hello" });
    "a part that is text" "parts" "/message/parts/0" = "hello";
    "a part without a content" "content" "/message/parts/0" = json!({ "mediaType": "text/plain" });
    "an empty part" "content" "/message/parts/0" = json!({});
    "a part with two contents" "part" "/message/parts/0" = json!({ "text": "hello", "data": { "a": 1 } });
    "a part with a numeric text" "text" "/message/parts/0" = json!({ "text": 7 });
    "a part with a numeric url" "url" "/message/parts/0" = json!({ "url": 7 });
    "a configuration that is text" "configuration" "/configuration" = "now";
};

impl Fault {
    /// Whether it is a part with nothing in it: the definition of Part offers four contents and demands none.
    fn is_an_empty_part(&self) -> bool {
        self.field == "content"
    }

    fn applied_to(&self, good: &Message) -> Value {
        let good = good.again();
        let mut params = good.params();
        let (parent, member) = self.pointer.rsplit_once('/').unwrap_or_default();
        match (params.pointer_mut(parent), self.value) {
            (Some(Value::Object(members)), Some(value)) => {
                members.insert(member.to_owned(), value());
            }
            (Some(Value::Object(members)), None) => {
                members.remove(member);
            }
            (Some(Value::Array(items)), Some(value)) => items[0] = value(),
            _ => {}
        }
        params
    }
}

fn bad_params(probe: &Probe, fault: &Fault, reply: &Answered) {
    let exchanges = [reply.exchange];
    let subject = format!("{} with {}", reply.operation.name(), fault.what);
    let rule = if fault.is_an_empty_part() { PART_HAS_A_CONTENT } else { MALFORMED_IS_REFUSED };
    let is = |kind| reply.error().is_some_and(|error| error.compare(kind) != crate::agent::Match::Other);
    let refused = is(InvalidParams) || is(InvalidRequest);
    let expected = InvalidParams.written(reply.binding);
    let held = probe.claim(rule, refused, &subject, &expected, reply, &exchanges);
    let Some(error) = reply.error().filter(|_| held) else { return };
    probe.claim(MALFORMED_CODE, is(InvalidParams), &subject, &expected, reply, &exchanges);
    let said = format!("{} {}", error.message, error.details).to_lowercase().replace('_', "");
    let named = said.contains(&fault.field.to_lowercase()) || (fault.is_an_empty_part() && said.contains("part"));
    probe.claim(MALFORMED_NAMES_THE_FIELD, named, &subject, format!("{} is named", fault.field), reply, &exchanges);
    probe.in_form(reply);
    if reply.binding == Binding::JsonRpc {
        let answers = !error.id.is_null();
        probe.claim(ERRORS_NAME_THE_REQUEST, answers, subject, "the id of the request", "null", &exchanges);
    }
}

async fn broken_envelopes(probe: &Probe, alice: &Caller<'_>) {
    let id = json!("assay-envelope");
    let envelope = |method: Value, version: Value, params: Value| json!({ "jsonrpc": version, "id": id, "method": method, "params": params });
    let listing = json!({ "pageSize": 1 });
    let mut without_method = envelope(json!("ListTasks"), json!("2.0"), listing.clone());
    let mut without_version = without_method.clone();
    for (envelope, member) in [(&mut without_method, "method"), (&mut without_version, "jsonrpc")] {
        if let Some(members) = envelope.as_object_mut() {
            members.remove(member);
        }
    }
    let unknown = envelope(json!("AssayNoSuchMethod"), json!("2.0"), listing.clone());
    let old = envelope(json!("ListTasks"), json!("1.0"), listing.clone());
    let numbered = envelope(json!(7), json!("2.0"), listing.clone());
    let positional = envelope(json!("ListTasks"), json!("2.0"), json!(["a"]));
    let cut = envelope(json!("ListTasks"), json!("2.0"), listing).to_string();
    let cut = cut.as_bytes()[..cut.len() - 7].to_vec();
    let bytes = |value: Value| value.to_string().into_bytes();
    let cases: [(&str, Vec<u8>, &[_], &[Value]); 11] = [
        ("an unknown method", bytes(unknown), &[MethodNotFound], std::slice::from_ref(&id)),
        ("no method", bytes(without_method), &[InvalidRequest], &[id.clone(), Value::Null]),
        ("a numeric method", bytes(numbered), &[InvalidRequest], &[id.clone(), Value::Null]),
        ("no jsonrpc", bytes(without_version), &[InvalidRequest], &[id.clone(), Value::Null]),
        ("jsonrpc 1.0", bytes(old), &[InvalidRequest], &[id.clone(), Value::Null]),
        ("params that are a list", bytes(positional), &[InvalidParams, InvalidRequest], &[id.clone(), Value::Null]),
        ("a request that is text", bytes(json!("hello")), &[InvalidRequest], &[Value::Null]),
        ("truncated JSON", cut, &[ParseError], &[Value::Null]),
        ("an empty body", Vec::new(), &[ParseError, InvalidRequest], &[Value::Null]),
        (
            "bytes that are no UTF-8",
            b"{\"jsonrpc\": \"2.0\", \"id\": \"\xff\xfe\"}".to_vec(),
            &[ParseError, InvalidRequest],
            &[Value::Null],
        ),
        ("UTF-16", utf16("{\"jsonrpc\": \"2.0\"}"), &[ParseError, InvalidRequest], &[Value::Null]),
    ];
    for (what, body, kinds, ids) in cases {
        let reply = alice.raw(Operation::ListTasks, body, "application/json").await;
        let exchanges = [reply.exchange];
        let expected: Vec<String> = kinds.iter().map(|kind| kind.written(Binding::JsonRpc)).collect();
        let held = reply
            .error()
            .is_some_and(|error| kinds.iter().any(|kind| error.compare(*kind) != crate::agent::Match::Other));
        let expected = expected.join(" or ");
        if probe.claim(BROKEN_ENVELOPE_IS_REFUSED, held, what, expected, &reply, &exchanges) {
            let named = reply.error().map(|error| error.id.clone()).unwrap_or_default();
            let known = ids.contains(&named);
            probe.claim(ERRORS_NAME_THE_REQUEST, known, what, &ids[0], &named, &exchanges);
            probe.in_form(&reply);
        }
    }
}

async fn broken_bodies(probe: &Probe, alice: &Caller<'_>) {
    let cases = [
        ("truncated JSON", b"{\"message\": {\"role\"".to_vec()),
        ("an empty body", Vec::new()),
        ("a body that is a list", b"[]".to_vec()),
        ("a body that is text", b"\"hello\"".to_vec()),
        ("bytes that are no UTF-8", b"{\"message\": \"\xff\xfe\"}".to_vec()),
        ("UTF-16", utf16("{\"message\": {}}")),
    ];
    for (what, body) in cases {
        let reply = alice.raw(Operation::SendMessage, body, "application/json").await;
        let held = reply.error().is_some_and(|error| error.http == 400 || error.http == 415);
        probe.claim(BROKEN_ENVELOPE_IS_REFUSED, held, what, "HTTP 400", &reply, &[reply.exchange]);
        if held {
            probe.in_form(&reply);
        }
    }
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}
