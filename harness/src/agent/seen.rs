//! What an agent wrote during a run, each object held against its shape as it passed: the check that reports it can see
//! what came to all the others. Judges nothing; bounded, however much comes.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use super::shape::{self, Flaw, Law, Shape};
use super::{Binding, Operation, document};
use crate::limits;

/// Everything that an agent wrote, as far as its shape goes.
#[derive(Debug, Default)]
pub struct Seen(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    objects: usize,
    answered: BTreeSet<(Binding, Operation)>,
    offences: Vec<Offence>,
}

/// One flaw, and where it was seen first.
#[derive(Clone, Debug)]
pub struct Offence {
    /// Which law is broken.
    pub law: Law,
    /// In which object, and in answer to what.
    pub subject: String,
    /// What the shape asks for.
    pub expected: String,
    /// What was there.
    pub observed: String,
}

impl Seen {
    /// The result of a unary call, or one event of a streaming one.
    pub fn answer(&self, binding: Binding, operation: Operation, value: &Value) {
        self.lock().answered.insert((binding, operation));
        if let Some(shape) = shape_of(operation) {
            self.object(shape, value, &format!("in answer to {} over {binding}", operation.name()));
        }
    }

    /// A public card.
    pub fn card(&self, value: &Value) {
        self.object(&shape::AGENT_CARD, value, "served as the public card");
    }

    /// The body of a notification. One with nothing in it only tries the way out.
    pub fn notification(&self, body: &[u8]) {
        match document(body) {
            Ok(Value::Object(members)) if members.is_empty() => {}
            Ok(body) => self.object(&shape::STREAM_RESPONSE, &body, "sent as a notification"),
            Err(_) => {}
        }
    }

    /// Whether an operation was ever answered with a result.
    pub fn has_answer(&self, binding: Binding, operation: Operation) -> bool {
        self.lock().answered.contains(&(binding, operation))
    }

    /// Whether any operation was ever answered with a result: a card alone is no answer.
    pub fn has_answers(&self) -> bool {
        !self.lock().answered.is_empty()
    }

    /// How many objects were held against their shape.
    pub fn objects(&self) -> usize {
        self.lock().objects
    }

    /// What breaks this law, as far as it was kept.
    pub fn offences(&self, law: Law) -> Vec<Offence> {
        self.lock().offences.iter().filter(|offence| offence.law == law).cloned().collect()
    }

    fn object(&self, shape: &Shape, value: &Value, how: &str) {
        let flaws = shape.flaws(value);
        let mut state = self.lock();
        state.objects += 1;
        for flaw in flaws.into_iter().filter(|flaw| !is_excused(flaw, shape, value)) {
            let subject = format!("{} {} {how}", shape.name(), flaw.at);
            let known = state.offences.iter().filter(|offence| offence.law == flaw.law);
            if known.clone().count() < limits::OCCURRENCES && !known.clone().any(|offence| offence.subject == subject) {
                let Flaw { law, expected, observed, .. } = flaw;
                state.offences.push(Offence { law, subject, expected, observed });
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What an operation answers; nothing where its result says nothing.
fn shape_of(operation: Operation) -> Option<&'static Shape> {
    match operation {
        Operation::SendMessage => Some(&shape::SEND_MESSAGE_RESPONSE),
        Operation::SendStreamingMessage | Operation::SubscribeToTask => Some(&shape::STREAM_RESPONSE),
        Operation::GetTask | Operation::CancelTask => Some(&shape::TASK),
        Operation::ListTasks => Some(&shape::LIST_TASKS_RESPONSE),
        Operation::CreateTaskPushNotificationConfig | Operation::GetTaskPushNotificationConfig => {
            Some(&shape::PUSH_CONFIG)
        }
        Operation::ListTaskPushNotificationConfigs => Some(&shape::PUSH_CONFIG_LIST),
        Operation::GetExtendedAgentCard => Some(&shape::AGENT_CARD),
        Operation::DeleteTaskPushNotificationConfig => None,
    }
}

/// What the agent need not answer for: words of its client's that it gives back as they came, and what the checks of
/// discovery say of a card.
fn is_excused(flaw: &Flaw, shape: &Shape, value: &Value) -> bool {
    if shape.name() == shape::AGENT_CARD.name() {
        return flaw.law == Law::Unknown || (flaw.law == Law::Empty && flaw.at == "/skills");
    }
    flaw.law != Law::Naming && is_a_clients(&flaw.at, value)
}

/// Whether a place lies in a message of a history that the agent did not speak itself.
fn is_a_clients(at: &str, value: &Value) -> bool {
    let Some((before, after)) = at.split_once("/history/") else { return false };
    let number = after.split('/').next().unwrap_or_default();
    let role = value.pointer(&format!("{before}/history/{number}/role"));
    // A client's bad words are kept by none but those whom S9 tells so; they may well have no role.
    role.is_none_or(|role| role != "ROLE_AGENT")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn task(role: &str, parts: &Value) -> Value {
        json!({
            "id": "t", "status": { "state": "TASK_STATE_WORKING" },
            "history": [{ "messageId": "m", "role": role, "parts": parts }],
        })
    }

    fn broken(value: &Value) -> Vec<Law> {
        let seen = Seen::default();
        seen.answer(Binding::JsonRpc, Operation::GetTask, value);
        [Law::Empty, Law::Enum, Law::OneOf].into_iter().filter(|law| !seen.offences(*law).is_empty()).collect()
    }

    #[test]
    fn an_agent_does_not_answer_for_the_words_of_its_client() {
        assert_eq!(broken(&task("ROLE_USER", &json!([{ "mediaType": "text/plain" }]))), []);
        assert_eq!(broken(&task("ROLE_UNSPECIFIED", &json!([{ "text": "a" }]))), []);
        assert_eq!(broken(&task("ROLE_WIZARD", &json!([]))), []);
    }

    #[test]
    fn an_agent_answers_for_its_own() {
        assert_eq!(broken(&task("ROLE_AGENT", &json!([{ "mediaType": "text/plain" }]))), [Law::OneOf]);
        assert_eq!(broken(&task("ROLE_AGENT", &json!([]))), [Law::Empty]);
    }

    #[test]
    fn the_same_flaw_is_kept_once() {
        let seen = Seen::default();
        for _ in 0..3 {
            seen.answer(Binding::JsonRpc, Operation::GetTask, &json!({ "id": "t" }));
        }

        assert_eq!((seen.objects(), seen.offences(Law::Required).len()), (3, 1));
    }
}
