//! How a task is shown in a listing.

use a2a_assay_defects::Defect;

use super::Kernel;
use super::entry::Entry;
use super::model::{State, Task};
use super::view::View;

impl Kernel {
    /// The task as far as the caller asked to see it.
    pub(super) fn listed(&self, entry: &Entry, mut view: View) -> Task {
        if view.cuts(&entry.task) && self.planted.plants(Defect::LIST_HISTORY_IGNORED) {
            view.history = None;
        }
        if !view.without_artifacts && self.planted.plants(Defect::LIST_ARTIFACTS_WITHHELD) {
            view.without_artifacts = true;
        }
        if view.without_artifacts && self.planted.plants(Defect::LIST_ARTIFACTS_ALWAYS) {
            view.without_artifacts = false;
        }
        let mut task = view.of(&entry.task, &self.planted);
        let divided = task.artifacts.iter().any(|artifact| artifact.parts.len() > 1);
        if divided && self.planted.plants(Defect::LIST_ARTIFACTS_FIRST_PART_ONLY) {
            task.artifacts.iter_mut().for_each(|artifact| artifact.parts.truncate(1));
        }
        if task.status.at != entry.moves[0] && self.planted.plants(Defect::LIST_SHOWS_CREATION_TIME) {
            task.status.at = entry.moves[0];
        }
        if task.status.state.is_paused() && self.planted.plants(Defect::LIST_STATUS_LAGS) {
            task.status.state = State::Working;
        }
        task
    }
}
