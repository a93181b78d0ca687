//! What the agent calls back: a webhook listener, traps that must stay empty, and a DNS answerer. Each belongs to
//! whoever bound it and stops when it is dropped.

mod inbox;
mod manner;
mod resolver;
mod room;
mod trap;
mod webhook;

use std::net::SocketAddr;

pub use inbox::{Delivery, Inbox};
pub use manner::Manner;
pub use resolver::Answerer;
pub use trap::Trap;
pub use webhook::WebhookListener;

/// The receivers of a run, or of several that share them, listening.
#[derive(Clone)]
pub struct Receivers {
    /// Takes notifications.
    pub webhook: WebhookListener,
    /// Answers the agent's DNS questions, where the agent was told to ask here.
    pub dns: Option<Answerer>,
    /// Whether the user vouched that the agent can reach the webhook.
    pub vouched: bool,
    /// Why nobody can reach the webhook, where that was found out.
    pub unreachable: Option<String>,
}

impl Receivers {
    /// Listens on loopback, on any free ports, with a DNS answerer.
    pub async fn on_loopback() -> std::io::Result<Self> {
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        Ok(Self {
            webhook: WebhookListener::bind(any, None).await?,
            dns: Some(Answerer::bind(any).await?),
            vouched: true,
            unreachable: None,
        })
    }

    /// Listens where the target says; on loopback, unvouched, where it says nothing.
    pub async fn of(target: &crate::Target) -> std::io::Result<Self> {
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let webhook = match &target.webhook {
            Some(webhook) => WebhookListener::bind_as(webhook).await?,
            None => WebhookListener::bind(any, None).await?,
        };
        let dns = match &target.dns {
            Some(dns) => Some(Answerer::bind(dns.listen).await?),
            None => None,
        };
        Ok(Self { webhook, dns, vouched: target.webhook.is_some(), unreachable: None })
    }
}
