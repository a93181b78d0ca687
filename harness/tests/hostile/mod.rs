//! Agents that mean harm: what they do, how they do it, and what the judge must make of it.

mod agent;
mod cards;
mod lifelike;
mod ordeal;
mod replies;
mod script;
mod streams;
mod webhooks;

pub(crate) use ordeal::judged;

use crate::support::impostor::Request;
use script::Script;

/// One way to be hostile.
#[derive(Clone, Copy)]
pub(crate) struct Behaviour {
    /// What the agent does, as a sentence.
    pub(crate) name: &'static str,
    card: fn(&Request, &str) -> Script,
    answer: fn(&Request, &str) -> Script,
    attack: Option<fn(&script::Hook) -> Vec<Script>>,
    /// The checks that it may pass since it did nothing wrong there.
    earns: &'static [&'static str],
}

/// Every behaviour.
pub(crate) fn all() -> Vec<Behaviour> {
    [cards::all(), replies::all(), streams::all(), webhooks::all()].concat()
}
