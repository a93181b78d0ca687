//! Conversations, and whose they are.

use std::collections::{HashMap, VecDeque};

use super::model::{ContextId, Owner, TaskId};

/// How many conversations are remembered; the oldest go first.
const REMEMBERED: usize = 8192;

/// Who owns which conversation.
#[derive(Default)]
pub(super) struct Contexts {
    known: HashMap<Key, Conversation>,
    order: VecDeque<Key>,
}

/// A tenant and an id: the same id means another conversation to another tenant.
type Key = (String, ContextId);

/// One conversation.
pub(super) struct Conversation {
    pub(super) owner: Owner,
    pub(super) newest: Option<TaskId>,
}

impl Contexts {
    pub(super) fn find(&self, tenant: &str, id: &ContextId) -> Option<&Conversation> {
        self.known.get(&(tenant.to_owned(), id.clone()))
    }

    /// Takes a conversation away from its owner, so that nobody can go on with it.
    pub(super) fn lose(&mut self, owner: &Owner, id: &ContextId) {
        let known = self.known.get_mut(&(owner.tenant.clone(), id.clone()));
        if let Some(conversation) = known.filter(|conversation| conversation.owner == *owner) {
            conversation.owner.subject.clear();
        }
    }

    /// Notes that this conversation is the owner's, and its newest task if it has one.
    pub(super) fn note(&mut self, owner: &Owner, id: &ContextId, newest: Option<TaskId>) {
        let key = (owner.tenant.clone(), id.clone());
        if let Some(conversation) = self.known.get_mut(&key) {
            conversation.newest = newest.or_else(|| conversation.newest.take());
            return;
        }
        let owner = owner.clone();
        self.known.insert(key.clone(), Conversation { owner, newest });
        self.order.push_back(key);
        if self.order.len() > REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
    }
}
