//! Taking a message that was judged: find its place there, or let new work begin.

use std::sync::Arc;

use a2a_assay_defects::Defect;
use tokio::sync::mpsc;

use super::Kernel;
use super::access::Caller;
use super::duplicates::Outcome;
use super::entry::Entry;
use super::model::{ContextId, Event, Message, State, Status, Task, TaskId};
use super::place::{Beginning, Place};
use super::refusal::Refusal;
use super::send::Sending;
use super::work::{self, Work};
use super::world::World;

impl Kernel {
    /// Takes a message that was judged: once, however often it is sent.
    pub(super) fn take(&self, world: &mut World, caller: &Caller, sending: &Sending) -> Result<Outcome, Refusal> {
        let message = &sending.message;
        let known = world.duplicates.outcome(&caller.owner, message).cloned();
        if let Some(outcome) = known
            && !self.planted.plants(Defect::DUPLICATE_MESSAGE_RUNS_TWICE)
        {
            return Ok(outcome);
        }
        let outcome = match self.place(world, caller, message)? {
            Place::New(beginning) => self.begin(world, beginning, sending),
            Place::Task(id) => self.go_on(world, id, sending)?,
        };
        world.duplicates.note(&caller.owner, message, outcome.clone());
        Ok(outcome)
    }

    fn begin(&self, world: &mut World, beginning: Beginning, sending: &Sending) -> Outcome {
        let Beginning { id, owner, context, earlier } = beginning;
        if let Some(parts) = self.agent.direct_answer(&sending.message) {
            world.contexts.note(&owner, &context, None);
            return Outcome::Reply(self.agent_says(None, &context, parts));
        }
        let message = placed(&sending.message, &id, &context);
        let mut history = earlier;
        history.push(message.clone());
        let task = Task {
            id: id.clone(),
            context: context.clone(),
            owner: owner.clone(),
            status: Status::plain(State::Submitted, world.ticker.tick()),
            artifacts: Vec::new(),
            history,
        };
        world.contexts.note(&owner, &context, Some(id.clone()));
        let (letters, mailbox) = mpsc::unbounded_channel();
        let entry = world.add(Entry::new(task, letters));
        self.register_inline(entry, sending);
        self.hire(&id, message, mailbox);
        Outcome::Task(id)
    }

    fn go_on(&self, world: &mut World, id: TaskId, sending: &Sending) -> Result<Outcome, Refusal> {
        let at = world.ticker.tick();
        let entry = world.entry(&id).ok_or_else(|| Refusal::TaskNotFound(id.clone()))?;
        if sending.webhook.is_some() {
            entry.has_room_for_webhook()?;
        }
        let message = placed(&sending.message, &id, &entry.task.context);
        let before = entry.task.status.state;
        let working = Status::plain(State::Working, at);
        if before.is_terminal() {
            let (letters, mailbox) = mpsc::unbounded_channel();
            entry.reopen(working, letters, &self.planted);
            entry.task.history.push(message.clone());
            self.hire(&id, message, mailbox);
        } else if before.is_paused() {
            entry.hear(message);
            // a paused task may always go on
            let _ = entry.move_to(working, &self.planted);
        } else if !self.planted.plants(Defect::WORKING_MESSAGE_DROPPED) {
            entry.hear(message);
        }
        self.register_inline(entry, sending);
        if before.is_settled() {
            world.reshelve(&id);
        }
        Ok(Outcome::Task(id))
    }

    fn register_inline(&self, entry: &mut Entry, sending: &Sending) {
        if let Some(target) = &sending.webhook {
            let first = Event::Task(entry.task.clone());
            self.register(entry, target.clone(), Some(first));
        }
    }

    fn hire(&self, id: &TaskId, message: Message, mailbox: mpsc::UnboundedReceiver<Message>) {
        let Some(kernel) = self.me.upgrade() else {
            return;
        };
        let work = Work::new(kernel, id.clone(), message, mailbox);
        self.household.spawn(work::run(Arc::clone(&self.agent), work));
    }
}

/// The message as the task keeps it: it knows where it belongs.
fn placed(message: &Message, task: &TaskId, context: &ContextId) -> Message {
    Message { task: Some(task.clone()), context: Some(context.clone()), ..message.clone() }
}
