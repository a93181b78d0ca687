//! Every time limit there is. Checks never sleep and never name a duration: they wait for an event, within one of
//! these.

use std::future::Future;
use std::pin::pin;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep, sleep_until};

/// How long the judge waits, from the target's settings.
#[derive(Clone, Debug)]
pub struct Patience {
    /// For an answer or an event that is due at once.
    pub reply: Duration,
    /// How long the agent says that its `slow` and `stream` tasks take.
    pub slow: Duration,
    /// Before a second way to the same end is tried; never decides a verdict.
    pub hedge: Duration,
    /// For a whole check, however the agent drags it out: the longest of a sound agent takes a tenth of it.
    pub check: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            reply: Duration::from_secs(5),
            slow: Duration::from_secs(2),
            hedge: Duration::from_millis(500),
            check: Duration::from_secs(120),
        }
    }
}

/// The patience is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RanOut;

impl Patience {
    /// For the head of a notification, for its body, and for the next one on the same connection.
    pub(crate) const NOTIFICATION: Duration = Duration::from_secs(30);

    /// For an agent that says it has too much to do; who asks for more is not waited for.
    pub(crate) const BUSY: Duration = Duration::from_secs(2);

    /// For a task that works by itself to finish.
    pub fn finish(&self) -> Duration {
        self.reply + self.slow
    }

    /// Waits for `event`, at most `limit`.
    ///
    /// The limit counts only time during which this process could run: it is taken in small steps, and a step that
    /// ends late counts as one step, or as less where this process was starved. So a busy machine makes the judge slower,
    /// not harsher; but no more than ten times slower, since it may be the agent that keeps it busy.
    pub async fn within<T>(limit: Duration, event: impl Future<Output = T>) -> Result<T, RanOut> {
        const STEP: Duration = Duration::from_millis(20);
        const STARVED: Duration = Duration::from_millis(100);
        let mut event = pin!(event);
        let mut left = limit;
        let (begun, at_last) = (Instant::now(), limit.saturating_mul(10));
        loop {
            let step = STEP.min(left);
            let wake = Instant::now() + step;
            tokio::select! {
                biased;
                value = &mut event => return Ok(value),
                () = sleep(step) => {}
            }
            // A step that ends much too late says that we were starved, and so, very likely, was the agent.
            let starved = wake.elapsed() > STARVED;
            left = left.saturating_sub(if starved { step / 4 } else { step });
            if left.is_zero() || begun.elapsed() >= at_last {
                return Err(RanOut);
            }
        }
    }
}

impl Patience {
    /// Waits for `event`, and says by how much a mere nap was late meanwhile, at most: times that were measured are in
    /// doubt by some of these.
    pub(crate) async fn with_lateness<T>(event: impl Future<Output = T>) -> (T, Duration) {
        const NAP: Duration = Duration::from_millis(5);
        let mut event = pin!(event);
        let mut late = Duration::ZERO;
        loop {
            let wake = Instant::now() + NAP;
            tokio::select! {
                biased;
                value = &mut event => return (value, late.max(wake.elapsed())),
                () = sleep_until(wake) => late = late.max(wake.elapsed()),
            }
        }
    }
}

/// Lets requests go one by one, with a time between them.
#[derive(Debug)]
pub(crate) struct Pace {
    gap: Duration,
    next: Mutex<Instant>,
}

impl Pace {
    /// With this time between two.
    pub(crate) fn new(gap: Duration) -> Self {
        Self { gap, next: Mutex::new(Instant::now()) }
    }

    /// Waits until it is this request's turn.
    pub(crate) async fn turn(&self) {
        let turn = {
            let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
            let turn = (*next).max(Instant::now());
            *next = turn + self.gap;
            turn
        };
        sleep_until(turn).await;
    }
}

/// Lets no request go while the agent has too much to do.
#[derive(Debug, Default)]
pub(crate) struct Busy {
    until: Mutex<Option<Instant>>,
}

impl Busy {
    /// It has, from now on for this time.
    pub(crate) fn until(&self, time: Duration) {
        let until = Some(Instant::now() + time);
        let mut known = self.until.lock().unwrap_or_else(PoisonError::into_inner);
        *known = until.max(*known);
    }

    /// Waits until it has no longer.
    pub(crate) async fn over(&self) {
        let until = *self.until.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(until) = until {
            sleep_until(until).await;
        }
    }
}

impl Patience {
    /// The pause before the next look at something that only looking can tell.
    pub(crate) async fn look_again(looks: u32) {
        sleep(Duration::from_millis((2 << looks.min(5)).min(50))).await;
    }
}
