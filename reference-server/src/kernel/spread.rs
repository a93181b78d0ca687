//! What the end of a task does to the others of its context: nothing, in a sound server.

use a2a_assay_defects::Defect;

use super::Kernel;
use super::model::{ContextId, Part, State, Status};
use super::world::World;

impl Kernel {
    /// A task of this context completed.
    pub(super) fn spread(&self, world: &mut World, context: &ContextId) {
        for id in world.canceled_in(context) {
            if self.planted.plants(Defect::LATE_RESULT_OVERWRITES_CANCEL) {
                let completed = Status::plain(State::Completed, world.ticker.tick());
                if let Some(entry) = world.entry(&id) {
                    entry.force(completed, &self.planted);
                    world.reshelve(&id);
                }
            }
            if self.planted.plants(Defect::LATE_WORD_IN_HISTORY) {
                let remark = self.agent_says(Some(&id), context, vec![Part::text("this came too late")]);
                if let Some(entry) = world.entry(&id) {
                    entry.task.history.push(remark);
                }
            }
        }
    }
}
