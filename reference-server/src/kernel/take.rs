//! Taking a message that was judged: find its place there, or let new work begin.

use std::sync::Arc;

use a2a_assay_defects::Defect;
use tokio::sync::mpsc;

use super::Kernel;
use super::access::Caller;
use super::duplicates::{Key, Outcome};
use super::entry::Entry;
use super::model::{ContextId, Event, Message, MessageId, State, Status, Task, TaskId};
use super::place::{Beginning, Place};
use super::refusal::Refusal;
use super::send::Sending;
use super::slips::cut;
use super::work::{self, Work};
use super::world::World;

impl Kernel {
    /// Takes a message that was judged: once, however often it is sent.
    pub(super) fn take(&self, world: &mut World, caller: &Caller, sending: &Sending) -> Result<Outcome, Refusal> {
        let message = &sending.message;
        let key = Key::of(&caller.owner, message);
        let known = world.duplicates.outcome(&key).cloned().or_else(|| self.mistaken(world, &key));
        if let Some(outcome) = known
            && !self.planted.plants(Defect::DUPLICATE_MESSAGE_RUNS_TWICE)
        {
            self.repeated(world, sending, &outcome)?;
            return Ok(outcome);
        }
        if !self.planted.is_empty()
            && world.duplicates.is_anothers(&key)
            && self.planted.plants(Defect::FOREIGN_MESSAGE_ID_REFUSED)
        {
            return Err(Refusal::invalid("message.messageId", "is taken"));
        }
        let place = self.place(world, caller, sending);
        if let (Err(Refusal::Unsupported(_)), Some(finished)) = (&place, &message.task) {
            self.refused_by(world, finished, sending);
        }
        let outcome = match place? {
            Place::New(beginning) => self.begin(world, beginning, sending),
            Place::Task(id) => self.go_on(world, id, sending)?,
        };
        world.duplicates.note(key, outcome.clone());
        Ok(outcome)
    }

    pub(super) fn begin(&self, world: &mut World, beginning: Beginning, sending: &Sending) -> Outcome {
        let Beginning { id, owner, context, earlier } = beginning;
        if let Some(parts) = self.agent.direct_answer(&sending.message)
            && !self.planted.plants(Defect::DIRECT_ANSWER_WRAPPED_AS_TASK)
        {
            world.contexts.note(&owner, &context, None);
            let mut answer = self.agent_says(None, &context, parts);
            if self.planted.plants(Defect::DIRECT_ANSWER_IDS_REPEAT) {
                answer.id = MessageId::new("a-direct-answer");
            }
            if self.planted.plants(Defect::DIRECT_ANSWER_LEAVES_TASK) {
                self.leave_behind(world, &owner, &context);
            }
            return Outcome::Reply(answer);
        }
        let mut message = placed(&sending.message, &id, &context);
        if message.id.as_str().len() > 64 && self.planted.plants(Defect::MESSAGE_IDS_CUT_IN_HISTORY) {
            message.id = MessageId::new(&cut(message.id.as_str(), 64));
        }
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
        let inherited = world.targets_in(&owner, &context);
        world.contexts.note(&owner, &context, Some(id.clone()));
        let (letters, mailbox) = mpsc::unbounded_channel();
        let entry = world.add(Entry::new(task, letters));
        self.register_inline(entry, sending);
        if !inherited.is_empty() && self.planted.plants(Defect::CONFIGS_FOLLOW_THE_CONTEXT) {
            for target in inherited {
                self.register(entry, target, None);
            }
        }
        self.hire(&id, message, mailbox);
        Outcome::Task(id)
    }

    fn go_on(&self, world: &mut World, id: TaskId, sending: &Sending) -> Result<Outcome, Refusal> {
        let at = world.ticker.tick();
        let entry = world.entry(&id).ok_or_else(|| Refusal::TaskNotFound(id.clone()))?;
        if sending.webhook.is_some() {
            entry.has_room_for_webhook()?;
        }
        let mut context = entry.task.context.clone();
        let by_task_alone = sending.message.context.is_none();
        if by_task_alone && self.planted.plants(Defect::ANSWER_KEPT_IN_OTHER_CONTEXT) {
            context = ContextId::new(&self.ids.fresh());
        }
        let message = placed(&sending.message, &id, &context);
        let before = entry.task.status.state;
        let working = Status::plain(State::Working, at);
        if before.is_terminal() {
            let (letters, mailbox) = mpsc::unbounded_channel();
            entry.reopen(working, letters, &self.planted);
            entry.task.history.push(message.clone());
            self.hire(&id, message, mailbox);
        } else if before.is_paused() {
            if sending.return_immediately && self.planted.plants(Defect::IMMEDIATE_ANSWER_NOT_HEARD) {
                entry.record(message);
            } else if by_task_alone && self.planted.plants(Defect::ANSWER_NOT_RECORDED) {
                entry.pass_on(message);
            } else {
                entry.hear(message);
            }
            // a paused task may always go on
            let _ = entry.move_to(working, &self.planted);
        } else if self.planted.plants(Defect::WORKING_MESSAGE_UNHEARD) {
            entry.record(message);
        } else if self.planted.plants(Defect::WORKING_MESSAGE_UNRECORDED) {
            entry.pass_on(message);
        } else if !self.planted.plants(Defect::WORKING_MESSAGE_DROPPED) {
            entry.hear(message);
        }
        self.register_inline(entry, sending);
        if before.is_settled() {
            world.reshelve(&id);
        }
        let answered = before == State::InputRequired && self.planted.plants(Defect::ANSWER_LEAVES_A_TWIN);
        let told = before == State::Working && self.planted.plants(Defect::WORKING_MESSAGE_LEAVES_A_TWIN);
        if answered || told {
            self.twin(world, &id, sending);
        }
        Ok(Outcome::Task(id))
    }

    fn register_inline(&self, entry: &mut Entry, sending: &Sending) {
        if let Some(target) = &sending.webhook {
            let first = Event::Task(entry.task.clone());
            self.register(entry, target.clone(), Some(first));
            if self.planted.plants(Defect::INLINE_CONFIG_NOT_STORED) {
                entry.webhooks.pop();
            }
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
