//! A probe is one check's conversation with the agent, and its record.
//!
//! It offers callers to speak as, ways to bring the agent into a situation, and verbs that hold what was seen
//! against a rule. It judges no rule by itself.

mod anonymous;
mod arrange;
mod caller;
mod claims;
mod control;
mod difference;
mod fold;
mod page;
mod push;
mod requests;
mod stream;
mod verbs;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

pub use anonymous::{anonymised, steadied};
pub use caller::Caller;
pub use claims::Claims;
pub use fold::{Folded, stored};
pub use page::Page;
pub(crate) use push::{configs_on, tells, tells_the_end};
pub use requests::Requests;
pub use stream::{Stream, Transcript};

use crate::agent::transport::{Evidence, Http};
use crate::agent::{Binding, Capability, Card, Interface, Task};
use crate::check::Stop;
use crate::patience::Patience;
use crate::receivers::Receivers;
use crate::rules::Rule;
use crate::target::{Credential, Target, Who};

/// What all probes of one run share.
pub struct Setting {
    /// What the user says of the agent.
    pub target: Target,
    /// Sends requests.
    pub http: Http,
    /// The agent that is judged.
    pub agent: Party,
    /// Further agents of the same make, each without something that this one offers, or asking for more.
    pub minimal: Vec<Party>,
    /// Further instances of the agent that is judged, each with interfaces at its own address.
    pub instances: Vec<Party>,
    /// The addresses of agents that are not there, with how that was seen.
    pub lost: Vec<(String, String)>,
    /// Why nothing can be judged over a binding.
    pub silent: BTreeMap<Binding, String>,
    /// Where the agent can call back.
    pub receivers: Receivers,
    /// The ids of all tasks that were made in this run.
    pub made: Mutex<BTreeSet<String>>,
    /// Over which bindings a task was made and shown.
    pub serves: Mutex<BTreeSet<Binding>>,
}

impl Setting {
    /// Why nothing can be judged over an interface.
    pub fn silent_at(&self, interface: &Interface) -> Option<&str> {
        self.silent.get(&interface.binding).map(String::as_str)
    }
}

/// An agent with its card.
pub struct Party {
    /// Where the card was found.
    pub card_url: String,
    /// The card.
    pub card: Card,
    /// One interface a binding in scope, preferred one first.
    pub interfaces: Vec<Interface>,
    /// One interface a binding that the card lists and we speak, preferred one first.
    pub listed: Vec<Interface>,
}

/// One check's conversation.
pub struct Probe {
    pub(crate) setting: Arc<Setting>,
    pub(crate) interface: Interface,
    pub(crate) evidence: Arc<Evidence>,
    pub(crate) claims: Claims,
    held: Mutex<Vec<(Interface, String)>>,
    kept: Mutex<Vec<Stream>>,
}

impl Probe {
    /// A probe over one interface of the agent, for a check that pins these rules.
    pub fn new(setting: Arc<Setting>, interface: Interface, rules: &'static [Rule]) -> Self {
        let claims = Claims::new(rules, interface.binding);
        Self { setting, interface, evidence: Arc::default(), claims, held: Mutex::default(), kept: Mutex::default() }
    }

    /// The agent's card.
    pub fn card(&self) -> &Card {
        &self.setting.agent.card
    }

    /// The binding of this probe.
    pub fn binding(&self) -> crate::agent::Binding {
        self.interface.binding
    }

    /// The target's settings.
    pub fn target(&self) -> &Target {
        &self.setting.target
    }

