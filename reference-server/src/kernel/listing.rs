//! Listing tasks, newest status first, in pages that stay right while tasks move.
//!
//! Later pages list tasks in the order they had when the first page was read: nothing is listed twice, and
//! nothing is left out because it moved.

use a2a_assay_defects::Defect;

use super::Kernel;
use super::access::{Caller, Operation};
use super::clock::Stamp;
use super::cursor::Cursor;
use super::entry::Entry;
use super::model::{ContextId, State, Task};
use super::refusal::Refusal;
use super::view::View;
use super::world::World;

/// The size of a page where the caller names none.
const PAGE: i64 = 50;

/// The largest page.
const LARGEST: i64 = 100;

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

/// One page of a listing.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) tasks: Vec<Task>,
    /// The token of the next page; empty on the last.
    pub(crate) next: String,
    pub(crate) size: i64,
    /// How many tasks match on all pages together.
    pub(crate) total: usize,
}

impl Kernel {
    /// One page of the caller's tasks.
    pub(crate) fn list(&self, caller: &Caller, query: &Query) -> Result<Page, Refusal> {
        self.admit(caller, Operation::ListTasks)?;
        let size = query.page_size.unwrap_or(PAGE);
        let Some(room) = usize::try_from(size).ok().filter(|_| (1..=LARGEST).contains(&size)) else {
            return Err(Refusal::invalid("pageSize", "must be from 1 to 100"));
        };
        let question = query.question(caller);
        let world = self.world();
        let cursor = match &query.page_token {
            None => Cursor { seen_at: world.ticker.last(), after: Stamp(i64::MAX) },
            Some(token) => self
                .cursors
                .open(token, &question)
                .ok_or_else(|| Refusal::invalid("pageToken", "is none that was given out"))?,
        };

        let matching = self.matching(&world, caller, query, cursor.seen_at);
        let rest: Vec<_> = matching.iter().filter(|(place, _)| *place < cursor.after).take(room + 1).collect();
        let page = &rest[..rest.len().min(room)];
        let next = match page.last() {
            Some((after, _)) if rest.len() > room => {
                let after = *after;
                self.cursors.seal(Cursor { after, ..cursor }, &question)
            }
            _ => String::new(),
        };
        Ok(Page {
            tasks: page.iter().map(|(_, entry)| query.view.of(&entry.task, &self.planted)).collect(),
            next,
            size,
            total: matching.len(),
        })
    }

    /// The tasks that match, each with its place in the order of that moment.
    fn matching<'w>(
        &self,
        world: &'w World,
        caller: &Caller,
        query: &Query,
        seen_at: Stamp,
    ) -> Vec<(Stamp, &'w Entry)> {
        let mut entries = world.shelf(&caller.owner);
        if self.planted.plants(Defect::LIST_UNSCOPED) {
            entries = world.everything();
        }
        let mut matching: Vec<_> = entries
            .into_iter()
            .filter(|entry| query.matches(&entry.task))
            .filter_map(|entry| Some((entry.place_at(seen_at)?, entry)))
            .collect();
        matching.sort_by_key(|(place, _)| std::cmp::Reverse(*place));
        matching
    }
}

impl Query {
    fn matches(&self, task: &Task) -> bool {
        let context = self.context.as_ref().is_none_or(|id| *id == task.context);
        let state = self.state.is_none_or(|state| state == task.status.state);
        let since = self.since.is_none_or(|since| since <= task.status.at);
        context && state && since
    }

    /// What makes this listing another one than the next caller's: who asks, and for what.
    fn question(&self, caller: &Caller) -> String {
        format!("{:?} {:?} {:?} {:?}", caller.owner, self.context, self.state, self.since)
    }
}

impl Entry {
    /// Its last move up to a moment; none if it began later.
    fn place_at(&self, moment: Stamp) -> Option<Stamp> {
        self.moves.iter().rev().find(|at| **at <= moment).copied()
    }
}
