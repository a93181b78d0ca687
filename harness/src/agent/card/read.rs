//! What was looked at on a card.

use std::collections::BTreeSet;

/// What was looked at on one card or on several; nothing else on them made a difference to anybody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardRead {
    /// Whether somebody looked at all that there is.
    whole: bool,
    members: BTreeSet<String>,
}

impl CardRead {
    /// Whether somebody looked at this member, or would have if it had been there.
    pub fn concerns(&self, member: &str) -> bool {
        self.whole || self.members.contains(member)
    }

    /// What was looked at here and there.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.whole |= other.whole;
        self.members.extend(other.members);
        self
    }

    pub(super) fn note(&mut self, member: &str) {
        if !self.members.contains(member) {
            self.members.insert(member.to_owned());
        }
    }

    pub(super) fn note_whole(&mut self) {
        self.whole = true;
    }
}
