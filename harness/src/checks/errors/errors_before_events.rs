//! A stream that can't begin is an answer like any other.

use crate::agent::{AgentError, Reply as Answered};
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "ER3",
    slug: "errors-before-events",
    title: "what is refused before the first event is refused like a plain call",
    group: Group::Errors,
    scope: Scope::EachBinding,
    rules: &[ERRORS_BEFORE_EVENTS_ARE_PLAIN, ERROR_FRAME_ENDS_THE_STREAM, STREAMS_REFUSE_LIKE_CALLS],
    needs: &[Need::Offered(Capability::Streaming), Need::Stimulus(Complete)],
    doc: Doc {
        sends: "sends that are refused, each once plain and once streaming; and subscriptions that are refused",
        passes: "both have the same code, status and reason; over HTTP+JSON no event stream opens",
        tolerates: "over JSON-RPC an event stream that tells the error and closes at once",
        causes: "the stream is opened before the request is read; one handler maps exceptions, the other does not",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let finished = probe.finished(&alice, Complete).await?;
    let good = probe.say(Complete)?;
    let sends = [
        ("to an unknown task", good.again().to_task(&probe.unknown_id())),
        ("to a finished task", good.again().to_task(finished.id())),
        ("without parts", good.again().without("parts")),
        ("with a negative historyLength", good.again().configured("historyLength", -1)),
    ];
    let both = sends.iter().map(|(what, message)| like_a_call(probe, &alice, what, message));
    let seen: usize = futures::future::join_all(both).await.into_iter().map(usize::from).sum();
    let ids = [probe.unknown_id(), finished.id().to_owned()];
    futures::future::join_all(
        ids.iter().map(|id| begun(probe, &alice, Operation::SubscribeToTask, json!({ "id": id }))),
    )
    .await;
    if seen == 0 { Err(Stop::prevented("the agent refused no plain send")) } else { Ok(()) }
}

/// The same send, plain and streaming; whether the plain one was refused.
async fn like_a_call(probe: &Probe, alice: &Caller<'_>, what: &str, message: &Message) -> bool {
    let plain = alice.send(message).await;
    let Some(due) = plain.error() else { return false };
    let streamed = begun(probe, alice, Operation::SendStreamingMessage, message.again().params()).await;
    let (due, told) = (code(due), streamed.as_ref().and_then(Answered::error).map(code));
    let observed = told.clone().unwrap_or_else(|| "no refusal".to_owned());
    let exchanges: Vec<usize> = std::iter::once(plain.exchange).chain(streamed.map(|reply| reply.exchange)).collect();
    let subject = format!("SendStreamingMessage {what}");
    probe.claim(STREAMS_REFUSE_LIKE_CALLS, told.as_ref() == Some(&due), subject, due, observed, &exchanges);
    true
}

/// What a streaming call that can't be served is answered with; nothing, where no refusal came.
async fn begun(probe: &Probe, alice: &Caller<'_>, operation: Operation, params: Value) -> Option<Answered> {
    let stream = match alice.open(operation, params).await {
        Err(reply) => return Some(*reply),
        Ok(stream) => stream,
    };
    let (exchange, subject) = (stream.exchange(), operation.name());
    if probe.binding() == Binding::HttpJson {
        let expected = "an HTTP error";
        probe.claim(ERRORS_BEFORE_EVENTS_ARE_PLAIN, false, subject, expected, "an event stream", &[exchange]);
        return None;
    }
    let (reply, transcript) = stream.as_answer(probe.target().patience.reply).await;
    let alone = reply.error().is_none() || (transcript.events.len() == 1 && transcript.end == End::Closed);
    let expected = "the error, then closed by the agent";
    probe.claim(ERROR_FRAME_ENDS_THE_STREAM, alone, subject, expected, transcript.describe(), &[exchange]);
    Some(reply)
}

/// How a refusal is told from others.
fn code(error: &AgentError) -> String {
    match error.binding {
        Binding::JsonRpc => format!("error {}", error.code.unwrap_or_default()),
        Binding::HttpJson => format!("HTTP {}, reason {}", error.http, error.reason().unwrap_or("none")),
    }
}
