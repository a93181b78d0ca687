//! What the user says of the agent: who may call it, what to tell it, where it can call back.

mod file;
mod principal;
mod stimulus;

use std::collections::BTreeMap;
use std::net::SocketAddr;

pub use file::TargetError;
pub use principal::{Credential, Who};
pub use stimulus::Stimulus;

use crate::agent::Binding;
use crate::patience::Patience;

/// An agent to judge, with what was prepared for it.
#[derive(Clone, Debug, Default)]
pub struct Target {
    /// The agent's address: its origin, a prefix below it, or the card itself.
    pub url: String,
    /// The bindings to judge; empty means all that the card lists and we speak.
    pub bindings: Vec<Binding>,
    /// The callers that the agent knows.
    pub principals: BTreeMap<Who, Credential>,
    /// What to say to make the agent behave; where nothing is said the stimulus' own name is used.
    pub prompts: BTreeMap<Stimulus, Prompt>,
    /// Where the judge can be called back.
    pub webhook: Option<Webhook>,
    /// The DNS server that the agent asks, for the judge to answer on.
    pub dns: Option<Dns>,
    /// The address of a second agent of the same make without streaming, push and extended card.
    pub minimal: Option<String>,
    /// The time limits.
    pub patience: Patience,
}

/// What to say for one stimulus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// These words.
    Words(String),
    /// The agent has no such behaviour.
    Impossible,
}

/// Where the judge listens for notifications.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Webhook {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The address under which the agent reaches it, if another.
    pub public: Option<String>,
}

/// Where the judge answers DNS questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dns {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// A public address that names resolve to while they are harmless.
    pub outside: std::net::Ipv4Addr,
}

impl Dns {
    /// A public address that nobody is asked to connect to: names point there only while they are registered.
    pub const OUTSIDE: std::net::Ipv4Addr = std::net::Ipv4Addr::new(93, 184, 215, 14);
}

impl Target {
    /// An agent of which nothing is known but its address.
    pub fn at(url: impl Into<String>) -> Self {
        Self { url: url.into(), ..Self::default() }
    }

    /// What to say for a stimulus, if the agent has the behaviour.
    pub fn words(&self, stimulus: Stimulus) -> Option<&str> {
        match self.prompts.get(&stimulus) {
            Some(Prompt::Words(words)) => Some(words),
            Some(Prompt::Impossible) => None,
            None => Some(stimulus.name()),
        }
    }

    /// The secrets that the user gave, each with the name that records show for it.
    pub fn secrets(&self) -> impl Iterator<Item = (String, String)> {
        self.principals.values().flat_map(Credential::secrets)
    }

    /// Whether the user vouched for a behaviour.
    pub fn vouches_for(&self, stimulus: Stimulus) -> bool {
        matches!(self.prompts.get(&stimulus), Some(Prompt::Words(_)))
    }
}
