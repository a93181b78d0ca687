//! Cancelling tasks.

use std::time::Duration;

use a2a_assay_defects::Defect;
use tokio::time::sleep;

use super::Kernel;
use super::access::{Caller, Operation};
use super::model::{State, Status, Task, TaskId};
use super::refusal::Refusal;

/// How long a cancel takes that does its work outside the lock.
const UNLOCKED: Duration = Duration::from_millis(25);

impl Kernel {
    /// Ends a task that has not ended; asking twice changes nothing.
    pub(crate) fn cancel(&self, caller: &Caller, id: &TaskId) -> Result<Task, Refusal> {
        self.admit(caller, Operation::CancelTask)?;
        let mut world = self.world();
        let world = &mut *world;
        let found = self.find_in(world, caller, id);
        let before = found.map_err(|absent| self.cancel_of_unknown(absent, id))?.task.clone();
        self.judge_cancel(&before)?;
        if before.status.state.is_paused() && self.planted.plants(Defect::CANCEL_OF_PAUSED_IS_NOOP) {
            let status = Status { state: State::Canceled, ..before.status.clone() };
            return Ok(Task { status, ..before });
        }
        let status = Status::plain(State::Canceled, world.ticker.tick());
        let entry = self.find_in(world, caller, id)?;
        let mut stranded = Vec::new();
        if !entry.waiters.is_empty() && self.planted.plants(Defect::CANCEL_STRANDS_WAITER) {
            stranded = entry.strand_waiters();
        }
        if caller.elsewhere && self.planted.plants(Defect::CANCEL_UNTOLD_FROM_ELSEWHERE) {
            entry.lose_listeners();
        }
        let moved = if before.status.state == State::Rejected {
            // only where the judge let it pass
            entry.force(status, &self.planted);
            true
        } else {
            entry.move_to(status, &self.planted).is_ok()
        };
        let task = entry.task.clone();
        world.stranded.extend(stranded);
        if moved {
            world.reshelve(id);
        }
        if moved && self.planted.plants(Defect::CANCEL_ANSWER_IS_STALE) {
            return Ok(before);
        }
        Ok(task)
    }

    /// Whether a task in this state can be cancelled.
    fn judge_cancel(&self, task: &Task) -> Result<(), Refusal> {
        match task.status.state {
            State::Canceled if self.planted.plants(Defect::CANCEL_TWICE_IS_INTERNAL) => Err(Refusal::Broken),
            State::Rejected if self.planted.plants(Defect::REJECTED_TASK_IS_CANCELED) => Ok(()),
            State::Completed | State::Failed | State::Rejected => Err(Refusal::TaskNotCancelable(task.id.clone())),
            _ => Ok(()),
        }
    }

    fn cancel_of_unknown(&self, absent: Refusal, id: &TaskId) -> Refusal {
        if self.planted.plants(Defect::CANCEL_OF_UNKNOWN_IS_TOO_LATE) {
            return Refusal::TaskNotCancelable(id.clone());
        }
        absent
    }

    /// What a cancel does before it looks at the task: nothing, in a sound server.
    pub(crate) async fn before_cancel(&self, id: &TaskId) -> Result<(), Refusal> {
        if self.planted.plants(Defect::PARALLEL_CANCEL_INTERNAL) {
            if !self.world().canceling.insert(id.clone()) {
                return Err(Refusal::Broken);
            }
            sleep(UNLOCKED).await;
            self.world().canceling.remove(id);
        }
        Ok(())
    }
}
