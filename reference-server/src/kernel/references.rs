//! The tasks that a message refers to, as far as its author may know them.

use super::Kernel;
use super::model::{Message, TaskId};

impl Kernel {
    /// What the tasks were about that a message on this task refers to: those of the task's own owner.
    pub(super) fn recall(&self, task: &TaskId, message: &Message) -> Vec<String> {
        let world = self.world();
        let Some(owner) = world.peek(task).map(|entry| &entry.task.owner) else {
            return Vec::new();
        };
        let known = message.references.iter().filter_map(|id| world.peek(&TaskId::new(id)));
        let own = known.filter(|entry| entry.task.owner == *owner);
        own.filter_map(|entry| entry.task.history.first()).map(|asked| asked.first_text().to_owned()).collect()
    }
}