    /// A user with full scopes; nobody in particular where the user gave no credential.
    pub fn alice(&self) -> Caller<'_> {
        Caller::new(self, &self.interface, self.credential(Who::Alice).unwrap_or_default())
    }

    /// Another user.
    pub fn bob(&self) -> Result<Caller<'_>, Stop> {
        self.principal(Who::Bob)
    }

    /// A named principal.
    pub fn principal(&self, who: Who) -> Result<Caller<'_>, Stop> {
        let Some(credential) = self.credential(who) else {
            let name = who.name();
            return Err(Stop::unprepared(format!(
                "nobody said how to speak as `{name}` ({}); give principals.{name}",
                who.role()
            )));
        };
        Ok(Caller::new(self, &self.interface, credential))
    }

    /// The credential of a principal, if the user gave it.
    pub fn credential(&self, who: Who) -> Option<Credential> {
        self.setting.target.principals.get(&who).cloned()
    }

    /// Alice's calls over every binding in scope, this probe's own first.
    pub fn every_binding(&self) -> Vec<Caller<'_>> {
        let own = self.alice();
        let others = self.setting.agent.interfaces.iter().filter(|interface| **interface != self.interface);
        std::iter::once(own.clone()).chain(others.map(|interface| own.on(interface))).collect()
    }

    /// Alice's calls over every binding that the card lists, in scope or not.
    pub fn every_listed_binding(&self) -> Vec<Caller<'_>> {
        let own = self.alice();
        self.setting.agent.listed.iter().map(|interface| own.on(interface)).collect()
    }

    /// Alice's calls to an agent that does not offer a capability, with that agent's card.
    pub fn agent_without(&self, capability: Capability) -> Result<Caller<'_>, Stop> {
        let lacking = |party: &&Party| !party.card.offers(capability);
        let Some(party) = self.parties().find(lacking) else {
            return Err(Stop::unprepared(format!(
                "no agent without {} is known; give `minimal`, the address of one",
                capability.member()
            )));
        };
        let same = |interface: &&Interface| interface.binding == self.interface.binding;
        let Some(interface) = party.interfaces.iter().find(same) else {
            return Err(Stop::unprepared(format!(
                "the agent without {} does not speak {}",
                capability.member(),
                self.binding()
            )));
        };
        Ok(self.alice().on(interface))
    }

    /// Alice's calls to another instance of the agent over the same binding.
    pub fn at_another_instance(&self) -> Result<Caller<'_>, Stop> {
        let Some(party) = self.setting.instances.first() else {
            return Err(Stop::unprepared(match self.target().instances.first() {
                Some(url) => format!("the instance at {url} is not there (see doctor)"),
                None => "no second address of this agent is known; give `instances`, or --instance".to_owned(),
            }));
        };
        let same = |interface: &&Interface| interface.binding == self.interface.binding;
        let Some(interface) = party.interfaces.iter().find(same) else {
            return Err(Stop::unprepared(format!("the other instance does not speak {}", self.binding())));
        };
        Ok(self.alice().on(interface))
    }

    /// The agent that is judged, and the further ones.
    pub fn parties(&self) -> impl Iterator<Item = &Party> {
        std::iter::once(&self.setting.agent).chain(&self.setting.minimal)
    }

    /// Alice's calls to an agent whose card requires an extension, with that agent's card.
    pub fn agent_requiring_an_extension(&self) -> Result<(Caller<'_>, &Card), Stop> {
        let strict = |party: &&Party| !party.card.required_extensions().is_empty();
        let Some(party) = self.parties().find(strict) else {
            let remedy = "give the address of one among `minimal`";
            return Err(Stop::unprepared(format!("no agent that requires an extension is known; {remedy}")));
        };
        let same = |interface: &&Interface| interface.binding == self.interface.binding;
        let Some(interface) = party.interfaces.iter().find(same) else {
            let binding = self.binding();
            return Err(Stop::unprepared(format!("the agent that requires an extension does not speak {binding}")));
        };
        Ok((self.alice().on(interface), &party.card))
    }

    /// An id that no task ever had.
    pub fn unknown_id(&self) -> String {
        // In the usual form of an id, so that an agent that checks the form has nothing to object to.
        uuid::Uuid::new_v4().to_string()
    }

    /// Notes a task that works until it is told to stop, so that it is stopped in the end.
    pub fn hold(&self, interface: &Interface, task: &Task) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.push((interface.clone(), task.id().to_owned()));
    }

    /// Keeps a stream open until the check is over.
    fn keep(&self, stream: Stream) {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).push(stream);
    }

    /// Stops what the check left running.
    pub async fn clean_up(&self) {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).clear();
        let held = std::mem::take(&mut *self.held.lock().unwrap_or_else(PoisonError::into_inner));
        let cancels = held.iter().map(|(interface, id)| {
            let caller = self.alice().on(interface);
            async move { caller.cancel(id).await }
        });
        // An answer is waited for as long as any other, and nobody minds if it does not come.
        let _ = Patience::within(self.target().patience.finish(), futures::future::join_all(cancels)).await;
    }
}
