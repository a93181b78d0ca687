//! The tasks that a message refers to, as far as its author may know them.

use a2a_assay_defects::Defect;

use super::Kernel;
use super::access::Caller;
use super::model::{ContextId, Message, Owner, TaskId};
use super::refusal::Refusal;
use super::world::World;

impl Kernel {
    /// What the tasks were about that a message on this task refers to: those of the task's own owner.
    pub(super) fn recall(&self, task: &TaskId, message: &Message) -> Vec<String> {
        if message.references.is_empty() {
            return Vec::new();
        }
        let world = self.world();
        let Some(mine) = world.peek(task).map(|entry| &entry.task) else {
            return Vec::new();
        };
        let begins = mine.history.first().is_some_and(|first| first.id == message.id);
        let mut trusting = begins && self.planted.plants(Defect::REFERENCES_UNCHECKED);
        if self.planted.plants(Defect::REFERENCES_OF_ANSWERS_UNCHECKED) {
            trusting = !begins;
        }
        let known = message.references.iter().filter_map(|id| world.peek(&TaskId::new(id)));
        let own = known.filter(|entry| entry.task.owner == mine.owner || trusting);
        own.filter_map(|entry| entry.task.history.first()).map(|asked| asked.first_text().to_owned()).collect()
    }

    /// Whether a message may refer to what it refers to; a sound kernel lets it, and tells nothing.
    pub(super) fn judge_references(
        &self,
        world: &mut World,
        caller: &Caller,
        message: &Message,
    ) -> Result<(), Refusal> {
        for id in message.references.iter().map(|id| TaskId::new(id)) {
            let Some(entry) = world.entry(&id) else { continue };
            if entry.task.owner != caller.owner && self.planted.plants(Defect::FOREIGN_REFERENCE_FORBIDDEN) {
                return Err(Refusal::NotYours(id));
            }
            if self.planted.plants(Defect::REFERENCE_MARKS_TASK) {
                entry.task.history.push(message.clone());
            }
        }
        Ok(())
    }

    /// The context that a new task takes over from one that its message refers to; a sound kernel knows of none.
    pub(super) fn inherited(&self, world: &World, message: &Message) -> Option<ContextId> {
        let known = message.references.first().and_then(|id| world.peek(&TaskId::new(id)))?;
        if message.context.is_some() || !self.planted.plants(Defect::REFERENCE_JOINS_CONTEXT) {
            return None;
        }
        Some(known.task.context.clone())
    }

    /// Takes a message into a task before asking whose that is; a sound kernel does not.
    pub(super) fn overhear(&self, world: &mut World, caller: &Caller, message: &Message, id: &TaskId) {
        if let Some(entry) = world.entry(id)
            && entry.task.owner != caller.owner
            && self.planted.plants(Defect::FOREIGN_MESSAGE_RECORDED)
        {
            entry.task.history.push(message.clone());
        }
    }

    /// Whose a task is, for those that take callers at their word; a sound server does not ask.
    pub(crate) fn owner_of_task(&self, id: &str) -> Option<Owner> {
        self.world().peek(&TaskId::new(id)).map(|entry| entry.task.owner.clone())
    }

    /// Whose a context is, likewise.
    pub(crate) fn owner_of_context(&self, id: &str) -> Option<Owner> {
        let context = ContextId::new(id);
        self.world().contexts.find("", &context).map(|conversation| conversation.owner.clone())
    }
}
