//! Looking at tasks, following them and cancelling them.

use a2a_assay_defects::Defect;

use super::Kernel;
use super::access::{Caller, Operation};
use super::entry::Entry;
use super::feed::{Events, Until};
use super::model::{Event, State, Status, Task, TaskId};
use super::refusal::Refusal;
use super::view::View;
use super::world::World;

impl Kernel {
    /// One task as it stands.
    pub(crate) fn task(&self, caller: &Caller, id: &TaskId, view: View) -> Result<Task, Refusal> {
        self.admit(caller, Operation::GetTask)?;
        let mut world = self.world();
        let entry = self.find_in(&mut world, caller, id)?;
        Ok(view.of(&entry.task, &self.planted))
    }

    /// Ends a task that has not ended; asking twice changes nothing.
    pub(crate) fn cancel(&self, caller: &Caller, id: &TaskId) -> Result<Task, Refusal> {
        self.admit(caller, Operation::CancelTask)?;
        let mut world = self.world();
        let world = &mut *world;
        let state = self.find_in(world, caller, id)?.task.status.state;
        if state.is_terminal() && state != State::Canceled {
            return Err(Refusal::TaskNotCancelable(id.clone()));
        }
        let status = Status::plain(State::Canceled, world.ticker.tick());
        let entry = self.find_in(world, caller, id)?;
        let stranded =
            if self.planted.plants(Defect::CANCEL_STRANDS_WAITER) { entry.strand_waiters() } else { Vec::new() };
        let moved = entry.move_to(status, &self.planted).is_ok();
        let task = entry.task.clone();
        world.stranded.extend(stranded);
        if moved {
            world.reshelve(id);
        }
        Ok(task)
    }

    /// The task as it stands, then everything that happens to it.
    pub(crate) fn subscribe(&self, caller: &Caller, id: &TaskId) -> Result<Events, Refusal> {
        self.admit(caller, Operation::SubscribeToTask)?;
        let mut world = self.world();
        let entry = self.find_in(&mut world, caller, id)?;
        if entry.task.status.state.is_terminal() {
            return Err(Refusal::Unsupported("the task has ended"));
        }
        let mut snapshot = Some(Event::Task(entry.task.clone()));
        if self.planted.plants(Defect::SUBSCRIBE_WITHOUT_SNAPSHOT) {
            snapshot = None;
        }
        Ok(entry.listen(Until::AskedOrEnded, snapshot))
    }

    /// The caller's task with this id; somebody else's is as absent as one that never was.
    pub(super) fn find_in<'w>(
        &self,
        world: &'w mut World,
        caller: &Caller,
        id: &TaskId,
    ) -> Result<&'w mut Entry, Refusal> {
        let forbids = self.planted.plants(Defect::FOREIGN_TASK_FORBIDDEN);
        match world.entry(id) {
            Some(entry) if entry.task.owner == caller.owner => Ok(entry),
            Some(_) if forbids => Err(Refusal::NotYours(id.clone())),
            _ => Err(Refusal::TaskNotFound(id.clone())),
        }
    }
}
