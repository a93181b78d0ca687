//! What is learned of an agent when it is examined, for whoever judges it again.

use std::collections::BTreeMap;

use crate::agent::Binding;
use crate::probe::Setting;
use crate::target::{Convention, Prompt, Stimulus, Target};

/// What was learned of an agent.
#[derive(Clone, Debug)]
pub struct Learned {
    prompts: BTreeMap<Stimulus, Prompt>,
    convention: Convention,
    bindings: Vec<Binding>,
    /// Why nobody can reach the webhook, where that was found out.
    pub unreachable: Option<String>,
}

impl Learned {
    pub(super) fn of(setting: &Setting) -> Self {
        let live = setting.agent.interfaces.iter().filter(|interface| setting.silent_at(interface).is_none());
        Self {
            prompts: setting.target.prompts.clone(),
            convention: setting.target.convention,
            bindings: live.map(|interface| interface.binding).collect(),
            unreachable: setting.receivers.unreachable.clone(),
        }
    }

    /// Of an agent that was not found in time.
    pub(super) fn nothing_of(target: &Target) -> Self {
        let (prompts, convention) = (target.prompts.clone(), target.convention);
        Self { prompts, convention, bindings: Vec::new(), unreachable: None }
    }

    /// The same agent as a target of which this is known.
    #[must_use]
    pub fn applied_to(&self, target: Target) -> Target {
        let (prompts, convention) = (self.prompts.clone(), self.convention);
        let bindings = if self.bindings.is_empty() { target.bindings } else { self.bindings.clone() };
        Target { bindings, prompts, convention, ..target }
    }
}
