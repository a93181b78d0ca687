//! Judges any A2A agent from outside with rule-tagged checks.
//!
//! Reads bytes and holds them against rules. Knows no server of its own and no planted defect: whatever it says of
//! one agent it could say of any other.

pub mod agent;
pub mod aliases;
pub mod check;
pub mod checks;
pub mod described;
pub mod doctor;
pub mod limits;
mod patience;
pub mod probe;
pub mod receivers;
pub mod rules;
pub mod run;
pub mod target;

pub use patience::Patience;
pub use probe::Probe;
pub use receivers::Receivers;
pub use target::Target;

/// What the files below `checks/` speak with.
pub(crate) mod prelude {
    pub(crate) use serde_json::{Value, json};

    pub(crate) use crate::agent::ErrorKind::*;
    pub(crate) use crate::agent::transport::{End, EventKind, Next, Version};
    pub(crate) use crate::agent::{Binding, Capability, Message, Operation, State, Task, meaning, mentions, shape};
    pub(crate) use crate::check::{Check, Doc, Group, Need, Outcome, Scope, Stop};
    pub(crate) use crate::probe::{Caller, Folded, Probe, Stream, Transcript, stored};
    pub(crate) use crate::rules::*;
    pub(crate) use crate::target::Stimulus::{self, *};
    pub(crate) use crate::target::{Credential, Who};
}
