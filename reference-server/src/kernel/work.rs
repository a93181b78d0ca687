//! What an agent sees of the kernel: the message that asks for work, and a handle to report on it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use a2a_assay_defects::Defect;
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
    /// Whether the worker knows that the task has ended.
    ended: Arc<AtomicBool>,
}

impl Work {
    pub(super) fn new(
        kernel: Arc<Kernel>,
        task: TaskId,
        message: Message,
        mailbox: mpsc::UnboundedReceiver<Message>,
    ) -> Self {
        Self { message, task, kernel, mailbox, ended: Arc::default() }
    }

    /// Moves the task, with a word to the user if there is something to say.
    pub(crate) fn is_now(&self, state: State, says: Option<&str>) -> Result<(), Stale> {
        let moved = self.kernel.report_status(&self.task, state, says);
        if moved.is_err() || state.is_terminal() {
            self.ended.store(true, Ordering::Relaxed);
        }
        moved
    }

    /// The text with what is known of the tasks that a message refers to.
    pub(crate) fn mindful(&self, text: &str, message: &Message) -> String {
        let mut text = text.to_owned();
        for known in self.kernel.recall(&self.task, message) {
            text.push_str(", mindful of: ");
            text.push_str(&known);
        }
        text
    }

    /// An id for something the agent makes.
    pub(crate) fn fresh_id(&self) -> String {
        if self.kernel.planted.plants(Defect::ARTIFACT_IDS_REPEAT) {
            return self.task.as_str().to_owned();
        }
        self.kernel.ids.fresh()
    }

    /// Hands over a whole artifact.
    pub(crate) fn artifact(&self, artifact: Artifact) -> Result<(), Stale> {
        self.kernel.report_artifact(&self.task, artifact, false, true)
    }

    /// Hands over a piece of an artifact.
    pub(crate) fn chunk(&self, artifact: Artifact, append: bool, last: bool) -> Result<(), Stale> {
        self.kernel.report_artifact(&self.task, artifact, append, last)
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
    let ended = Arc::clone(&work.ended);
    let working = std::panic::AssertUnwindSafe(async move { agent.work(work).await });
    let says = match working.catch_unwind().await {
        Ok(()) => "the agent stopped without a result",
        Err(_) if kernel.planted.plants(Defect::CRASH_LEAVES_WORKING) => return,
        Err(_) => {
            kernel.crashed(&task);
            "the agent could not do its work"
        }
    };
    if !ended.load(Ordering::Relaxed) {
        // stale where somebody else ended the task meanwhile
        let _ = kernel.report_status(&task, State::Failed, Some(says));
    }
}

#[cfg(test)]
mod tests {
    use a2a_assay_defects::Planted;

    use super::*;
    use crate::household::Household;
    use crate::kernel::Makings;
    use crate::kernel::access::{Caller, Capabilities, Scope};
    use crate::kernel::clock::WallClock;
    use crate::kernel::feed::Events;
    use crate::kernel::ids::RandomIds;
    use crate::kernel::model::{MessageId, Owner, Role};
    use crate::kernel::outbox::{Leash, Outbox, Target};
    use crate::kernel::send::{Answer, Sending};
    use crate::kernel::view::View;

    /// An agent that panics, or stops, as soon as it is given work.
    struct Useless {
        panics: bool,
    }

    impl Agent for Useless {
        fn direct_answer(&self, _message: &Message) -> Option<Vec<Part>> {
            None
        }

        fn work(&self, _work: Work) -> BoxFuture<'static, ()> {
            let panics = self.panics;
            Box::pin(async move { assert!(!panics, "as the test wants it") })
        }
    }

    impl Outbox for () {
        fn admits<'a>(&'a self, _url: &'a str) -> BoxFuture<'a, Result<(), String>> {
            Box::pin(async { Ok(()) })
        }

        fn carries(&self, _text: &str) -> bool {
            true
        }

        fn follow(&self, _target: Target, _events: Events, _leash: Leash) {}
    }

    async fn outcome(panics: bool) -> State {
        let (household, _closes_on_drop) = Household::new();
        let kernel = Kernel::new(Makings {
            offered: Capabilities { streaming: false, push: false, extended_card: false },
            planted: Planted::none(),
            agent: Arc::new(Useless { panics }),
            outbox: Arc::new(()),
            ids: Box::new(RandomIds),
            clock: Box::new(WallClock),
            household,
            input_modes: Vec::new(),
        });
        let owner = Owner { tenant: String::new(), subject: "alice".to_owned() };
        let caller = Caller { owner, scopes: vec![Scope::Write], elsewhere: false };
        let sending = Sending {
            message: Message {
                id: MessageId::new("m"),
                context: None,
                task: None,
                role: Role::User,
                parts: vec![Part::text("go")],
                metadata: None,
                extensions: Vec::new(),
                references: Vec::new(),
            },
            webhook: None,
            view: View::default(),
            return_immediately: false,
        };
        match kernel.send(&caller, sending).await {
            Ok(Answer::Task(task)) => task.status.state,
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn a_worker_that_panics_fails_its_task() {
        assert_eq!(outcome(true).await, State::Failed);
    }

    #[tokio::test]
    async fn a_worker_that_just_stops_fails_its_task() {
        assert_eq!(outcome(false).await, State::Failed);
    }
}
