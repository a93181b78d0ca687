//! One task with everything that hangs on it: its listeners, its waiters, its worker's mailbox, its webhooks.

use a2a_assay_defects::{Defect, Planted};
use tokio::sync::{mpsc, oneshot};

use super::clock::Stamp;
use super::feed::{Events, Feed, Until};
use super::model::{Artifact, Event, Message, Role, State, Status, Task};
use super::webhook::Webhook;

/// A task that moved on without the one who reports.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Stale;

/// A task and all that depends on it.
pub(super) struct Entry {
    pub(super) task: Task,
    /// When its status changed, oldest first: a listing that is being paged looks back.
    pub(super) moves: Vec<Stamp>,
    pub(super) webhooks: Vec<Webhook>,
    pub(super) feed: Feed,
    pub(super) waiters: Vec<oneshot::Sender<Task>>,
    mailbox: Option<mpsc::UnboundedSender<Message>>,
}

impl Entry {
    pub(super) fn new(task: Task, mailbox: mpsc::UnboundedSender<Message>) -> Self {
        Self {
            moves: vec![task.status.at],
            task,
            webhooks: Vec::new(),
            feed: Feed::default(),
            waiters: Vec::new(),
            mailbox: Some(mailbox),
        }
    }

    /// Moves the task, unless its lifecycle forbids it.
    pub(super) fn move_to(&mut self, status: Status, planted: &Planted) -> Result<(), Stale> {
        if !self.task.status.state.may_become(status.state) {
            return Err(Stale);
        }
        self.force(status, planted);
        Ok(())
    }

    /// Moves the task whatever its lifecycle says.
    pub(super) fn force(&mut self, status: Status, planted: &Planted) {
        let state = status.state;
        self.moves.push(status.at);
        if let Some(said) = self.last_word().cloned()
            && planted.plants(Defect::HISTORY_REPEATS_THE_AGENT)
        {
            self.task.history.push(said);
        }
        self.task.status = status.clone();
        if state.is_terminal() {
            self.mailbox = None;
        }
        let waited_for = !self.waiters.is_empty();
        let pauses = waited_for && state.is_paused() && planted.plants(Defect::BLOCKING_WAITS_THROUGH_PAUSE);
        if state.is_settled() && !pauses {
            for waiter in self.waiters.drain(..) {
                let _ = waiter.send(self.task.clone());
            }
        }
        let event = Event::Status { task: self.task.id.clone(), context: self.task.context.clone(), status };
        let streams = self.feed.streams();
        self.feed.publish(event, planted);
        let dropped = self.feed.past.dropped && state.is_terminal();
        if dropped && planted.plants(Defect::DROPPED_STREAM_STOPS_STORING) {
            self.task.artifacts.clear();
        }
        let asked = streams > 0 && state == State::InputRequired;
        if asked && planted.plants(Defect::STREAMED_QUESTION_ENDS_TASK) {
            self.task.status.state = State::Canceled;
            self.mailbox = None;
        }
    }

    /// What the agent said last.
    fn last_word(&self) -> Option<&Message> {
        let said = self.task.history.iter().rev().find(|message| message.role == Role::Agent);
        self.task.status.message.as_ref().or(said)
    }

    /// Adds an artifact, or a piece to one that is there.
    pub(super) fn add_artifact(
        &mut self,
        artifact: Artifact,
        append: bool,
        last: bool,
        planted: &Planted,
    ) -> Result<(), Stale> {
        if self.task.status.state.is_terminal() {
            return Err(Stale);
        }
        let mut append_here = append;
        if append && self.task.artifacts.len() > 1 && planted.plants(Defect::ARTIFACT_APPEND_REPLACES) {
            append_here = false;
        }
        let older = self.task.artifacts.last().is_some_and(|newest| newest.id != artifact.id);
        let mut known = self.task.artifacts.iter_mut().find(|a| a.id == artifact.id);
        if append && older && planted.plants(Defect::ARTIFACT_APPENDS_TO_NEWEST) {
            known = self.task.artifacts.last_mut();
        }
        match known {
            Some(known) if append_here => known.add(&artifact, planted),
            Some(known) => *known = artifact.clone(),
            None => self.task.artifacts.push(artifact.clone()),
        }
        let event =
            Event::Artifact { task: self.task.id.clone(), context: self.task.context.clone(), artifact, append, last };
        self.feed.publish(event, planted);
        Ok(())
    }

    /// Whether nothing will happen to it any more.
    pub(super) fn is_over(&self) -> bool {
        self.task.status.state.is_terminal()
    }

    /// Takes a user's message into the task and into its work.
    pub(super) fn hear(&mut self, message: Message) {
        self.record(message.clone());
        self.pass_on(message);
    }

    /// Keeps a user's message.
    pub(super) fn record(&mut self, message: Message) {
        self.task.history.push(message);
    }

    /// Tells the worker what the user said.
    pub(super) fn pass_on(&mut self, message: Message) {
        if let Some(mailbox) = &self.mailbox {
            let _ = mailbox.send(message);
        }
    }

    /// Opens a finished task again for a new worker.
    pub(super) fn reopen(&mut self, status: Status, mailbox: mpsc::UnboundedSender<Message>, planted: &Planted) {
        self.mailbox = Some(mailbox);
        self.force(status, planted);
    }

    /// The task once it ended or asks for something; as it stands for those who do not wait.
    pub(super) fn wait(&mut self, at_once: bool) -> oneshot::Receiver<Task> {
        let (waiter, answer) = oneshot::channel();
        if at_once || self.task.status.state.is_settled() {
            let _ = waiter.send(self.task.clone());
        } else {
            self.waiters.retain(|waiter| !waiter.is_closed());
            self.waiters.push(waiter);
        }
        answer
    }

    /// Takes away those who wait for the task, so that nothing wakes them.
    pub(super) fn strand_waiters(&mut self) -> Vec<oneshot::Sender<Task>> {
        std::mem::take(&mut self.waiters)
    }

    /// Whether somebody waits for the task, or ever listened to it.
    pub(super) fn is_watched(&self) -> bool {
        self.waiters.iter().any(|waiter| !waiter.is_closed()) || self.feed.is_heard() || self.was_streamed()
    }

    /// Closes every feed of the task.
    pub(super) fn lose_listeners(&mut self) {
        self.feed = Feed::default();
    }

    /// Listens to the task from now on.
    pub(super) fn listen(&mut self, until: Until, first: impl IntoIterator<Item = Event>) -> Events {
        self.feed.open(until, first)
    }

    /// Whether somebody stopped reading a stream of the task.
    pub(super) fn was_left(&mut self) -> bool {
        self.feed.was_left()
    }

    /// Whether a send was answered with a stream of the task.
    pub(super) fn was_streamed(&self) -> bool {
        self.feed.past.streamed
    }
}

impl Artifact {
    /// Adds a piece.
    fn add(&mut self, piece: &Artifact, planted: &Planted) {
        self.parts.extend(piece.parts.iter().cloned());
        let alike = self.name == piece.name && self.metadata == piece.metadata;
        if !alike && planted.plants(Defect::ARTIFACT_LABELS_LOST) {
            self.name.clone_from(&piece.name);
            self.metadata.clone_from(&piece.metadata);
        }
    }
}
