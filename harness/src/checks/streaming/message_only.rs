//! A direct answer is one message, also where a stream was asked for.

use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "ST5",
    slug: "message-only",
    title: "a direct answer streams one message and closes",
    group: Group::Streaming,
    scope: Scope::EachBinding,
    rules: &[STREAM_OPENS, MESSAGE_STREAM_IS_ONE_MESSAGE, AGENT_MESSAGE_IS_WHOLE, DIRECT_MESSAGE_AS_PROMISED],
    needs: &[Need::Offered(Capability::Streaming), Need::Stimulus(Reply)],
    doc: Doc {
        sends: "two streaming sends that call for a direct answer",
        passes: "exactly one event, a message of the agent's with an id of its own, then the close",
        tolerates: "an agent that always makes tasks: then this is not observed, unless the target file promised it",
        causes: "the answer is cut into several messages; the stream waits for a task that never comes",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let mut ids = Vec::new();
    for _ in 0..2 {
        let message = probe.say(Reply)?;
        let stream = probe.streams(STREAM_OPENS, alice.stream(&message).await)?;
        let transcript = stream.to_end(probe.target().patience.reply).await;

        ids.push(judge(probe, &transcript, message.id())?);
    }
    let own = ids[0] != ids[1];
    probe.claim(AGENT_MESSAGE_IS_WHOLE, own, "messageId of two answers", "two ids", &ids[0], &[]);
    Ok(())
}

/// The messageId of the answer.
fn judge(probe: &Probe, transcript: &Transcript, asked: &str) -> Result<String, Stop> {
    let exchanges = [transcript.exchange];
    let observed = transcript.describe();
    if transcript.events.first().is_some_and(|event| matches!(event.kind, EventKind::Task)) {
        if probe.target().vouches_for(Reply) {
            let expected = "a direct message";
            probe.claim(DIRECT_MESSAGE_AS_PROMISED, false, "the stream", expected, observed, &exchanges);
            return Err(Stop::Broken);
        }
        return Err(Stop::prevented("`reply` led to a task and not to a direct message; say what does in [stimuli]"));
    }
    let one = transcript.events.len() == 1 && matches!(transcript.events[0].kind, EventKind::Message);
    let alone = one && transcript.end == End::Closed;
    let expected = "one Message, then closed by the agent";
    probe.claim(MESSAGE_STREAM_IS_ONE_MESSAGE, alone, "the stream", expected, observed, &exchanges);
    let Some(event) = transcript.events.first() else { return Err(Stop::Broken) };
    let message = &event.value["message"];
    probe.well_formed(&shape::MESSAGE, message, transcript.exchange);
    Ok(probe.agent_message(AGENT_MESSAGE_IS_WHOLE, message, asked, transcript.exchange))
}
