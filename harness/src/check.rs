//! What a check is: an id, the rules it pins, what it needs, and the conversation that shows whether they are kept.

use futures::future::BoxFuture;

use crate::agent::Capability;
use crate::probe::Probe;
use crate::rules::Rule;
use crate::target::{Stimulus, Who};

/// A check of the catalogue.
pub struct Check {
    /// The frozen id, such as `ST3`.
    pub id: &'static str,
    /// A short name.
    pub slug: &'static str,
    /// What must be so, in one line.
    pub title: &'static str,
    /// The group it belongs to.
    pub group: Group,
    /// Whether it concerns each binding or the agent as a whole.
    pub scope: Scope,
    /// The rules it pins.
    pub rules: &'static [Rule],
    /// What must be there for it to run.
    pub needs: &'static [Need],
    /// What `explain` says of it.
    pub doc: Doc,
    /// The conversation.
    pub run: for<'a> fn(&'a Probe) -> BoxFuture<'a, Outcome>,
}

/// What a reader wants to know of a check.
#[derive(Clone, Copy, Debug)]
pub struct Doc {
    /// What is sent.
    pub sends: &'static str,
    /// What passes.
    pub passes: &'static str,
    /// What is not a failure, although it may look like one.
    pub tolerates: &'static str,
    /// The usual causes of a failure.
    pub causes: &'static str,
}

/// The groups of the catalogue, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each variant is named as the catalogue names the group")]
pub enum Group {
    Discovery,
    Auth,
    Version,
    Send,
    Tasks,
    Streaming,
    Push,
    ExtendedCard,
    Equivalence,
    Extensions,
    Errors,
    Data,
}

impl Group {
    /// Every group, in the catalogue's order.
    pub const ALL: [Self; 12] = [
        Self::Discovery,
        Self::Auth,
        Self::Version,
        Self::Send,
        Self::Tasks,
        Self::Streaming,
        Self::Push,
        Self::ExtendedCard,
        Self::Equivalence,
        Self::Extensions,
        Self::Errors,
        Self::Data,
    ];

    /// The name of the group.
    pub fn name(self) -> &'static str {
        match self {
            Self::Discovery => "discovery",
            Self::Auth => "auth",
            Self::Version => "version",
            Self::Send => "send",
            Self::Tasks => "tasks",
            Self::Streaming => "streaming",
            Self::Push => "push",
            Self::ExtendedCard => "extended_card",
            Self::Equivalence => "equivalence",
            Self::Extensions => "extensions",
            Self::Errors => "errors",
            Self::Data => "data",
        }
    }
}

/// How often a check runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Once for the agent as a whole.
    Agent,
    /// Once for each binding in scope.
    EachBinding,
}

/// Something without which a check can't be observed.
#[derive(Clone, Copy, Debug)]
pub enum Need {
    /// The card offers it; otherwise the check does not apply.
    Offered(Capability),
    /// The card asks for credentials; otherwise the check does not apply.
    Security,
    /// At least two bindings on the card that we speak; otherwise the check does not apply.
    TwoInterfaces,
    /// The user gave this caller's credential.
    Principal(Who),
    /// The agent has this behaviour.
    Stimulus(Stimulus),
    /// The judge answers the DNS questions of the agent.
    Resolver,
}

/// How a check ended, where nothing was recorded.
pub type Outcome = Result<(), Stop>;

/// Why a check ended early.
#[derive(Clone, Debug)]
pub enum Stop {
    /// The situation never came up.
    NotObserved {
        /// Why, with the way out where there is one.
        reason: String,
        /// Whether the agent prevented it, as opposed to the user's settings.
        prevented: bool,
    },
    /// The card does not offer what the check is about.
    NotApplicable(String),
    /// A violation is already recorded, and there is nothing to go on with.
    Broken,
}

impl Stop {
    /// The agent did not get into the situation.
    pub fn prevented(reason: impl Into<String>) -> Self {
        Self::NotObserved { reason: reason.into(), prevented: true }
    }

    /// The user's settings do not allow it to be seen.
    pub fn unprepared(reason: impl Into<String>) -> Self {
        Self::NotObserved { reason: reason.into(), prevented: false }
    }
}
