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
type Key = (Owner, MessageId, Option<TaskId>);

/// What came of a message.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    Task(TaskId),
    Reply(Message),
}

impl Duplicates {
    pub(super) fn outcome(&self, owner: &Owner, message: &Message) -> Option<&Outcome> {
        self.outcomes.get(&key(owner, message))
    }

    pub(super) fn note(&mut self, owner: &Owner, message: &Message, outcome: Outcome) {
        let key = key(owner, message);
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

fn key(owner: &Owner, message: &Message) -> Key {
    (owner.clone(), message.id.clone(), message.task.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::model::{Part, Role};

    fn owner(subject: &str) -> Owner {
        Owner { tenant: String::new(), subject: subject.to_owned() }
    }

    fn message(id: &str) -> Message {
        Message {
            id: MessageId::new(id),
            context: None,
            task: None,
            role: Role::User,
            parts: vec![Part::text("complete")],
            metadata: None,
            extensions: Vec::new(),
            references: Vec::new(),
        }
    }

    #[test]
    fn another_callers_message_with_the_same_id_is_its_own() {
        let mut duplicates = Duplicates::default();
        let task = Outcome::Task(TaskId::new("t"));
        duplicates.note(&owner("alice"), &message("m"), task);
        assert!(duplicates.outcome(&owner("alice"), &message("m")).is_some());
        assert!(duplicates.outcome(&owner("bob"), &message("m")).is_none());
    }

    #[test]
    fn the_oldest_is_forgotten_first() {
        let mut duplicates = Duplicates::default();
        for number in 0..=REMEMBERED {
            let task = Outcome::Task(TaskId::new("t"));
            duplicates.note(&owner("alice"), &message(&number.to_string()), task);
        }
        assert!(duplicates.outcome(&owner("alice"), &message("0")).is_none());
        assert!(duplicates.outcome(&owner("alice"), &message("1")).is_some());
    }
}
