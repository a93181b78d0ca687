//! What is planted where an agent's code broke down. A sound kernel has nothing to do here: the task fails, and that
//! is all.

use a2a_assay_defects::Defect;

use super::Kernel;
use super::model::{State, Status, Task, TaskId};
use super::world::World;

impl Kernel {
    /// The work on a task broke down.
    pub(super) fn crashed(&self, id: &TaskId) {
        let mut world = self.world();
        let world = &mut *world;
        let Some(entry) = world.entry(id) else { return };
        let (owner, context) = (entry.task.owner.clone(), entry.task.context.clone());
        if !entry.waiters.is_empty() && self.planted.plants(Defect::CRASH_ANSWERS_WITH_OTHER_ID) {
            let other = TaskId::new(&self.ids.fresh());
            let status = Status { state: State::Failed, ..entry.task.status.clone() };
            let failed = Task { id: other, status, ..entry.task.clone() };
            for waiter in entry.strand_waiters() {
                let _ = waiter.send(failed.clone());
            }
        }
        if self.planted.plants(Defect::CRASH_SILENT_ON_STREAMS) {
            entry.lose_listeners();
        }
        if self.planted.plants(Defect::CRASH_CLOSES_THE_CONTEXT) {
            world.contexts.lose(&owner, &context);
        }
        if self.planted.plants(Defect::CRASH_FAILS_THE_CONVERSATION) {
            let others = world.shelf(&owner).into_iter().map(|entry| &entry.task);
            let others: Vec<TaskId> =
                others.filter(|task| task.context == context && task.id != *id).map(|task| task.id.clone()).collect();
            for other in others {
                self.fail(world, &other);
            }
        }
    }

    fn fail(&self, world: &mut World, id: &TaskId) {
        let status = Status::plain(State::Failed, world.ticker.tick());
        let moved = world.entry(id).is_some_and(|entry| entry.move_to(status, &self.planted).is_ok());
        if moved {
            world.reshelve(id);
        }
    }
}
