//! One task's feed: every listener gets the same events in the same order.
//!
//! A listener that does not keep up loses its own feed and delays nobody.

use std::sync::Arc;

use a2a_assay_defects::{Defect, Planted};
use tokio::sync::mpsc;

use super::model::{Event, State};

/// How many events a listener may lag behind.
const LAG: usize = 256;

/// The events a listener has yet to read.
pub(crate) type Events = mpsc::Receiver<Arc<Event>>;

/// Everybody who listens to one task.
#[derive(Default)]
pub(super) struct Feed {
    readers: Vec<Reader>,
}

struct Reader {
    to: mpsc::Sender<Arc<Event>>,
    until: Until,
}

/// When a listener has heard enough.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Until {
    /// A stream closes as well when the task asks its user something.
    AskedOrEnded,
    /// A webhook follows the task to its end.
    Ended,
}

impl Feed {
    /// Opens a feed that begins with `first`.
    pub(super) fn open(&mut self, until: Until, first: Option<Event>) -> Events {
        self.readers.retain(|reader| !reader.to.is_closed());
        let (to, events) = mpsc::channel(LAG);
        if let Some(first) = first {
            let _ = to.try_send(Arc::new(first));
        }
        self.readers.push(Reader { to, until });
        events
    }

    /// Tells every listener, and lets go of those who have heard enough or do not keep up.
    pub(super) fn publish(&mut self, event: Event, planted: &Planted) {
        let state = match &event {
            Event::Status { status, .. } => Some(status.state),
            _ => None,
        };
        let event = Arc::new(event);
        self.readers.retain(|reader| {
            let closes = state.is_some_and(|state| reader.until.closes_at(state));
            let streamed = reader.until == Until::AskedOrEnded;
            if closes && streamed && planted.plants(Defect::STREAM_DROPS_LAST_EVENT) {
                return false;
            }
            let kept_up = reader.to.try_send(Arc::clone(&event)).is_ok();
            kept_up && !closes
        });
    }
}

impl Until {
    fn closes_at(self, state: State) -> bool {
        match self {
            Self::AskedOrEnded => state.is_terminal() || state == State::InputRequired,
            Self::Ended => state.is_terminal(),
        }
    }
}
