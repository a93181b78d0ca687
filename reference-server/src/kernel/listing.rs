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
use super::model::Task;
use super::query::Query;
use super::refusal::Refusal;
use super::world::World;

/// The size of a page where the caller names none.
const PAGE: i64 = 50;

/// The largest page.
const LARGEST: i64 = 100;

/// Before every task.
const BEGINNING: Stamp = Stamp(i64::MAX);

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
        let mut room = self.room(size)?;
        let question = query.question(caller);
        let total = self.total(query);
        let world = self.world();
        let cursor = match &query.page_token {
            None => Cursor { seen_at: world.ticker.last(), after: BEGINNING },
            Some(token) => self.cursors.open(token, &question).ok_or_else(|| self.unknown_token())?,
        };

        let matching = self.matching(&world, caller, query, cursor.seen_at);
        let rest: Vec<_> = self.from(&matching, cursor).collect();
        if rest.len() > room && self.planted.plants(Defect::LIST_PAGE_OVERFULL) {
            room += 1;
        }
        let page = &rest[..rest.len().min(room)];
        let leads_on = rest.len() > room || rest.len() == room && self.planted.plants(Defect::LIST_FULL_PAGE_LEADS_ON);
        let next = match page.last() {
            Some((after, _)) if leads_on => {
                let mut after = *after;
                if self.planted.plants(Defect::LIST_PAGE_SKIPS_ONE) {
                    after = rest[room].0;
                }
                self.cursors.seal(Cursor { after, ..cursor }, &question)
            }
            _ => String::new(),
        };
        let mut total = total.unwrap_or(matching.len());
        if rest.len() != total && self.planted.plants(Defect::LIST_TOTAL_SHRINKS) {
            total = rest.len();
        }
        if query.state.is_some() && self.planted.plants(Defect::LIST_TOTAL_IGNORES_STATE) {
            total = self.matching(&world, caller, &Query { state: None, ..query.clone() }, cursor.seen_at).len();
        }
        let mut tasks: Vec<Task> = page.iter().map(|(_, entry)| self.listed(entry, query.view)).collect();
        if tasks.len() > 1 && self.planted.plants(Defect::LIST_PAGE_REVERSED) {
            tasks.reverse();
        }
        let misreported = size != PAGE && self.planted.plants(Defect::LIST_PAGE_SIZE_MISREPORTED);
        Ok(Page { tasks, next, size: if misreported { PAGE } else { size }, total })
    }

    /// How many tasks go on a page of this size.
    fn room(&self, mut size: i64) -> Result<usize, Refusal> {
        let mut largest = LARGEST;
        if size == LARGEST && self.planted.plants(Defect::LIST_HUNDRED_REFUSED) {
            largest -= 1;
        }
        if size == 0 && self.planted.plants(Defect::LIST_PAGE_SIZE_ZERO_IS_DEFAULT) {
            size = PAGE;
        }
        let room = usize::try_from(size).ok().filter(|_| (1..=largest).contains(&size));
        room.ok_or_else(|| Refusal::invalid("pageSize", "must be from 1 to 100"))
    }

    fn unknown_token(&self) -> Refusal {
        if self.planted.plants(Defect::BAD_PAGE_TOKEN_INTERNAL) {
            return Refusal::Broken;
        }
        let mut why = "is none that was given out";
        if self.planted.plants(Defect::PAGE_TOKEN_ERROR_TELLS_ITS_SOURCE) {
            why = "is none (src/kernel/cursor.rs:31)";
        }
        Refusal::invalid("pageToken", why)
    }

    /// What follows where the last page ended.
    fn from<'m, 'w>(
        &self,
        matching: &'m [(Stamp, &'w Entry)],
        cursor: Cursor,
    ) -> impl Iterator<Item = &'m (Stamp, &'w Entry)> {
        let mut after = cursor.after;
        let moved = after != BEGINNING && !matching.iter().any(|(_, entry)| entry.task.status.at == after);
        if moved && self.planted.plants(Defect::LIST_MOVED_ANCHOR_ENDS) {
            after = Stamp(0);
        }
        if moved && self.planted.plants(Defect::LIST_MOVED_ANCHOR_RESTARTS) {
            after = BEGINNING;
        }
        matching.iter().filter(move |(place, _)| *place < after)
    }

    /// How many tasks match, where it is counted apart from the listing.
    fn total(&self, query: &Query) -> Option<usize> {
        if query.context.is_none() && self.planted.plants(Defect::LIST_TOTAL_COUNTS_EVERYBODY) {
            let world = self.world();
            return Some(world.everything().iter().filter(|entry| query.matches(&entry.task, &self.planted)).count());
        }
        None
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
        let others = entries.len() < world.size();
        if others && self.planted.plants(Defect::LIST_UNSCOPED) {
            entries = world.everything();
        }
        if others && self.planted.plants(Defect::LISTING_SPANS_TENANTS) {
            entries = world.everything();
            entries.retain(|entry| entry.task.owner.subject == caller.owner.subject);
        }
        if others && query.context.is_some() && self.planted.plants(Defect::LIST_BY_CONTEXT_UNSCOPED) {
            entries = world.everything();
        }
        let mut matching: Vec<_> = entries
            .into_iter()
            .filter(|entry| query.matches(&entry.task, &self.planted))
            .filter_map(|entry| Some((self.place_at(entry, seen_at)?, entry)))
            .collect();
        matching.sort_by_key(|(place, _)| std::cmp::Reverse(*place));
        let several = query.context.is_some() && matching.len() > 1;
        if several && self.planted.plants(Defect::CONTEXT_LISTING_SHOWS_NEWEST_ONLY) {
            matching.truncate(1);
        }
        matching
    }

    /// A task's last move up to a moment; none if it began later.
    fn place_at(&self, entry: &Entry, moment: Stamp) -> Option<Stamp> {
        let created = entry.moves.first().copied();
        let moved = entry.moves.iter().rev().find(|at| **at <= moment).copied();
        if moved > created && self.planted.plants(Defect::LIST_BY_CREATION) {
            return created;
        }
        moved
    }
}
