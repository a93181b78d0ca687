//! Whether the agent can call back: our own way to the receiver first, then the agent's.

use std::sync::Arc;

use a2a_assay_reports::Finding;

use super::probe;
use crate::agent::{Capability, Interface, Message};
use crate::probe::{Probe, Setting};
use crate::receivers::{Inbox, Manner};
use crate::target::Stimulus;

/// The findings, and why no delivery can be watched.
pub(super) async fn look(setting: &Arc<Setting>, interface: &Interface) -> (Vec<Finding>, Option<String>) {
    if !setting.agent.card.offers(Capability::PushNotifications) {
        return (vec![Finding::good("receiver", "the card offers no push notifications")], None);
    }
    let probe = probe(setting, interface);
    let inbox = probe.inbox(Manner::Prompt);
    if let Err(why) = ours(&probe, &inbox).await {
        let found = format!("the receiver can't be reached at {}: {why}", setting.receivers.webhook.base());
        let fix = "let webhook.public lead to webhook.listen, or leave it out";
        return (vec![Finding::bad("receiver", &found, fix)], Some(found));
    }
    let finding = theirs(&probe).await;
    (vec![finding], None)
}

/// Goes the way that the agent would go.
async fn ours(probe: &Probe, inbox: &Inbox) -> Result<(), String> {
    probe.setting.receivers.webhook.try_out(inbox).await?;
    let came = inbox.until(probe.target().patience.reply, |deliveries| !deliveries.is_empty()).await;
    came.map(|_| ()).map_err(|_| "what was sent there did not come".to_owned())
}

/// Lets the agent go its way with one task.
async fn theirs(probe: &Probe) -> Finding {
    let inbox = probe.inbox(Manner::Prompt);
    let message = probe.say(Stimulus::Complete).unwrap_or_else(|_| Message::text(&probe.target().plain));
    let message = message.configured("taskPushNotificationConfig", probe.config(inbox.url()));
    let reply = probe.patiently(&probe.alice(), &message).await;
    let address = probe.setting.receivers.webhook.base();
    let fix = "allow that address in the agent's settings, or give [webhook] one that it takes (§13.2 advises against loopback)";
    if reply.error().is_some() {
        return Finding::lacking("receiver", format!("the agent takes no webhook at {address}: {reply}"), fix);
    }
    if reply.task().is_none() {
        return Finding::good("receiver", format!("{address} is open; the agent made no task to notify it of"));
    }
    match inbox.until(probe.target().patience.reply, |deliveries| !deliveries.is_empty()).await {
        Ok(_) => Finding::good("receiver", format!("the agent's notifications come to {address}")),
        Err(_) => Finding::lacking("receiver", format!("no notification came to {address}"), fix),
    }
}
