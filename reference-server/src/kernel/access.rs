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
    /// Whether they came by the agent's other address; that makes no difference, in a sound server.
    pub(crate) elsewhere: bool,
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
    if !caller.may(scope) && !waived(operation, planted) {
        return Err(Refusal::ScopeMissing(scope));
    }
    if operation == Operation::SendMessage && !offered.streaming && planted.plants(Defect::SMALL_AGENT_TAKES_NOTHING) {
        return Err(Refusal::Unsupported("this agent takes no messages"));
    }
    if operation == Operation::SendMessage
        && !caller.owner.tenant.is_empty()
        && planted.plants(Defect::TENANT_TAKES_NO_MESSAGES)
    {
        return Err(Refusal::Unsupported("no agent of this tenant takes messages"));
    }
    let undeclared = operation == Operation::ExtendedCard && !offered.extended_card;
    if !undeclared || !planted.plants(Defect::EXTENDED_CARD_SERVED_UNDECLARED) {
        offers(operation, offered, planted)?;
    }
    if TENANTS.contains(&caller.owner.tenant.as_str()) {
        Ok(())
    } else {
        Err(Refusal::invalid("tenant", "no such tenant"))
    }
}

/// Whether the permission is not asked for; it always is, in a sound server.
fn waived(operation: Operation, planted: &Planted) -> bool {
    if planted.plants(Defect::SCOPE_UNCHECKED_ON_STREAMS) {
        return operation == Operation::SendStreamingMessage;
    }
    scope_of(operation) == Scope::Write && planted.plants(Defect::SCOPE_UNCHECKED)
}

fn offers(operation: Operation, offered: Capabilities, planted: &Planted) -> Result<(), Refusal> {
    let follows = operation == Operation::SubscribeToTask;
    if follows && !offered.streaming && planted.plants(Defect::STREAMING_OFF_SUBSCRIBE_WORKS) {
        return Ok(());
    }
    match operation {
        Operation::SendStreamingMessage | Operation::SubscribeToTask if !offered.streaming => {
            if planted.plants(Defect::STREAMING_OFF_WRONG_CODE) {
                return Err(Refusal::PushNotOffered);
            }
            Err(Refusal::Unsupported("this agent does not stream"))
        }
        Operation::FindWebhook | Operation::ListWebhooks | Operation::DeleteWebhook
            if !offered.push && planted.plants(Defect::PUSH_OFF_REFUSES_CREATE_ALONE) =>
        {
            Ok(())
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
