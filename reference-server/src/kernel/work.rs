//! What an agent sees of the kernel: the message that asks for work, and a handle to report on it.

use std::sync::Arc;

use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::sync::mpsc;

use super::Kernel;
use super::entry::Stale;
use super::model::{Artifact, Message, Part, State, TaskId};

/// Does the work behind tasks.
pub(crate) trait Agent: Send + Sync {
    /// The direct answer, where the message needs no task.
    fn direct_answer(&self, message: &Message) -> Option<Vec<Part>>;

    /// Works on one task until it is done.
    fn work(&self, work: Work) -> BoxFuture<'static, ()>;
}

/// One task in the hands of its worker.
pub(crate) struct Work {
    pub(crate) message: Message,
    task: TaskId,
    kernel: Arc<Kernel>,
    mailbox: mpsc::UnboundedReceiver<Message>,
}

impl Work {
    pub(super) fn new(
        kernel: Arc<Kernel>,
        task: TaskId,
        message: Message,
        mailbox: mpsc::UnboundedReceiver<Message>,
    ) -> Self {
        Self {
            message,
            task,
            kernel,
            mailbox,
        }
    }

    /// Moves the task, with a word to the user if there is something to say.
    pub(crate) fn is_now(&self, state: State, says: Option<&str>) -> Result<(), Stale> {
        self.kernel.report_status(&self.task, state, says)
    }

    /// An id for something the agent makes.
    pub(crate) fn fresh_id(&self) -> String {
        self.kernel.ids.fresh()
    }

    /// Hands over a whole artifact.
    pub(crate) fn artifact(&self, artifact: Artifact) -> Result<(), Stale> {
        self.kernel
            .report_artifact(&self.task, artifact, false, true)
    }

    /// Hands over a piece of an artifact.
    pub(crate) fn chunk(
        &self,
        artifact: Artifact,
        append: bool,
        last: bool,
    ) -> Result<(), Stale> {
        self.kernel
            .report_artifact(&self.task, artifact, append, last)
    }

    /// The user's next message on this task; none once the task has ended.
    pub(crate) async fn next_message(&mut self) -> Option<Message> {
        self.mailbox.recv().await
    }

    /// What the user said meanwhile.
    pub(crate) fn said_meanwhile(&mut self) -> Vec<Message> {
        std::iter::from_fn(|| self.mailbox.try_recv().ok()).collect()
    }
}

/// Runs the agent on one task; a worker that panics or just stops fails its task and nothing else.
pub(super) async fn run(agent: Arc<dyn Agent>, work: Work) {
    let (kernel, task) = (Arc::clone(&work.kernel), work.task.clone());
    let working = std::panic::AssertUnwindSafe(async move { agent.work(work).await });
    let says = match working.catch_unwind().await {
        Ok(()) => "the agent stopped without a result",
        Err(_) => "the agent could not do its work",
    };
    // stale wherever the worker finished what it began
    let _ = kernel.report_status(&task, State::Failed, Some(says));
}
