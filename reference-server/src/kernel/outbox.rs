//! What the kernel asks of whoever delivers to webhooks.

use std::sync::Arc;

use futures::future::BoxFuture;
use tokio_util::sync::CancellationToken;

use super::feed::Events;
use super::model::WebhookId;

/// Where a caller wants to be told, as they ask for it or as it is shown to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) id: Option<WebhookId>,
    pub(crate) url: String,
    pub(crate) token: Option<String>,
    pub(crate) authentication: Option<Authentication>,
}

/// How the agent identifies itself to a webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Authentication {
    pub(crate) scheme: String,
    pub(crate) credentials: Option<String>,
}

/// Brings events to webhooks.
pub(crate) trait Outbox: Send + Sync {
    /// Whether this address may be called at all; says why not.
    fn admits<'a>(&'a self, url: &'a str) -> BoxFuture<'a, Result<(), String>>;

    /// Whether a text can travel as a secret.
    fn carries(&self, text: &str) -> bool;

    /// Delivers the events in order until they end or the leash is cut.
    fn follow(&self, target: Target, events: Events, leash: Leash);
}

/// Ties a delivery to its webhook: either side can let go.
#[derive(Clone, Default)]
pub(crate) struct Leash {
    /// Cut when the webhook is removed.
    pub(crate) cut: CancellationToken,
    /// Set once everything is delivered or given up.
    pub(crate) spent: CancellationToken,
    /// What must be set before anything is delivered.
    pub(crate) after: Option<CancellationToken>,
}

/// An outbox that several kernels may share.
pub(crate) type SharedOutbox = Arc<dyn Outbox>;

impl Target {
    pub(crate) fn scheme(&self) -> Option<&str> {
        self.authentication.as_ref().map(|known| &*known.scheme)
    }

    pub(crate) fn credentials(&self) -> Option<&str> {
        self.authentication.as_ref()?.credentials.as_deref()
    }
}
