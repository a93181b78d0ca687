//! Sending a message: have it judged and taken, then answer as the caller asked to be answered.

use a2a_assay_defects::Defect;
use tokio::sync::oneshot;

use super::Kernel;
use super::access::{Caller, Operation};
use super::duplicates::Outcome;
use super::feed::{Events, Until};
use super::model::{Event, Message, State, Task, TaskId};
use super::outbox::Target;
use super::refusal::Refusal;
use super::view::View;
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

impl Kernel {
    /// Takes a message and answers when the task is settled, or at once if the caller asked for that.
    pub(crate) async fn send(&self, caller: &Caller, sending: Sending) -> Result<Answer, Refusal> {
        self.admit(caller, Operation::SendMessage)?;
        self.judge(&sending).await?;

        let answer = {
            let mut world = self.world();
            match self.take(&mut world, caller, &sending)? {
                Outcome::Reply(message) => return Ok(Answer::Message(message)),
                Outcome::Task(id) => self.wait_on(&mut world, &id, sending.return_immediately)?,
            }
        };
        let task = answer.await.map_err(|_| Refusal::Unsupported("the task was dropped"))?;
        Ok(Answer::Task(sending.view.of(&task, &self.planted)))
    }

    /// Takes a message and answers with everything that comes of it.
    pub(crate) async fn stream(&self, caller: &Caller, sending: Sending) -> Result<Stream, Refusal> {
        self.admit(caller, Operation::SendStreamingMessage)?;
        self.judge(&sending).await?;

        let mut world = self.world();
        let id = match self.take(&mut world, caller, &sending)? {
            Outcome::Reply(message) => return Ok(Stream::Message(message)),
            Outcome::Task(id) => id,
        };
        let entry = world.entry(&id).ok_or_else(|| Refusal::TaskNotFound(id.clone()))?;
        let state = entry.task.status.state;
        let over = state.is_terminal() || state == State::InputRequired;
        let events = (!over).then(|| entry.listen(Until::AskedOrEnded, None));
        let task = sending.view.of(&entry.task, &self.planted);
        Ok(Stream::Task(Event::Task(task), events))
    }

    fn wait_on(&self, world: &mut World, id: &TaskId, mut at_once: bool) -> Result<oneshot::Receiver<Task>, Refusal> {
        let entry = world.entry(id).ok_or_else(|| Refusal::TaskNotFound(id.clone()))?;
        if self.planted.plants(Defect::RETURN_IMMEDIATELY_IGNORED) {
            at_once = false;
        }
        if self.planted.plants(Defect::BLOCKING_RETURNS_EARLY) {
            at_once = true;
        }
        Ok(entry.wait(at_once))
    }
}
