//! Taking a message: judge it, find its place, let the work begin, answer as the caller asked to be answered.

use std::sync::Arc;

use a2a_assay_defects::Defect;
use tokio::sync::{mpsc, oneshot};

use super::Kernel;
use super::access::{Caller, Operation};
use super::duplicates::Outcome;
use super::entry::Entry;
use super::feed::{Events, Until};
use super::model::{ContextId, Event, Message, Part, Role, State, Status, Task, TaskId};
use super::place::{Beginning, Place};
use super::refusal::Refusal;
use super::view::View;
use super::webhooks::Target;
use super::work::{self, Work};
use super::world::World;

/// A message with the wishes that came along.
#[derive(Clone, Debug)]
pub(crate) struct Sending {
    pub(crate) message: Message,
    pub(crate) webhook: Option<Target>,
    pub(crate) view: View,
    pub(crate) return_immediately: bool,
}

/// What a send is answered with.
#[derive(Debug)]
pub(crate) enum Answer {
    Task(Task),
    Message(Message),
}

/// What a streaming send is answered with.
pub(crate) enum Stream {
    /// One direct message and nothing else.
    Message(Message),
    /// The task, then what happens to it.
    Task(Event, Option<Events>),
}

/// How a send goes on once the message is taken.
enum Wait {
    No(Task),
    Yes(oneshot::Receiver<Task>),
}

impl Kernel {
    /// Takes a message and answers when the task is settled, or at once if the caller asked for that.
    pub(crate) async fn send(&self, caller: &Caller, sending: Sending) -> Result<Answer, Refusal> {
        self.admit(caller, Operation::SendMessage)?;
        self.judge(&sending).await?;

        let wait = {
            let mut world = self.world();
            match self.take(&mut world, caller, &sending)? {
                Outcome::Reply(message) => return Ok(Answer::Message(message)),
                Outcome::Task(id) => self.wait_on(&mut world, &id, sending.return_immediately)?,
            }
        };
        let task = match wait {
            Wait::No(task) => task,
            Wait::Yes(settled) => settled
                .await
                .map_err(|_| Refusal::Unsupported("the task was dropped"))?,
        };
        Ok(Answer::Task(sending.view.of(&task, &self.planted)))
    }

    /// Takes a message and answers with everything that comes of it.
    pub(crate) async fn stream(
        &self,
        caller: &Caller,
        sending: Sending,
    ) -> Result<Stream, Refusal> {
        self.admit(caller, Operation::SendStreamingMessage)?;
        self.judge(&sending).await?;

        let mut world = self.world();
        let id = match self.take(&mut world, caller, &sending)? {
            Outcome::Reply(message) => return Ok(Stream::Message(message)),
            Outcome::Task(id) => id,
        };
        let entry = world
            .entry(&id)
            .ok_or_else(|| Refusal::TaskNotFound(id.clone()))?;
        let state = entry.task.status.state;
        let over = state.is_terminal() || state == State::InputRequired;
        let events = (!over).then(|| entry.listen(Until::AskedOrEnded, None));
        let task = sending.view.of(&entry.task, &self.planted);
        Ok(Stream::Task(Event::Task(task), events))
    }

    fn wait_on(&self, world: &mut World, id: &TaskId, at_once: bool) -> Result<Wait, Refusal> {
        let entry = world
            .entry(id)
            .ok_or_else(|| Refusal::TaskNotFound(id.clone()))?;
        if self.planted.plants(Defect::BlockingReturnsEarly) {
            return Ok(Wait::No(entry.task.clone()));
        }
        if at_once && !self.planted.plants(Defect::ReturnImmediatelyIgnored) {
            return Ok(Wait::No(entry.task.clone()));
        }
        Ok(Wait::Yes(entry.wait()))
    }

    /// Judges a message by itself, before anything is touched.
    async fn judge(&self, sending: &Sending) -> Result<(), Refusal> {
        self.judge_role(sending.message.role)?;
        for part in &sending.message.parts {
            self.judge_media_type(part)?;
        }
        if let Some(target) = &sending.webhook {
            self.admit_inline_webhook()?;
            self.judge_target(target).await?;
        }
        Ok(())
    }

    fn judge_role(&self, role: Role) -> Result<(), Refusal> {
        if role == Role::Agent && self.planted.plants(Defect::AgentRoleAccepted) {
            return Ok(());
        }
        match role {
            Role::User => Ok(()),
            Role::Agent | Role::Unspecified => Err(Refusal::invalid(
                "message.role",
                "a client speaks as the user",
            )),
        }
    }

    fn judge_media_type(&self, part: &Part) -> Result<(), Refusal> {
        let Some(named) = &part.media_type else {
            return Ok(());
        };
        let essence = named.split(';').next().unwrap_or_default().trim();
        let read = self
            .input_modes
            .iter()
            .any(|mode| mode.eq_ignore_ascii_case(essence));
        if read {
            Ok(())
        } else {
            Err(Refusal::MediaTypeNotRead(named.clone()))
        }
    }

    /// Takes a message that was judged: once, however often it is sent.
    fn take(
        &self,
        world: &mut World,
        caller: &Caller,
        sending: &Sending,
    ) -> Result<Outcome, Refusal> {
        let message = &sending.message;
        let known = world.duplicates.outcome(&caller.owner, message).cloned();
        if let Some(outcome) = known
            && !self.planted.plants(Defect::DuplicateMessageRunsTwice)
        {
            return Ok(outcome);
        }
        let outcome = match self.place(world, caller, message)? {
            Place::New(beginning) => self.begin(world, beginning, sending)?,
            Place::Task(id) => self.go_on(world, id, sending)?,
        };
        world
            .duplicates
            .note(&caller.owner, message, outcome.clone());
        Ok(outcome)
    }

    fn begin(
        &self,
        world: &mut World,
        beginning: Beginning,
        sending: &Sending,
    ) -> Result<Outcome, Refusal> {
        let Beginning {
            id,
            owner,
            context,
            earlier,
        } = beginning;
        if let Some(parts) = self.agent.direct_answer(&sending.message) {
            world.contexts.note(&owner, &context, None);
            return Ok(Outcome::Reply(self.agent_says(None, &context, parts)));
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
        self.register_inline(entry, sending)?;
        self.hire(&id, message, mailbox);
        Ok(Outcome::Task(id))
    }

    fn go_on(
        &self,
        world: &mut World,
        id: TaskId,
        sending: &Sending,
    ) -> Result<Outcome, Refusal> {
        let at = world.ticker.tick();
        let entry = world
            .entry(&id)
            .ok_or_else(|| Refusal::TaskNotFound(id.clone()))?;
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
        } else if !self.planted.plants(Defect::WorkingMessageDropped) {
            entry.hear(message);
        }
        self.register_inline(entry, sending)?;
        if before.is_settled() {
            world.reshelve(&id);
        }
        Ok(Outcome::Task(id))
    }

    fn register_inline(&self, entry: &mut Entry, sending: &Sending) -> Result<(), Refusal> {
        if let Some(target) = &sending.webhook {
            let first = Event::Task(entry.task.clone());
            self.register(entry, target.clone(), Some(first))?;
        }
        Ok(())
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
    Message {
        task: Some(task.clone()),
        context: Some(context.clone()),
        ..message.clone()
    }
}
