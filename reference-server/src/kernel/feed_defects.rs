//! How the defects of streams and webhooks make a feed go wrong; all of it can be deleted with them.

use std::sync::Arc;

use a2a_assay_defects::{Defect, Planted};

use super::feed::Reader;
use super::model::{Event, State, Status};

/// What a feed remembers, for no other purpose than to go wrong.
#[derive(Default)]
pub(super) struct Past {
    /// Whether a send was ever answered with a stream.
    pub(super) streamed: bool,
    /// The last state that was told.
    pub(super) state: Option<State>,
    /// Whether somebody dropped a stream.
    pub(super) dropped: bool,
    /// Whether somebody dropped one of several.
    dropped_one: bool,
}

/// What a reader gets in place of an event, if anything, and whether its feed closes then.
type Heard = (Option<Arc<Event>>, bool);

impl Past {
    /// Looks for streams that nobody reads any more.
    pub(super) fn note(&mut self, readers: &[Reader]) {
        let streams = readers.iter().filter(|reader| reader.streams());
        let (left, there): (Vec<_>, Vec<_>) = streams.partition(|reader| reader.left());
        self.dropped |= !left.is_empty();
        self.dropped_one |= !left.is_empty() && there.len() > 1;
    }

    /// What becomes of an event for one reader; nothing, where its feed closes without a word.
    pub(super) fn spoil(&self, reader: &Reader, event: &Arc<Event>, closes: bool, planted: &Planted) -> Option<Heard> {
        let state = match &**event {
            Event::Status { status, .. } => Some(status.state),
            _ => None,
        };
        if !reader.streams() {
            if self.dropped && planted.plants(Defect::DROPPED_STREAM_SILENCES_PUSH) {
                return None;
            }
            let over = state == Some(State::AuthRequired) && planted.plants(Defect::PUSH_ENDS_AT_AUTH);
            return Some((Some(Arc::clone(event)), closes || over));
        }
        if self.dropped_one && planted.plants(Defect::DROPPED_STREAM_CLOSES_OTHERS) {
            return None;
        }
        if reader.saw_auth && planted.plants(Defect::STREAM_DEAF_AFTER_AUTH) {
            return Some((None, false));
        }
        let Some(state) = state else {
            let deaf = reader.saw_auth && planted.plants(Defect::ARTIFACTS_AFTER_AUTH_NOT_STREAMED);
            return Some(((!deaf).then(|| Arc::clone(event)), closes));
        };
        self.spoil_status(reader, event, (state, closes), planted)
    }

    fn spoil_status(
        &self,
        reader: &Reader,
        event: &Arc<Event>,
        (state, closes): (State, bool),
        planted: &Planted,
    ) -> Option<Heard> {
        let told = Some(Arc::clone(event));
        let asked = self.state == Some(State::InputRequired);
        match state {
            State::Rejected if planted.plants(Defect::STREAM_OPEN_AFTER_REJECTION) => Some((told, false)),
            State::Rejected if reader.joined && planted.plants(Defect::REJECTION_UNTOLD_TO_SUBSCRIBERS) => None,
            State::Failed if reader.joined && planted.plants(Defect::FAILURE_UNEXPLAINED_TO_SUBSCRIBERS) => {
                Some((Some(wordless(event)), closes))
            }
            State::Canceled if asked && planted.plants(Defect::CANCEL_AT_QUESTION_UNTOLD) => None,
            State::Canceled if asked && planted.plants(Defect::CANCEL_AT_QUESTION_LEAVES_STREAMS) => {
                Some((None, false))
            }
            State::InputRequired if planted.plants(Defect::STREAM_OPEN_AT_QUESTION) => Some((told, false)),
            State::InputRequired if planted.plants(Defect::QUESTION_STREAMED_WITHOUT_WORDS) => {
                Some((Some(wordless(event)), closes))
            }
            State::AuthRequired if planted.plants(Defect::AUTH_PAUSE_NOT_STREAMED) => Some((None, closes)),
            State::AuthRequired if planted.plants(Defect::STREAM_CLOSES_AT_AUTH) => Some((told, true)),
            _ => Some((told, closes)),
        }
    }
}

/// A status update without the agent's words.
fn wordless(event: &Arc<Event>) -> Arc<Event> {
    let Event::Status { task, context, status } = &**event else {
        return Arc::clone(event);
    };
    let status = Status { message: None, ..status.clone() };
    Arc::new(Event::Status { task: task.clone(), context: context.clone(), status })
}
