//! Hands on the events of a stream one by one as they come, unless a defect is planted; what is only there for the
//! defects can be deleted with them.

use std::sync::Arc;

use a2a_assay_defects::{Defect, Planted};
use serde_json::Value;

use super::{encode, spelling};
use crate::kernel::model::{ContextId, Event, State};

/// The size of a buffer that is too small.
const BUFFER: usize = 64 * 1024;

/// Hands on the events of one stream.
pub(super) struct Relay {
    planted: Planted,
    /// What the stream of a send begins with; none for a subscription.
    first: Option<Arc<Event>>,
    held: Vec<Arc<Event>>,
}

impl Relay {
    pub(super) fn new(planted: &Planted, first: Option<Arc<Event>>) -> Self {
        Self { planted: planted.clone(), first, held: Vec::new() }
    }

    /// The events to write now that this one has come, or the last has.
    pub(super) fn pass(&mut self, event: Option<Arc<Event>>) -> Vec<Arc<Event>> {
        let Some(event) = event else {
            return std::mem::take(&mut self.held);
        };
        match &self.first {
            Some(first) => self.pass_sent(&event, &Arc::clone(first)),
            None => self.pass_joined(event),
        }
    }

    fn pass_sent(&mut self, event: &Arc<Event>, first: &Arc<Event>) -> Vec<Arc<Event>> {
        let event = Arc::clone(event);
        if self.planted.plants(Defect::STREAM_BUFFERED_UNTIL_END) {
            self.held.push(event);
            return Vec::new();
        }
        if self.planted.plants(Defect::STREAM_LAGS_ONE_EVENT) {
            return std::mem::replace(&mut self.held, vec![event]);
        }
        if matches!(&*event, Event::Message(_)) && self.planted.plants(Defect::DIRECT_ANSWER_STREAMED_TWICE) {
            return vec![Arc::clone(&event), event];
        }
        if state_of(&event) == Some(State::Failed) && self.planted.plants(Defect::TASK_RESENT_BEFORE_ITS_FAILURE) {
            return vec![Arc::clone(first), event];
        }
        let closes = matches!(&*event, Event::Artifact { last: true, .. });
        if closes && self.planted.plants(Defect::ARTIFACT_AFTER_COMPLETION) {
            self.held.push(event);
            return Vec::new();
        }
        vec![event]
    }

    fn pass_joined(&self, event: Arc<Event>) -> Vec<Arc<Event>> {
        let ends = state_of(&event).is_some_and(State::is_terminal);
        if ends && self.planted.plants(Defect::SUBSCRIPTION_TOLD_THE_END_TWICE) {
            return vec![Arc::clone(&event), event];
        }
        if matches!(&*event, Event::Task(_)) && self.planted.plants(Defect::SNAPSHOT_SENT_TWICE) {
            return vec![Arc::clone(&event), event];
        }
        vec![event]
    }

    /// The event as JSON.
    pub(super) fn written(&self, event: &Event) -> Value {
        let mut value = encode::event(&self.reworded(event));
        let rejects = state_of(event) == Some(State::Rejected);
        if rejects && self.planted.plants(Defect::REJECTION_EVENT_HAS_TWO_MEMBERS) {
            value["message"] = value["statusUpdate"]["status"]["message"].clone();
        }
        spelling::written(value, &self.planted)
    }

    fn reworded(&self, event: &Event) -> Event {
        let mut event = event.clone();
        let began = match self.first.as_deref() {
            Some(Event::Task(task)) => Some(task.status.at),
            _ => None,
        };
        let joined = self.first.is_none();
        let planted = &self.planted;
        match &mut event {
            Event::Status { context, status, .. }
                if status.state == State::Rejected && planted.plants(Defect::REJECTION_NAMES_ANOTHER_CONTEXT) =>
            {
                *context = ContextId::new(&format!("{}-rejected", context.as_str()));
            }
            Event::Status { status, .. }
                if status.state == State::Failed && planted.plants(Defect::FAILURE_DATED_BACK) =>
            {
                status.at = began.unwrap_or(status.at);
            }
            Event::Artifact { task, context, .. }
                if joined && planted.plants(Defect::SUBSCRIPTION_ARTIFACTS_IN_ANOTHER_CONTEXT) =>
            {
                *context = ContextId::new(task.as_str());
            }
            _ => {}
        }
        event
    }

    /// The data of the frames that carry one document: one.
    pub(super) fn framed(&self, data: String) -> Vec<String> {
        if data.len() <= BUFFER {
            return vec![data];
        }
        if self.planted.plants(Defect::LARGE_EVENT_LEFT_OUT) {
            return Vec::new();
        }
        let border = (BUFFER..data.len()).find(|at| data.is_char_boundary(*at)).unwrap_or(data.len());
        let (begins, ends) = data.split_at(border);
        if self.planted.plants(Defect::LARGE_EVENT_CUT) {
            return vec![begins.to_owned(), ends.to_owned()];
        }
        if self.planted.plants(Defect::LARGE_EVENT_GARBLED) {
            let garbled = ends.replacen(|letter: char| !letter.is_ascii(), "\u{fffd}\u{fffd}", 1);
            return vec![format!("{begins}{garbled}")];
        }
        vec![data]
    }
}

fn state_of(event: &Event) -> Option<State> {
    match event {
        Event::Status { status, .. } => Some(status.state),
        _ => None,
    }
}
