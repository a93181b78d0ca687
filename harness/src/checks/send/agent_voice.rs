//! A client must not be able to put words into the agent's mouth.

use crate::agent::Reply as Answered;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "S11",
    slug: "agent-voice",
    title: "nobody speaks as the agent",
    group: Group::Send,
    scope: Scope::EachBinding,
    rules: &[NOBODY_SPEAKS_AS_THE_AGENT, AGENT_ROLE_REFUSAL],
    needs: &[Need::Stimulus(Complete)],
    doc: Doc {
        sends: "both sends in the agent's role and in no role, as a new message and as an answer; then the history",
        passes: "a refusal, or the message kept as the user's",
        tolerates: "both ways; an agent that echoes what it is told",
        causes: "the role of the request is stored as it came; a missing role becomes the agent's",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let known = probe.finished(&alice, Complete).await?;
    let echoes = echoes(probe, &alice).await?;
    let mut operations = vec![Operation::SendMessage];
    operations.extend(probe.card().offers(Capability::Streaming).then_some(Operation::SendStreamingMessage));

    for operation in operations {
        for role in ["ROLE_AGENT", "ROLE_UNSPECIFIED"] {
            let voice = Voice::new(echoes);
            let message = voice.says(&probe.say(Complete)?).with("role", role).in_context(known.context());
            let reply = alice.attempt(operation, message.params()).await;
            judge(probe, &alice, &reply, &voice, None).await;

            let Ok(waiting) = probe.paused(&alice, Ask).await else { continue };
            let voice = Voice::new(echoes);
            let answer = voice.says(&probe.answer()).with("role", role).to_task(waiting.id());
            let reply = alice.attempt(operation, answer.params()).await;
            judge(probe, &alice, &reply, &voice, Some(&waiting)).await;
        }
    }
    let listing = alice.list(json!({ "contextId": known.context(), "historyLength": 100 })).await;
    let spoken = listing.result().is_some_and(|listed| Voice::any().is_the_agents_in(listed));
    let (expected, observed) = ("none of the client's in the agent's role", "one in the agent's role");
    let subject = "the messages in the context";
    probe.claim(NOBODY_SPEAKS_AS_THE_AGENT, !spoken, subject, expected, observed, &[listing.exchange]);
    Ok(())
}

/// Whether the agent repeats in its own name what it was told: then only ids can tell whose a message is.
async fn echoes(probe: &Probe, alice: &Caller<'_>) -> Result<bool, Stop> {
    let voice = Voice::new(false);
    let reply = alice.send(&voice.says(&probe.say(Complete)?)).await;
    let shown = alice.get(reply.task().as_ref().map_or("", Task::id)).await;
    Ok([&reply, &shown].into_iter().filter_map(|reply| reply.result()).any(|result| voice.is_the_agents_in(result)))
}

async fn judge(probe: &Probe, alice: &Caller<'_>, reply: &Answered, voice: &Voice, waiting: Option<&Task>) {
    if reply.error().is_some() {
        probe.refused(AGENT_ROLE_REFUSAL, reply, InvalidParams);
    } else {
        let answered = reply.result().is_some();
        let expected = "a refusal, or a result";
        probe.claim(AGENT_ROLE_REFUSAL, answered, reply.operation.name(), expected, reply, &[reply.exchange]);
    }
    let made = reply.task().map(|task| task.id().to_owned());
    let Some(id) = made.as_deref().or(waiting.map(Task::id)) else { return };
    let shown = alice.get(id).await;
    let spoken =
        [&shown, reply].into_iter().filter_map(|reply| reply.result()).any(|result| voice.is_the_agents_in(result));
    let exchanges = [reply.exchange, shown.exchange];
    let (expected, observed) = ("not in the agent's role", "in the agent's role");
    probe.claim(NOBODY_SPEAKS_AS_THE_AGENT, !spoken, "the client's message", expected, observed, &exchanges);
}

/// What a client said, to be recognised wherever it turns up: by a part of its id, and by words that nobody else says.
struct Voice {
    mark: String,
    text: Option<String>,
}

impl Voice {
    /// A message of its own; its text is no evidence where the agent echoes.
    fn new(echoes: bool) -> Self {
        Self { mark: crate::agent::fresh("voice"), text: (!echoes).then(|| crate::agent::fresh("words")) }
    }

    /// Whatever any of these messages said.
    fn any() -> Self {
        Self { mark: "assay-voice-".to_owned(), text: None }
    }

    fn says(&self, message: &Message) -> Message {
        let message = message.marked(&self.mark);
        match &self.text {
            Some(text) => message.and(json!({ "text": text })),
            None => message,
        }
    }

    /// Whether it stands in the agent's role anywhere below a value.
    fn is_the_agents_in(&self, value: &Value) -> bool {
        match value {
            Value::Object(members) => {
                let spoken = members.get("role").is_some_and(|role| role == "ROLE_AGENT") && self.is(value);
                spoken || members.values().any(|member| self.is_the_agents_in(member))
            }
            Value::Array(items) => items.iter().any(|item| self.is_the_agents_in(item)),
            _ => false,
        }
    }

    fn is(&self, message: &Value) -> bool {
        let same_id = message["messageId"].as_str().is_some_and(|id| id.contains(&self.mark));
        let parts = message["parts"].as_array().into_iter().flatten();
        let mut texts = parts.filter_map(|part| part["text"].as_str());
        same_id || self.text.as_ref().is_some_and(|ours| texts.any(|text| text == ours))
    }
}
