//! What ends a run before all is judged.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

/// Why a run ended before all was judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The user had enough.
    Interrupted,
    /// The time for the whole run ran out.
    Deadline(Duration),
    /// What this check found was enough to know.
    Enough(&'static str),
}

impl Cut {
    /// In words, as reports print them.
    pub fn words(self) -> String {
        match self {
            Self::Interrupted => "interrupted".to_owned(),
            Self::Deadline(time) => format!("the deadline of {time:?} ran out"),
            Self::Enough(check) => format!("ended with the failure of {check}"),
        }
    }

    /// Why a check was not judged.
    pub(super) fn reason(self) -> String {
        match self {
            Self::Interrupted => "the run was interrupted before it was judged".to_owned(),
            Self::Deadline(time) => format!("the deadline of {time:?} ran out before it was judged"),
            Self::Enough(check) => format!("the run ended with the failure of {check} before it was judged"),
        }
    }
}

/// Waits for what ends a run from outside.
pub(super) struct Ends {
    interrupt: CancellationToken,
    deadline: Option<(Duration, Instant)>,
}

impl Ends {
    /// From now on.
    pub(super) fn of(interrupt: CancellationToken, deadline: Option<Duration>) -> Self {
        Self { interrupt, deadline: deadline.map(|time| (time, Instant::now() + time)) }
    }

    /// What comes of something, unless the run ends before.
    pub(super) async fn before<T>(&self, event: impl Future<Output = T>) -> Result<T, Cut> {
        tokio::select! {
            biased;
            () = self.interrupt.cancelled() => Err(Cut::Interrupted),
            time = self.late() => Err(Cut::Deadline(time)),
            value = event => Ok(value),
        }
    }

    async fn late(&self) -> Duration {
        match self.deadline {
            Some((time, at)) => {
                sleep_until(at).await;
                time
            }
            None => std::future::pending().await,
        }
    }
}
