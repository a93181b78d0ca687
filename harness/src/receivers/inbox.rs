//! One address of the webhook listener, and what was delivered there.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

use super::manner::{Fate, Manner};
use super::room::{Place, Room};
use crate::agent::{document, weight};
use crate::limits;
use crate::patience::{Patience, RanOut};

/// One notification as it came in.
#[derive(Clone, Debug)]
pub struct Delivery {
    /// The method.
    pub method: String,
    /// Headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body as text.
    pub text: String,
    /// The body as JSON; null where it is none.
    pub body: Value,
    /// Whether it came in while an earlier one was still unanswered.
    pub overlapped: bool,
    /// Whether it is answered with success, sooner or later.
    pub taken: bool,
    /// When it came in.
    pub at: Instant,
}

impl Delivery {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }
}

/// An address that only one check knows.
#[derive(Clone)]
pub struct Inbox {
    url: String,
    shared: Arc<Shared>,
}

pub(super) struct Shared {
    manner: Manner,
    state: Mutex<Contents>,
    arrived: Notify,
    released: watch::Sender<bool>,
}

#[derive(Default)]
struct Contents {
    deliveries: Vec<Delivery>,
    unanswered: usize,
    places: Vec<Place>,
}

impl Inbox {
    pub(super) fn new(url: String, manner: Manner) -> Self {
        let shared =
            Shared { manner, state: Mutex::default(), arrived: Notify::new(), released: watch::channel(false).0 };
        Self { url, shared: Arc::new(shared) }
    }

    pub(super) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    /// The address to give to the agent.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// What was delivered so far.
    pub fn deliveries(&self) -> Vec<Delivery> {
        self.shared.lock().deliveries.clone()
    }

    /// Lets the answers go that are held back, from now on.
    pub fn release(&self) {
        self.shared.released.send_replace(true);
    }

    /// Waits until what was delivered is like this, at most `limit`; then everything so far.
    pub async fn until(&self, limit: Duration, like: impl Fn(&[Delivery]) -> bool) -> Result<Vec<Delivery>, RanOut> {
        Patience::within(limit, async {
            loop {
                let arrived = self.shared.arrived.notified();
                // Looked at where they lie: a flood of them is not copied for each that comes.
                let found = like(&self.shared.lock().deliveries);
                if found {
                    return self.deliveries();
                }
                arrived.await;
            }
        })
        .await
    }
}

/// A delivery whose caller waits for the answer.
struct Unanswered<'s>(&'s Shared);

impl Drop for Unanswered<'_> {
    fn drop(&mut self) {
        self.0.lock().unanswered -= 1;
    }
}

impl Shared {
    /// Takes a notification in and says how to answer when it is time; nothing, where there is no room left for it.
    pub(super) async fn take(
        &self,
        method: String,
        headers: Vec<(String, String)>,
        text: String,
        room: &Room,
    ) -> Option<Fate> {
        let carried: usize = headers.iter().map(|(name, value)| name.len() + value.len()).sum();
        let place = room.take(carried + 2 * text.len() + weight(text.as_bytes()))?;
        let body = document(text.as_bytes()).unwrap_or_default();
        let mut delivery = Delivery { method, headers, text, body, overlapped: false, taken: true, at: Instant::now() };
        let (fate, waits) = {
            let mut state = self.lock();
            if state.deliveries.len() >= limits::DELIVERIES {
                return None;
            }
            state.places.push(place);
            let earlier = state.deliveries.len();
            let (fate, waits) = (self.manner.fate(earlier), self.manner.waits(earlier));
            delivery.overlapped = state.unanswered > 0;
            delivery.taken = fate == Fate::Taken;
            if delivery.overlapped && self.manner == Manner::SlowFirst {
                self.released.send_replace(true);
            }
            state.unanswered += 1;
            state.deliveries.push(delivery);
            (fate, waits)
        };
        // A caller that hangs up meanwhile waits for no answer either.
        let _unanswered = Unanswered(self);
        self.arrived.notify_waiters();
        if waits {
            let mut released = self.released.subscribe();
            // An error means that the inbox is gone, and with it the reason to wait.
            let _ = released.wait_for(|released| *released).await;
        }
        Some(fate)
    }

    fn lock(&self) -> MutexGuard<'_, Contents> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
