//! Adds up what a stream tells of a task (specification §4.2).

use serde_json::{Value, json};

use crate::agent::Task;
use crate::agent::transport::{Event, EventKind};

/// A task as its events tell it.
#[derive(Clone, Debug, Default)]
pub struct Folded {
    status: Value,
    artifacts: Vec<Value>,
}

impl Folded {
    /// Adds up events; a Task in the stream starts anew.
    pub fn of<'e>(events: impl IntoIterator<Item = &'e Event>) -> Self {
        let mut folded = Self::default();
        for event in events {
            match event.kind {
                EventKind::Task => folded.start(&event.value["task"]),
                EventKind::Status => folded.status = event.value["statusUpdate"]["status"].clone(),
                EventKind::Artifact => folded.update(&event.value["artifactUpdate"]),
                _ => {}
            }
        }
        folded
    }

    /// What is compared: the last state and each artifact's content, chunks joined.
    pub fn essence(&self) -> Value {
        essence(&self.status, &self.artifacts)
    }

    fn start(&mut self, task: &Value) {
        self.status = task["status"].clone();
        self.artifacts = task["artifacts"].as_array().cloned().unwrap_or_default();
    }

    fn update(&mut self, update: &Value) {
        let chunk = &update["artifact"];
        let known = self.artifacts.iter_mut().find(|artifact| artifact["artifactId"] == chunk["artifactId"]);
        match known {
            Some(artifact) if update["append"] == true => {
                let more = chunk["parts"].as_array().cloned().unwrap_or_default();
                if let Some(parts) = artifact["parts"].as_array_mut() {
                    parts.extend(more);
                }
            }
            Some(artifact) => *artifact = chunk.clone(),
            None => self.artifacts.push(chunk.clone()),
        }
    }
}

/// What is compared of a task as the agent stores it.
pub fn stored(task: &Task) -> Value {
    essence(&task.value()["status"], task.artifacts())
}

/// State, whether there is a message to it, and contents. Neighbouring text parts count as one text: an agent may join the chunks it was given.
fn essence(status: &Value, artifacts: &[Value]) -> Value {
    let artifacts: Vec<Value> = artifacts
        .iter()
        .map(|artifact| json!({ "artifactId": artifact["artifactId"], "content": content(&artifact["parts"]) }))
        .collect();
    json!({ "state": status["state"], "explained": status["message"].is_object(), "artifacts": artifacts })
}

fn content(parts: &Value) -> Vec<Value> {
    let mut content: Vec<Value> = Vec::new();
    for part in parts.as_array().into_iter().flatten() {
        match (content.last_mut(), part.get("text").and_then(Value::as_str)) {
            (Some(Value::String(text)), Some(more)) => text.push_str(more),
            (_, Some(text)) => content.push(text.into()),
            (_, None) => {
                let kinds = ["raw", "url", "data"];
                let kind = kinds.into_iter().find(|name| part.get(name).is_some()).unwrap_or("nothing");
                content.push(json!({ kind: part[kind] }));
            }
        }
    }
    content
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_add_up_to_one_text() {
        let parts = json!([{"text": "a"}, {"text": "b"}, {"data": 1}, {"text": "c"}]);

        assert_eq!(content(&parts), [json!("ab"), json!({"data": 1}), json!("c")]);
    }
}
