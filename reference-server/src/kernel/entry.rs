//! One task with everything that hangs on it: its listeners, its waiters, its worker's mailbox, its webhooks.

use a2a_assay_defects::Planted;
use tokio::sync::{mpsc, oneshot};

use super::clock::Stamp;
use super::feed::{Events, Feed, Until};
use super::model::{Artifact, Event, Message, State, Status, Task};
use super::webhooks::Webhook;

/// A task that moved on without the one who reports.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Stale;

/// A task and all that depends on it.
pub(super) struct Entry {
    pub(super) task: Task,
    /// When its status changed, oldest first: a listing that is being paged looks back.
    pub(super) moves: Vec<Stamp>,
    pub(super) webhooks: Vec<Webhook>,
    feed: Feed,
    waiters: Vec<oneshot::Sender<Task>>,
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
    fn force(&mut self, status: Status, planted: &Planted) {
        let state = status.state;
        self.moves.push(status.at);
        self.task.status = status.clone();
        if state.is_terminal() {
            self.mailbox = None;
        }
        if state.is_settled() {
            for waiter in self.waiters.drain(..) {
                let _ = waiter.send(self.task.clone());
            }
        }
        let event = Event::Status { task: self.task.id.clone(), context: self.task.context.clone(), status };
        self.feed.publish(event, planted);
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
        let known = self.task.artifacts.iter_mut().find(|a| a.id == artifact.id);
        match known {
            Some(known) if append => known.parts.extend(artifact.parts.iter().cloned()),
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
        self.task.history.push(message.clone());
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

    /// Listens to the task from now on.
    pub(super) fn listen(&mut self, until: Until, first: Option<Event>) -> Events {
        self.feed.open(until, first)
    }
}

impl Status {
    pub(super) fn plain(state: State, at: Stamp) -> Self {
        Self { state, message: None, at }
    }
}
