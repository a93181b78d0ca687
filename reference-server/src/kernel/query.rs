//! What a listing asks for, and which tasks that takes.

use a2a_assay_defects::{Defect, Planted};

use super::access::Caller;
use super::clock::Stamp;
use super::model::{ContextId, State, Task};
use super::view::View;

/// What to list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Query {
    pub(crate) context: Option<ContextId>,
    pub(crate) state: Option<State>,
    /// Only tasks that moved at or after this moment.
    pub(crate) since: Option<Stamp>,
    pub(crate) page_size: Option<i64>,
    pub(crate) page_token: Option<String>,
    pub(crate) view: View,
}

impl Query {
    pub(super) fn matches(&self, task: &Task, planted: &Planted) -> bool {
        let context = self.context.as_ref().is_none_or(|id| *id == task.context);
        let mut state = self.state.is_none_or(|state| state == task.status.state);
        if context && !state && self.page_token.is_some() && planted.plants(Defect::LIST_PAGE_FORGETS_STATE) {
            state = true;
        }
        if self.state == Some(State::Submitted) && planted.plants(Defect::LIST_SUBMITTED_MEANS_OPEN) {
            state = !task.status.state.is_terminal();
        }
        let mut since = self.since.is_none_or(|since| since <= task.status.at);
        if self.since == Some(task.status.at) && planted.plants(Defect::LIST_SINCE_EXCLUSIVE) {
            since = false;
        }
        context && state && since
    }

    /// What makes this listing another one than the next caller's: who asks, and for what.
    pub(super) fn question(&self, caller: &Caller) -> String {
        format!("{:?} {:?} {:?} {:?}", caller.owner, self.context, self.state, self.since)
    }
}
