//! One courier a webhook: it brings the events one by one, in order, and never holds up anybody else.

use std::sync::Arc;
use std::time::Duration;

use a2a_assay_defects::{Defect, Planted};
use futures::future::BoxFuture;
use tokio::time::sleep;

use super::caller::{Caller, Undelivered};
use super::guard::Guard;
use super::names::Names;
use crate::edge::encode_event;
use crate::household::Household;
use crate::kernel::feed::Events;
use crate::kernel::outbox::{Leash, Outbox, Target};
use crate::options::Options;

/// How often one event is tried.
const TRIES: u32 = 5;

/// The pause after the first failure; every further one is twice as long.
const PAUSE: Duration = Duration::from_millis(50);

/// Sends couriers out.
pub(crate) struct Couriers {
    guard: Arc<Guard>,
    household: Household,
    tries: u32,
}

impl Couriers {
    pub(crate) fn new(options: &Options, household: Household) -> std::io::Result<Self> {
        let names = Names::new(options.resolver)?;
        Ok(Self {
            guard: Arc::new(Guard::new(options.receivers.clone(), names)),
            household,
            tries: tries(&options.planted),
        })
    }
}

impl Outbox for Couriers {
    fn admits<'a>(&'a self, url: &'a str) -> BoxFuture<'a, Result<(), String>> {
        Box::pin(async move { self.guard.judge(url).await.map(|_| ()) })
    }

    fn follow(&self, target: Target, events: Events, leash: Leash) {
        let caller = Caller::new(target, Arc::clone(&self.guard));
        let tries = self.tries;
        self.household.spawn(async move {
            let round = deliver_all(caller, events, tries);
            leash.cut.run_until_cancelled(round).await;
            leash.spent.cancel();
        });
    }
}

fn tries(planted: &Planted) -> u32 {
    if planted.plants(Defect::NO_PUSH_RETRY) {
        return 1;
    }
    TRIES
}

async fn deliver_all(mut caller: Caller, mut events: Events, tries: u32) {
    while let Some(event) = events.recv().await {
        let body = encode_event(&event).to_string();
        deliver(&mut caller, &body, tries).await;
    }
}

async fn deliver(caller: &mut Caller, body: &str, tries: u32) {
    let mut pause = PAUSE;
    for left in (0..tries).rev() {
        match caller.call(body).await {
            Err(Undelivered::Failed) if left > 0 => sleep(pause).await,
            _ => return,
        }
        pause *= 2;
    }
}
