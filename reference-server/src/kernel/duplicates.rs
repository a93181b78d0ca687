//! Which messages were taken before, and what came of them: a retry must not run twice.

use std::collections::{HashMap, VecDeque};

use super::model::{Message, MessageId, Owner, TaskId};

/// How many messages are remembered; the oldest go first.
const REMEMBERED: usize = 4096;

/// What came of the messages taken so far.
#[derive(Default)]
pub(super) struct Duplicates {
    outcomes: HashMap<Key, Outcome>,
    order: VecDeque<Key>,
}

/// A message is the same only from the same owner, with the same id, to the same task.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) owner: Owner,
    pub(super) id: MessageId,
    pub(super) task: Option<TaskId>,
}

/// What came of a message.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    Task(TaskId),
    Reply(Message),
}

impl Duplicates {
    pub(super) fn outcome(&self, key: &Key) -> Option<&Outcome> {
        self.outcomes.get(key)
    }

    /// What came of the first message that is like this in somebody's eyes.
    pub(super) fn outcome_like(&self, is_like: impl Fn(&Key) -> bool) -> Option<&Outcome> {
        self.order.iter().find(|known| is_like(known)).and_then(|known| self.outcomes.get(known))
    }

    /// Whether somebody else sent a message with this id.
    pub(super) fn is_anothers(&self, key: &Key) -> bool {
        self.order.iter().any(|known| known.id == key.id && known.owner != key.owner)
    }

    pub(super) fn note(&mut self, key: Key, outcome: Outcome) {
        if self.outcomes.insert(key.clone(), outcome).is_none() {
            self.order.push_back(key);
        }
        if self.order.len() > REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.outcomes.remove(&oldest);
        }
    }
}

impl Key {
    pub(super) fn of(owner: &Owner, message: &Message) -> Self {
        Self { owner: owner.clone(), id: message.id.clone(), task: message.task.clone() }
    }

    /// Whether it is the same but for the id, and the ids read the same.
    pub(super) fn is_like(&self, other: &Self, reads_the_same: impl Fn(&str, &str) -> bool) -> bool {
        self.owner == other.owner && self.task == other.task && reads_the_same(self.id.as_str(), other.id.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::model::{Part, Role};

    fn owner(subject: &str) -> Owner {
        Owner { tenant: String::new(), subject: subject.to_owned() }
    }

    fn key(sender: &str, id: &str) -> Key {
        let message = Message {
            id: MessageId::new(id),
            context: None,
            task: None,
            role: Role::User,
            parts: vec![Part::text("complete")],
            metadata: None,
            extensions: Vec::new(),
            references: Vec::new(),
        };
        Key::of(&owner(sender), &message)
    }

    #[test]
    fn another_callers_message_with_the_same_id_is_its_own() {
        let mut duplicates = Duplicates::default();
        let task = Outcome::Task(TaskId::new("t"));
        duplicates.note(key("alice", "m"), task);
        assert!(duplicates.outcome(&key("alice", "m")).is_some());
        assert!(duplicates.outcome(&key("bob", "m")).is_none());
    }

    #[test]
    fn the_oldest_is_forgotten_first() {
        let mut duplicates = Duplicates::default();
        for number in 0..=REMEMBERED {
            let task = Outcome::Task(TaskId::new("t"));
            duplicates.note(key("alice", &number.to_string()), task);
        }
        assert!(duplicates.outcome(&key("alice", "0")).is_none());
        assert!(duplicates.outcome(&key("alice", "1")).is_some());
    }
}
