//! How much of a task a caller asked to see.

use a2a_assay_defects::{Defect, Planted};

use super::model::Task;

/// What to leave out of a task.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct View {
    /// At most this many of the newest messages; all of them where it is not said.
    pub(crate) history: Option<usize>,
    /// Whether artifacts stay out.
    pub(crate) without_artifacts: bool,
}

impl View {
    pub(crate) fn with_history(history: Option<usize>) -> Self {
        Self { history, without_artifacts: false }
    }

    /// Whether some of the task's history stays out.
    pub(super) fn cuts(self, task: &Task) -> bool {
        self.history.is_some_and(|limit| limit < task.history.len())
    }

    /// The task as far as the caller asked to see it.
    pub(super) fn of(self, task: &Task, planted: &Planted) -> Task {
        let mut limit = self.history.unwrap_or(usize::MAX);
        if self.cuts(task) && planted.plants(Defect::HISTORY_LENGTH_IGNORED) {
            limit = usize::MAX;
        }
        let older = task.history.len().saturating_sub(limit);
        let mut history = task.history[older..].to_vec();
        if older > 0 && planted.plants(Defect::HISTORY_OLDEST_KEPT) {
            history = task.history.iter().take(limit).cloned().collect();
        }
        let mut without_artifacts = self.without_artifacts;
        if limit == 0 && planted.plants(Defect::BARE_TASK_LOSES_ARTIFACTS) {
            without_artifacts = true;
        }
        Task {
            id: task.id.clone(),
            context: task.context.clone(),
            owner: task.owner.clone(),
            status: task.status.clone(),
            artifacts: if without_artifacts { Vec::new() } else { task.artifacts.clone() },
            history,
        }
    }
}
