//! Following a task that is there.

use std::time::Duration;

use a2a_assay_defects::Defect;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::Kernel;
use super::access::{Caller, Operation};
use super::entry::Entry;
use super::feed::{Events, Until};
use super::model::{Event, State, Status, Task, TaskId};
use super::refusal::Refusal;

/// How long a server that looks once and listens later may take between the two.
const GAP: Duration = Duration::from_millis(600);

impl Kernel {
    /// The task as it stands, then everything that happens to it.
    pub(crate) async fn subscribe(&self, caller: &Caller, id: &TaskId) -> Result<Events, Refusal> {
        self.admit(caller, Operation::SubscribeToTask)?;
        let hangs = self.planted.plants(Defect::SUBSCRIPTION_HANGS_ON_CANCEL);
        let loses = self.planted.plants(Defect::SUBSCRIPTION_LOST_ON_CANCEL);
        if hangs || loses {
            let live = !self.find_in(&mut self.world(), caller, id)?.task.status.state.is_terminal();
            let until = Instant::now() + GAP;
            while Instant::now() < until {
                tokio::time::sleep(Duration::from_millis(2)).await;
                if self.find_in(&mut self.world(), caller, id)?.task.status.state.is_terminal() {
                    break;
                }
            }
            let mut world = self.world();
            let entry = self.find_in(&mut world, caller, id)?;
            if live && entry.task.status.state == State::Canceled {
                let snapshot = Event::Task(entry.task.clone());
                return if loses {
                    Err(Refusal::TaskNotFound(id.clone()))
                } else {
                    Ok(entry.listen(Until::Never, [snapshot]))
                };
            }
        }
        let mut world = self.world();
        let entry = match self.find_live_in(&mut world, caller, id) {
            Err(_) if self.planted.plants(Defect::SUBSCRIPTION_TO_NOTHING_UNSUPPORTED) => {
                return Err(Refusal::Unsupported("there is nothing to subscribe to"));
            }
            found => found?,
        };
        let state = entry.task.status.state;
        if state == State::Rejected && self.planted.plants(Defect::SUBSCRIPTION_TO_REJECTED_IS_EMPTY) {
            return Ok(recorded(None));
        }
        if state == State::Canceled && self.planted.plants(Defect::CANCELED_TASK_IS_STREAMED) {
            return Ok(recorded(Some(Event::Task(entry.task.clone()))));
        }
        let played = state == State::Completed && entry.was_streamed();
        if played && self.planted.plants(Defect::FINISHED_STREAM_PLAYED_AGAIN) {
            return Ok(recorded(Some(Event::Task(entry.task.clone()))));
        }
        if state.is_terminal() {
            return Err(Refusal::Unsupported("the task has ended"));
        }
        if caller.elsewhere && self.planted.plants(Defect::SUBSCRIPTION_STANDS_STILL_ELSEWHERE) {
            return Ok(recorded(Some(Event::Task(entry.task.clone()))));
        }
        if state == State::InputRequired && self.planted.plants(Defect::SUBSCRIPTION_TO_QUESTION_REFUSED) {
            return Err(Refusal::Unsupported("the task waits for input"));
        }
        let mut until = Until::AskedOrEnded;
        if state == State::InputRequired && self.planted.plants(Defect::SUBSCRIPTION_OUTLIVES_AN_ANSWER) {
            until = Until::Never;
        }
        let first = self.first_events(entry);
        Ok(entry.listen(until, first))
    }

    /// What a subscription begins with: the task as it stands.
    fn first_events(&self, entry: &Entry) -> Vec<Event> {
        let task = &entry.task;
        let told =
            || Event::Status { task: task.id.clone(), context: task.context.clone(), status: task.status.clone() };
        let state = task.status.state;
        if self.planted.plants(Defect::SUBSCRIBE_WITHOUT_SNAPSHOT) {
            return Vec::new();
        }
        let asks = state == State::InputRequired;
        if asks && self.planted.plants(Defect::SUBSCRIPTION_TO_QUESTION_STARTS_WITH_STATUS) {
            return vec![told()];
        }
        if state != State::Submitted && self.planted.plants(Defect::SNAPSHOT_IS_THE_BEGINNING) {
            let at = entry.moves.first().copied().unwrap_or(task.status.at);
            let status = Status::plain(State::Submitted, at);
            return vec![Event::Task(Task { status, ..task.clone() })];
        }
        let mut first = vec![Event::Task(task.clone())];
        if state != State::Submitted && self.planted.plants(Defect::SUBSCRIPTION_REPEATS_LAST_STATUS) {
            first.push(told());
        }
        first
    }
}

/// A feed that is over.
fn recorded(events: Option<Event>) -> Events {
    let (to, feed) = mpsc::channel(1);
    if let Some(event) = events {
        let _ = to.try_send(std::sync::Arc::new(event));
    }
    feed
}
