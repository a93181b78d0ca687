//! The events of one webhook in the order in which they are delivered.

use std::sync::Arc;
use std::time::Duration;

use a2a_assay_defects::{Defect, Planted};
use tokio::time::timeout;

use crate::kernel::feed::Events;
use crate::kernel::model::Event;

/// How long an event waits for one that may overtake it.
const MOMENT: Duration = Duration::from_millis(50);

/// What one courier has to deliver.
pub(super) struct Round {
    events: Events,
    /// What was taken out of its turn.
    waiting: Option<Arc<Event>>,
    planted: Planted,
}

impl Round {
    pub(super) fn new(events: Events, planted: Planted) -> Self {
        Self { events, waiting: None, planted }
    }

    /// The next event, in the order in which they happened.
    pub(super) async fn next(&mut self) -> Option<Arc<Event>> {
        let event = match self.waiting.take() {
            Some(event) => event,
            None => self.events.recv().await?,
        };
        if self.planted.plants(Defect::PUSH_STATUS_OVERTAKES) && may_be_overtaken(&event) {
            return Some(self.overtaken(event).await);
        }
        Some(event)
    }

    /// The event, or the status right behind it.
    async fn overtaken(&mut self, event: Arc<Event>) -> Arc<Event> {
        let Ok(Some(later)) = timeout(MOMENT, self.events.recv()).await else { return event };
        let (first, second) = if may_overtake(&later) { (later, event) } else { (event, later) };
        self.waiting = Some(second);
        first
    }
}

fn may_be_overtaken(event: &Event) -> bool {
    match event {
        Event::Status { status, .. } => !status.state.is_terminal(),
        Event::Artifact { .. } => true,
        Event::Task(_) | Event::Message(_) => false,
    }
}

fn may_overtake(event: &Event) -> bool {
    matches!(event, Event::Status { status, .. } if !status.state.is_terminal())
}
