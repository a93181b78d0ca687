//! One courier a webhook: it brings the events one by one, in order, and never holds up anybody else.

use std::sync::Arc;
use std::time::Duration;

use a2a_assay_defects::{Defect, Planted};
use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use tokio::time::{sleep, timeout};

use super::body::body;
use super::caller::{Caller, Undelivered};
use super::guard::Guard;
use super::headers::{Writing, writing};
use super::names::Names;
use super::round::Round;
use crate::household::Household;
use crate::kernel::feed::Events;
use crate::kernel::outbox::{Leash, Outbox, Target};
use crate::options::Options;

/// How often one event is tried.
const TRIES: u32 = 5;

/// The pause after the first failure; every further one is twice as long.
const PAUSE: Duration = Duration::from_millis(50);

/// How long a courier without patience waits for an answer.
const IMPATIENCE: Duration = Duration::from_millis(5);

/// Sends couriers out.
pub(crate) struct Couriers {
    guard: Arc<Guard>,
    household: Household,
    planted: Planted,
}

impl Couriers {
    pub(crate) fn new(options: &Options, household: Household) -> std::io::Result<Self> {
        let names = Names::new(options.resolver)?;
        let planted = options.planted.clone();
        let guard = Arc::new(Guard::new(options.receivers.clone(), names, planted.clone()));
        Ok(Self { guard, household, planted })
    }
}

impl Outbox for Couriers {
    fn admits<'a>(&'a self, url: &'a str) -> BoxFuture<'a, Result<(), String>> {
        Box::pin(async move { self.guard.judge(url).await.map(|_| ()) })
    }

    fn carries(&self, text: &str) -> bool {
        writing(&self.planted) == Writing::Verbatim || !text.chars().any(char::is_control)
    }

    fn follow(&self, target: Target, events: Events, leash: Leash) {
        let caller = Caller::new(target, Arc::clone(&self.guard), self.planted.clone());
        let round = Round::new(events, self.planted.clone());
        let courier = Courier { caller, planted: self.planted.clone() };
        self.household.spawn(async move {
            let whole = async {
                if let Some(before) = &leash.after {
                    before.cancelled().await;
                }
                courier.deliver_all(round).await;
            };
            leash.cut.run_until_cancelled(whole).await;
            leash.spent.cancel();
        });
    }
}

/// Brings the events to one webhook.
#[derive(Clone)]
struct Courier {
    caller: Caller,
    planted: Planted,
}

impl Courier {
    async fn deliver_all(mut self, mut round: Round) {
        let mut under_way = FuturesUnordered::new();
        while let Some(event) = round.next().await {
            let Some(body) = body(&event, &self.caller.target, &self.planted) else { continue };
            if self.planted.plants(Defect::PUSH_WAITS_FOR_NO_ANSWER) {
                let mut another = self.clone();
                under_way.push(async move { another.deliver(&body).await });
                let _ = timeout(IMPATIENCE, under_way.next()).await;
                continue;
            }
            let at_once = self.deliver(&body).await;
            if !at_once && self.planted.plants(Defect::PUSH_ENDS_WITH_A_FAILURE) {
                return;
            }
        }
        while under_way.next().await.is_some() {}
    }

    /// Tries until the event is taken, not for ever; whether that was at once.
    async fn deliver(&mut self, body: &str) -> bool {
        let tries = tries(&self.planted);
        for left in (0..tries).rev() {
            match self.caller.call(body).await {
                Err(Undelivered::Failed) if left > 0 => sleep(self.pause(left)).await,
                _ => return left + 1 == tries,
            }
        }
        false
    }

    /// How long to wait while so many tries are left.
    fn pause(&self, left: u32) -> Duration {
        let mut doubled = TRIES - 1 - left;
        if self.planted.plants(Defect::PUSH_PAUSES_SHRINK) {
            doubled = left - 1;
        }
        PAUSE * 2_u32.pow(doubled)
    }
}

fn tries(planted: &Planted) -> u32 {
    if planted.plants(Defect::NO_PUSH_RETRY) {
        return 1;
    }
    TRIES
}
