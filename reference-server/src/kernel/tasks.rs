//! Looking at tasks and cancelling them.

use a2a_assay_defects::Defect;

use super::Kernel;
use super::access::{Caller, Operation};
use super::entry::Entry;
use super::model::{Owner, State, Status, Task, TaskId};
use super::refusal::Refusal;
use super::view::View;
use super::world::World;

impl Kernel {
    /// One task as it stands.
    pub(crate) fn task(&self, caller: &Caller, id: &TaskId, view: View) -> Result<Task, Refusal> {
        self.admit(caller, Operation::GetTask)?;
        let mut world = self.world();
        let entry = self.find_in(&mut world, caller, id).map_err(|absent| self.of_unknown(absent))?;
        let shown = view.of(&entry.task, &self.planted);
        if view.cuts(&entry.task) && self.planted.plants(Defect::HISTORY_CUT_FOR_GOOD) {
            entry.task.history.clone_from(&shown.history);
        }
        Ok(shown)
    }

    fn of_unknown(&self, absent: Refusal) -> Refusal {
        if self.planted.plants(Defect::GET_UNKNOWN_IS_INVALID) {
            return Refusal::invalid("id", "is not the id of a task");
        }
        absent
    }

    /// The caller's task with this id, to be listened to.
    pub(super) fn find_live_in<'w>(
        &self,
        world: &'w mut World,
        caller: &Caller,
        id: &TaskId,
    ) -> Result<&'w mut Entry, Refusal> {
        let foreign = world.peek(id).is_some_and(|entry| !entry.is_over() && entry.task.owner != caller.owner);
        if foreign && self.planted.plants(Defect::OWNER_UNCHECKED_ON_LIVE_SUBSCRIBE) {
            return world.entry(id).ok_or_else(|| Refusal::TaskNotFound(id.clone()));
        }
        self.find_in(world, caller, id)
    }

    /// The caller's task with this id; somebody else's is as absent as one that never was.
    pub(super) fn find_in<'w>(
        &self,
        world: &'w mut World,
        caller: &Caller,
        id: &TaskId,
    ) -> Result<&'w mut Entry, Refusal> {
        if id.as_str().contains('\'') && self.planted.plants(Defect::ODD_TASK_ID_BREAKS) {
            return Err(Refusal::Broken);
        }
        let streamed = world.peek(id).is_some_and(|entry| !entry.is_over() && entry.feed.is_streamed());
        if streamed && self.planted.plants(Defect::DROPPED_STREAM_CANCELS_TASK) {
            let status = Status::plain(State::Canceled, world.ticker.tick());
            if let Some(entry) = world.entry(id)
                && entry.was_left()
            {
                let _ = entry.move_to(status, &self.planted);
            }
        }
        let namesake =
            |owner: &Owner| owner.subject == caller.owner.subject && self.planted.plants(Defect::TENANTS_SHARE_TASKS);
        let owns = |owner: &Owner| *owner == caller.owner || namesake(owner);
        match world.entry(id) {
            Some(entry) if owns(&entry.task.owner) => Ok(entry),
            Some(_) if self.planted.plants(Defect::FOREIGN_TASK_FORBIDDEN) => Err(Refusal::NotYours(id.clone())),
            _ => Err(Refusal::TaskNotFound(id.clone())),
        }
    }
}
