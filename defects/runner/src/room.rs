//! How many servers are judged at once: as many as there is room for the checks that run against them, so that servers
//! which few checks come by, and which mostly wait, do not keep the cores idle.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// What a server takes beside its checks, counted in checks.
const SERVER: usize = 8;

/// Room for the checks of some servers.
#[derive(Clone)]
pub(crate) struct Room {
    free: Arc<Semaphore>,
    whole: usize,
}

impl Room {
    /// Room for so many servers, at least one, against each of which so many checks run.
    pub(crate) fn of(servers: usize, checks: usize) -> Self {
        let whole = servers.max(1) * (SERVER + checks);
        Self { free: Arc::new(Semaphore::new(whole)), whole }
    }

    /// Room for one server and these checks, when it is its turn; whoever asked first is first.
    pub(crate) async fn take(&self, checks: usize) -> OwnedSemaphorePermit {
        let wanted = (SERVER + checks).min(self.whole);
        let wanted = u32::try_from(wanted).unwrap_or(u32::MAX);
        Arc::clone(&self.free).acquire_many_owned(wanted).await.expect("nobody closes the room")
    }
}
