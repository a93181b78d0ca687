//! One task's feed: every listener gets the same events in the same order.
//!
//! A listener that does not keep up loses its own feed and delays nobody.

use std::sync::Arc;

use a2a_assay_defects::{Defect, Planted};
use tokio::sync::mpsc;

use super::feed_defects::Past;
use super::model::{Event, State};

/// How many events a listener may lag behind.
const LAG: usize = 256;

/// The events a listener has yet to read.
pub(crate) type Events = mpsc::Receiver<Arc<Event>>;

/// Everybody who listens to one task.
#[derive(Default)]
pub(super) struct Feed {
    readers: Vec<Reader>,
    pub(super) past: Past,
}

pub(super) struct Reader {
    to: mpsc::Sender<Arc<Event>>,
    pub(super) until: Until,
    /// Whether its feed began with the task as it stood.
    pub(super) joined: bool,
    /// Whether it was told that the task waits for authorization.
    pub(super) saw_auth: bool,
}

/// When a listener has heard enough.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Until {
    /// A stream closes as well when the task asks its user something.
    AskedOrEnded,
    /// A webhook follows the task to its end.
    Ended,
    /// Never, in a server that forgets to close.
    Never,
}

impl Feed {
    /// Opens a feed that begins with `first`.
    pub(super) fn open(&mut self, until: Until, first: impl IntoIterator<Item = Event>) -> Events {
        self.past.note(&self.readers);
        self.readers.retain(|reader| !reader.left());
        let (to, events) = mpsc::channel(LAG);
        let mut joined = false;
        for event in first {
            joined = true;
            let _ = to.try_send(Arc::new(event));
        }
        self.past.streamed |= until == Until::AskedOrEnded && !joined;
        self.readers.push(Reader { to, until, joined, saw_auth: false });
        events
    }

    /// Whether anybody listens.
    pub(super) fn is_heard(&self) -> bool {
        self.readers.iter().any(|reader| !reader.to.is_closed())
    }

    /// Whether somebody stopped reading a stream.
    pub(super) fn was_left(&mut self) -> bool {
        self.past.note(&self.readers);
        self.past.dropped
    }

    /// Whether somebody reads a stream, or stopped reading one.
    pub(super) fn is_streamed(&self) -> bool {
        self.past.dropped || self.streams() > 0
    }

    /// How many streams there are.
    pub(super) fn streams(&self) -> usize {
        self.readers.iter().filter(|reader| reader.streams()).count()
    }

    /// Tells every listener, and lets go of those who have heard enough or do not keep up.
    pub(super) fn publish(&mut self, event: Event, planted: &Planted) {
        let state = match &event {
            Event::Status { status, .. } => Some(status.state),
            _ => None,
        };
        let event = Arc::new(event);
        self.past.note(&self.readers);
        let past = &self.past;
        self.readers.retain_mut(|reader| {
            let closes = state.is_some_and(|state| reader.until.closes_at(state));
            let streamed = reader.streams();
            if closes && streamed && planted.plants(Defect::STREAM_DROPS_LAST_EVENT) {
                return false;
            }
            let Some((event, closes)) = past.spoil(reader, &event, closes, planted) else {
                return false;
            };
            let kept_up = event.is_none_or(|event| reader.to.try_send(event).is_ok());
            reader.saw_auth |= state == Some(State::AuthRequired);
            kept_up && !closes
        });
        self.past.state = state.or(self.past.state);
    }
}

impl Reader {
    /// Whether it is a stream, as opposed to a webhook.
    pub(super) fn streams(&self) -> bool {
        self.until != Until::Ended
    }

    /// Whether nobody reads it any more.
    pub(super) fn left(&self) -> bool {
        self.to.is_closed()
    }
}

impl Until {
    fn closes_at(self, state: State) -> bool {
        match self {
            Self::AskedOrEnded => state.is_terminal() || state == State::InputRequired,
            Self::Ended => state.is_terminal(),
            Self::Never => false,
        }
    }
}
