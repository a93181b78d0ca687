//! Who calls, what they may do, and what this agent offers at all.

use a2a_assay_defects::{Defect, Planted};

use super::model::Owner;
use super::refusal::Refusal;

/// A permission that a caller can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    Read,
    Write,
    Premium,
}

/// An authenticated caller within one tenant.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) owner: Owner,
    pub(crate) scopes: Vec<Scope>,
}

/// Something a caller can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    SendMessage,
    SendStreamingMessage,
    GetTask,
    ListTasks,
    CancelTask,
    SubscribeToTask,
    CreateWebhook,
    FindWebhook,
    ListWebhooks,
    DeleteWebhook,
    ExtendedCard,
}

/// What an agent offers beyond the plain operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Capabilities {
    pub(crate) streaming: bool,
    pub(crate) push: bool,
    pub(crate) extended_card: bool,
}

/// The tenants that this agent serves; the empty one is the default.
pub(crate) const TENANTS: [&str; 2] = ["", "acme"];

/// Whether this caller may ask this agent for this operation at all.
pub(super) fn admit(
    caller: &Caller,
    operation: Operation,
    offered: Capabilities,
    planted: &Planted,
) -> Result<(), Refusal> {
    let scope = scope_of(operation);
    let waived = scope == Scope::Write && planted.plants(Defect::SCOPE_UNCHECKED);
    if !caller.may(scope) && !waived {
        return Err(Refusal::ScopeMissing(scope));
    }
    offers(operation, offered)?;
    if TENANTS.contains(&caller.owner.tenant.as_str()) {
        Ok(())
    } else {
        Err(Refusal::invalid("tenant", "no such tenant"))
    }
}

fn offers(operation: Operation, offered: Capabilities) -> Result<(), Refusal> {
    match operation {
        Operation::SendStreamingMessage | Operation::SubscribeToTask if !offered.streaming => {
            Err(Refusal::Unsupported("this agent does not stream"))
        }
        Operation::CreateWebhook | Operation::FindWebhook | Operation::ListWebhooks | Operation::DeleteWebhook
            if !offered.push =>
        {
            Err(Refusal::PushNotOffered)
        }
        Operation::ExtendedCard if !offered.extended_card => {
            Err(Refusal::Unsupported("this agent has no extended card"))
        }
        _ => Ok(()),
    }
}

fn scope_of(operation: Operation) -> Scope {
    match operation {
        Operation::SendMessage
        | Operation::SendStreamingMessage
        | Operation::CancelTask
        | Operation::CreateWebhook
        | Operation::DeleteWebhook => Scope::Write,
        Operation::GetTask
        | Operation::ListTasks
        | Operation::SubscribeToTask
        | Operation::FindWebhook
        | Operation::ListWebhooks
        | Operation::ExtendedCard => Scope::Read,
    }
}

impl Scope {
    pub(crate) const ALL: [Self; 3] = [Self::Read, Self::Write, Self::Premium];

    /// The permission's name in tokens and on the card.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Read => "tasks.read",
            Self::Write => "tasks.write",
            Self::Premium => "card.premium",
        }
    }
}

impl Caller {
    pub(crate) fn may(&self, scope: Scope) -> bool {
        self.scopes.contains(&scope)
    }
}
