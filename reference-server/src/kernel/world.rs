//! Everything the agent remembers, in memory and bounded.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use super::clock::{Clock, Stamp, Ticker};
use super::contexts::Contexts;
use super::duplicates::Duplicates;
use super::entry::Entry;
use super::model::{ContextId, Owner, State, Task, TaskId};

/// How many finished tasks are remembered; the oldest go first.
const FINISHED_TASKS: usize = 2048;

/// The tasks, conversations and messages that the agent knows of.
pub(super) struct World {
    pub(super) ticker: Ticker,
    pub(super) contexts: Contexts,
    pub(super) duplicates: Duplicates,
    /// Waiters that nothing will ever wake; empty in a sound server.
    pub(super) stranded: Vec<tokio::sync::oneshot::Sender<Task>>,
    /// Tasks whose cancel is under way; empty in a sound server, which cancels at once.
    pub(super) canceling: HashSet<TaskId>,
    tasks: HashMap<TaskId, Entry>,
    shelves: HashMap<Owner, BTreeMap<Stamp, TaskId>>,
    finished: VecDeque<TaskId>,
}

impl World {
    pub(super) fn new(clock: Box<dyn Clock>) -> Self {
        Self {
            ticker: Ticker::new(clock),
            contexts: Contexts::default(),
            duplicates: Duplicates::default(),
            stranded: Vec::new(),
            canceling: HashSet::new(),
            tasks: HashMap::new(),
            shelves: HashMap::new(),
            finished: VecDeque::new(),
        }
    }

    pub(super) fn entry(&mut self, id: &TaskId) -> Option<&mut Entry> {
        self.tasks.get_mut(id)
    }

    pub(super) fn peek(&self, id: &TaskId) -> Option<&Entry> {
        self.tasks.get(id)
    }

    pub(super) fn add(&mut self, entry: Entry) -> &mut Entry {
        let id = entry.task.id.clone();
        self.shelves.entry(entry.task.owner.clone()).or_default().insert(entry.task.status.at, id.clone());
        self.tasks.entry(id).or_insert(entry)
    }

    /// Puts a task that moved at `to` in its new place in the listing.
    pub(super) fn reshelve(&mut self, id: &TaskId) {
        let Some(entry) = self.tasks.get(id) else {
            return;
        };
        let [.., from, to] = entry.moves[..] else {
            return;
        };
        let ended = entry.task.status.state.is_terminal();
        let tasks = self.shelves.entry(entry.task.owner.clone()).or_default();
        tasks.remove(&from);
        tasks.insert(to, id.clone());
        if ended {
            self.finished.push_back(id.clone());
            self.forget_the_oldest();
        }
    }

    /// The canceled tasks of a conversation.
    pub(super) fn canceled_in(&self, context: &ContextId) -> Vec<TaskId> {
        let canceled = |task: &&Task| task.context == *context && task.status.state == State::Canceled;
        self.tasks.values().map(|entry| &entry.task).filter(canceled).map(|task| task.id.clone()).collect()
    }

    /// One owner's tasks, newest status first.
    pub(super) fn shelf(&self, owner: &Owner) -> Vec<&Entry> {
        self.shelves
            .get(owner)
            .into_iter()
            .flat_map(|shelf| shelf.values().rev())
            .filter_map(|id| self.tasks.get(id))
            .collect()
    }

    /// How many tasks there are, whoever owns them.
    pub(super) fn size(&self) -> usize {
        self.tasks.len()
    }

    /// Every owner's tasks, newest status first.
    pub(super) fn everything(&self) -> Vec<&Entry> {
        let mut entries: Vec<_> = self.tasks.values().collect();
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.task.status.at));
        entries
    }

    fn forget_the_oldest(&mut self) {
        while self.finished.len() > FINISHED_TASKS {
            let Some(entry) = self.finished.pop_front().and_then(|oldest| self.tasks.remove(&oldest)) else {
                continue;
            };
            if let Some(shelf) = self.shelves.get_mut(&entry.task.owner) {
                shelf.remove(&entry.task.status.at);
            }
        }
    }
}
