//! Sending a message: have it judged and taken, then answer as the caller asked to be answered.

use std::time::Duration;

use a2a_assay_defects::Defect;
use tokio::sync::oneshot;

use super::Kernel;
use super::access::{Caller, Operation};
use super::duplicates::Outcome;
use super::feed::{Events, Until};
use super::model::{Artifact, Event, Message, MessageId, State, Task, TaskId};
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
        let blocks = !sending.return_immediately && !self.offered.streaming;
        if blocks && self.planted.plants(Defect::BLOCKING_NEEDS_STREAMING) {
            return Err(Refusal::Unsupported("this agent does not stream"));
        }
        self.judge(&sending).await?;

        let answer = {
            let mut world = self.world();
            match self.take(&mut world, caller, &sending)? {
                Outcome::Reply(message) => {
                    return self.answered_directly(&sending.message, message).map(Answer::Message);
                }
                Outcome::Task(id) => self.wait_on(&mut world, &id, sending.return_immediately)?,
            }
        };
        let task = answer.await.map_err(|_| Refusal::Unsupported("the task was dropped"))?;
        let told = self.world().peek(&task.id).is_some_and(|entry| !entry.webhooks.is_empty());
        if told && task.status.state.is_terminal() && self.planted.plants(Defect::SEND_WAITS_FOR_RECEIVERS) {
            self.until_delivered(&task.id).await;
        }
        let task = self.answered(&sending, task)?;
        Ok(Answer::Task(self.view_for(&sending).of(&task, &self.planted)))
    }

    /// Takes a message and answers with everything that comes of it.
    pub(crate) async fn stream(&self, caller: &Caller, mut sending: Sending) -> Result<Stream, Refusal> {
        self.admit(caller, Operation::SendStreamingMessage)?;
        match self.judge(&sending).await {
            Err(Refusal::MediaTypeNotRead(_)) if self.planted.plants(Defect::MEDIA_TYPE_UNCHECKED_ON_STREAMS) => {}
            judged => judged?,
        }
        if sending.webhook.is_some() && self.planted.plants(Defect::INLINE_CONFIG_LOST_ON_STREAMS) {
            sending.webhook = None;
        }

        let sending = self.understood(&self.world(), caller, sending);
        let message = &sending.message;
        let new = message.task.is_none();
        if new && message.context.is_none() && self.planted.plants(Defect::STREAM_WANTS_A_CONTEXT) {
            return Err(Refusal::invalid("message.contextId", "is needed for a stream"));
        }
        let (mut task, mut events) = {
            let mut world = self.world();
            let asked = message.task.as_ref().and_then(|id| world.peek(id)).map(|entry| &entry.task);
            let waits = asked.is_some_and(|task| task.status.state.is_paused() && task.owner == caller.owner);
            if waits && self.planted.plants(Defect::ANSWER_REFUSED_ON_STREAM) {
                return Err(Refusal::Unsupported("the task waits for a message"));
            }
            let id = match self.take(&mut world, caller, &sending)? {
                Outcome::Reply(answer) => return Ok(Stream::Message(self.spoil_answer(answer, message))),
                Outcome::Task(id) => id,
            };
            let entry = world.entry(&id).ok_or_else(|| Refusal::TaskNotFound(id.clone()))?;
            let state = entry.task.status.state;
            let over = state.is_terminal() || state == State::InputRequired;
            let events = (!over).then(|| entry.listen(Until::AskedOrEnded, None));
            (self.view_for(&sending).of(&entry.task, &self.planted), events)
        };
        if new && self.planted.plants(Defect::FIRST_TASK_WRITTEN_LATE) {
            task.artifacts = self.results_by_then(&task.id).await;
        }
        if new && self.planted.plants(Defect::STREAM_STARTS_WITH_STATUS) {
            let (id, context, status) = (task.id, task.context, task.status);
            return Ok(Stream::Task(Event::Status { task: id, context, status }, events));
        }
        if !new && self.planted.plants(Defect::ANSWER_STREAM_SHOWS_NEW_TASK) {
            task.id = TaskId::new(&self.ids.fresh());
        }
        if !new && self.planted.plants(Defect::ANSWER_STREAM_ENDS_AT_ONCE) {
            events = None;
        }
        Ok(Stream::Task(Event::Task(task), events))
    }

    /// A direct answer, with an id of its own.
    fn spoil_answer(&self, answer: Message, asked: &Message) -> Message {
        if self.planted.plants(Defect::STREAMED_ANSWERS_SHARE_AN_ID) {
            return Message { id: MessageId::new("answer"), ..answer };
        }
        if self.planted.plants(Defect::STREAMED_ANSWER_BORROWS_ITS_ID) {
            return Message { id: asked.id.clone(), ..answer };
        }
        answer
    }

    /// The results of a task that is over in no time; none of one that takes longer.
    async fn results_by_then(&self, id: &TaskId) -> Vec<Artifact> {
        for _ in 0..5 {
            tokio::time::sleep(Duration::from_millis(1)).await;
            let world = self.world();
            let done = world.peek(id).filter(|entry| entry.task.status.state.is_terminal());
            if let Some(entry) = done {
                return entry.task.artifacts.clone();
            }
        }
        Vec::new()
    }

    /// How much of the task the sender asked to see.
    fn view_for(&self, sending: &Sending) -> View {
        let bounded = sending.message.task.is_none() && sending.view.history.is_some();
        if bounded && self.planted.plants(Defect::HISTORY_IGNORED_ON_FIRST_SEND) {
            return View::default();
        }
        sending.view
    }

    fn wait_on(&self, world: &mut World, id: &TaskId, mut at_once: bool) -> Result<oneshot::Receiver<Task>, Refusal> {
        let entry = world.entry(id).ok_or_else(|| Refusal::TaskNotFound(id.clone()))?;
        if self.planted.plants(Defect::RETURN_IMMEDIATELY_INVERTED) {
            at_once = !at_once;
        }
        if at_once && self.planted.plants(Defect::RETURN_IMMEDIATELY_IGNORED) {
            at_once = false;
        }
        if !at_once && self.planted.plants(Defect::BLOCKING_RETURNS_EARLY) {
            at_once = true;
        }
        Ok(entry.wait(at_once))
    }
}
