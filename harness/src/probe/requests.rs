//! One valid request of every operation, for rules that hold on all of them.

use serde_json::{Value, json};

use super::Probe;
use crate::agent::{Capability, Card, ErrorKind, Message, Operation, Reply, Task};
use crate::target::Stimulus;

/// A valid request of every operation, about one task.
pub struct Requests<'p> {
    probe: &'p Probe,
    task: String,
    config: String,
    context: Option<String>,
}

impl<'p> Requests<'p> {
    /// Requests about a task and a config of it.
    pub fn on(probe: &'p Probe, task: &Task, config: &str) -> Self {
        Self { probe, task: task.id().to_owned(), config: config.to_owned(), context: None }
    }

    /// The same, with sends into a context that is known, so that a task which should not appear can be found.
    #[must_use]
    pub fn in_context(self, context: &str) -> Self {
        Self { context: Some(context.to_owned()), ..self }
    }

    /// Every operation with its parameters.
    pub fn all(&self) -> Vec<(Operation, Value)> {
        Operation::ALL.into_iter().map(|operation| (operation, self.params(operation))).collect()
    }

    /// The parameters of one operation. A send begins a new task; the others concern the one given.
    pub fn params(&self, operation: Operation) -> Value {
        let (task, config) = (&self.task, &self.config);
        match operation {
            Operation::SendMessage | Operation::SendStreamingMessage => {
                let message = self.probe.say(Stimulus::Complete).unwrap_or_else(|_| Message::text("complete"));
                self.context.as_ref().map_or(message.clone(), |context| message.in_context(context)).params()
            }
            Operation::GetTask | Operation::CancelTask | Operation::SubscribeToTask => json!({ "id": task }),
            Operation::ListTasks | Operation::GetExtendedAgentCard => json!({}),
            Operation::CreateTaskPushNotificationConfig => {
                let inbox = self.probe.inbox(crate::receivers::Manner::Prompt);
                let mut params = self.probe.config(inbox.url());
                params["taskId"] = task.as_str().into();
                params
            }
            Operation::GetTaskPushNotificationConfig | Operation::DeleteTaskPushNotificationConfig => {
                json!({ "taskId": task, "id": config })
            }
            Operation::ListTaskPushNotificationConfigs => json!({ "taskId": task }),
        }
    }

    /// Whether the card does not offer the operation and the agent says just that, which is as good a reason to
    /// refuse it as any other.
    pub fn is_refused_as_not_offered(probe: &Probe, reply: &Reply, operation: Operation) -> bool {
        Self::is_refused_as_not_offered_by(probe.card(), reply, operation)
    }

    /// The same of an agent with this card.
    pub fn is_refused_as_not_offered_by(card: &Card, reply: &Reply, operation: Operation) -> bool {
        let (capability, kind) = match operation {
            _ if operation.concerns_push() => (Capability::PushNotifications, ErrorKind::PushNotificationNotSupported),
            _ if operation.streams() => (Capability::Streaming, ErrorKind::UnsupportedOperation),
            Operation::GetExtendedAgentCard => (Capability::ExtendedAgentCard, ErrorKind::UnsupportedOperation),
            _ => return false,
        };
        let said = reply.error().is_some_and(|error| error.compare(kind) != crate::agent::Match::Other);
        said && !card.offers(capability)
    }
}
