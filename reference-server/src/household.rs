//! Owns everything that runs in the background, so that it ends with the server.

use std::future::Future;

use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::TaskTracker;

/// Where background work is at home; clones share one home.
#[derive(Clone)]
pub(crate) struct Household {
    closing: CancellationToken,
    tracker: TaskTracker,
}

impl Household {
    /// A new home, and the guard that closes it when dropped.
    pub(crate) fn new() -> (Self, DropGuard) {
        let closing = CancellationToken::new();
        let guard = closing.clone().drop_guard();
        let tracker = TaskTracker::new();
        (Self { closing, tracker }, guard)
    }

    /// Runs something until it is done or the home closes.
    pub(crate) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        let closing = self.closing.clone();
        self.tracker.spawn(async move {
            closing.run_until_cancelled_owned(work).await;
        });
    }
}
