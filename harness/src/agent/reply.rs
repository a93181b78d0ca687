//! An answer to one unary call.

use std::time::Duration;

use serde_json::Value;

use super::transport::Headers;
use super::{AgentError, Binding, Operation, Task};

/// What came back for one call, with the number of the exchange that shows it.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The exchange in the probe's evidence.
    pub exchange: usize,
    /// What was asked.
    pub operation: Operation,
    /// The binding that carried it.
    pub binding: Binding,
    /// The HTTP status, where an answer came.
    pub http: Option<u16>,
    /// The headers of the answer.
    pub headers: Headers,
    /// The answer.
    pub answer: Answer,
    /// How long it took.
    pub elapsed: Duration,
}

/// What an answer says.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The operation succeeded.
    Result(Value),
    /// The operation was refused.
    Error(AgentError),
    /// Something came that is no answer in this binding; the text says what.
    Malformed(String),
    /// Nothing came; the text says how it ended.
    Silence(String),
}

impl Reply {
    /// The result, where there is one.
    pub fn result(&self) -> Option<&Value> {
        match &self.answer {
            Answer::Result(result) => Some(result),
            _ => None,
        }
    }

    /// The error, where there is one.
    pub fn error(&self) -> Option<&AgentError> {
        match &self.answer {
            Answer::Error(error) => Some(error),
            _ => None,
        }
    }

    /// The task in the answer: wrapped after a send, bare after the operations on tasks.
    pub fn task(&self) -> Option<Task> {
        let result = self.result()?;
        let task = match self.operation {
            Operation::SendMessage | Operation::SendStreamingMessage => result.get("task")?,
            _ => result,
        };
        task.get("id")?.as_str()?;
        Some(Task::new(task.clone()))
    }

    /// The direct message in the answer to a send.
    pub fn message(&self) -> Option<&Value> {
        self.result()?.get("message").filter(|message| message.is_object())
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }

    /// What the caller is asked to show, in all the header lines that ask for something (RFC 9110 §11.6.1).
    pub fn challenge(&self) -> Option<String> {
        let lines = self.headers.iter().filter(|(header, _)| header == "www-authenticate");
        let lines: Vec<&str> = lines.map(|(_, value)| value.as_str()).collect();
        (!lines.is_empty()).then(|| lines.join(", "))
    }

    /// The answer in one line.
    pub fn describe(&self) -> String {
        match &self.answer {
            Answer::Result(value) => format!("a result: {}", brief(value)),
            Answer::Error(error) => error.describe(),
            Answer::Malformed(why) => format!("no answer of this binding: {why}"),
            Answer::Silence(why) => why.clone(),
        }
    }
}

/// A JSON value on one short line.
pub(crate) fn brief(value: &Value) -> String {
    beginning(&value.to_string())
}

/// The beginning of a text that may be an agent's. Where it is cut a mark says so, by which a secret that was cut in the
/// middle can be told from other text.
pub(crate) fn beginning(text: &str) -> String {
    match text.char_indices().nth(160) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

impl std::fmt::Display for Reply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.describe())
    }
}
