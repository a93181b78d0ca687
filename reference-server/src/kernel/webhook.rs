//! One webhook, and how it hangs on its task; who delivers is another's business.

use a2a_assay_defects::{Defect, Planted};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::Kernel;
use super::entry::Entry;
use super::feed::Until;
use super::model::{ContextId, Event, Owner, TaskId, WebhookId};
use super::outbox::{Leash, Target};
use super::refusal::Refusal;
use super::world::World;

/// How many webhooks one task may have.
const PER_TASK: usize = 64;

/// A webhook that was taken in.
pub(super) struct Webhook {
    pub(super) id: WebhookId,
    pub(super) target: Target,
    leash: Leash,
}

impl Webhook {
    /// Whether it is neither removed nor done with.
    fn is_live(&self) -> bool {
        !self.leash.cut.is_cancelled() && !self.leash.spent.is_cancelled()
    }
}

impl Kernel {
    /// Takes in a target that was judged, and lets it follow the task.
    pub(super) fn register(&self, entry: &mut Entry, target: Target, first: Option<Event>) -> WebhookId {
        let mut id = target.id.clone().unwrap_or_else(|| WebhookId::new(&self.ids.fresh()));
        if target.id.is_none() && self.planted.plants(Defect::CONFIG_ID_IS_THE_TASKS) {
            id = WebhookId::new(entry.task.id.as_str());
        }
        entry.drop_webhook(&id, &self.planted);
        entry.webhooks.retain(Webhook::is_live);
        let mut leash = Leash::default();
        if let Some(first) = entry.webhooks.first()
            && self.planted.plants(Defect::PUSH_RECEIVERS_IN_A_ROW)
        {
            leash.after = Some(first.leash.spent.clone());
        }
        let one_too_many = entry.webhooks.len() >= 10 && self.planted.plants(Defect::PUSH_SERVES_TEN_CONFIGS);
        if !entry.task.status.state.is_terminal() && !one_too_many {
            let events = entry.listen(Until::Ended, first);
            self.outbox.follow(target.clone(), events, leash.clone());
        }
        entry.webhooks.push(Webhook { id: id.clone(), target, leash });
        id
    }

    /// Tells the webhooks of a task how it stands, whether or not they are done with it.
    pub(super) fn tell_again(&self, entry: &Entry) {
        for webhook in &entry.webhooks {
            let (to, events) = mpsc::channel(1);
            let _ = to.try_send(Event::Task(entry.task.clone()).into());
            self.outbox.follow(webhook.target.clone(), events, Leash::default());
        }
    }

    /// Waits until all that can be delivered about a task is delivered.
    pub(crate) async fn until_delivered(&self, id: &TaskId) {
        let webhooks: Vec<CancellationToken> = {
            let world = self.world();
            let entry = world.peek(id);
            entry.into_iter().flat_map(|entry| &entry.webhooks).map(|webhook| webhook.leash.spent.clone()).collect()
        };
        for spent in webhooks {
            spent.cancelled().await;
        }
    }
}

impl World {
    /// The targets of the newest task of a conversation.
    pub(super) fn targets_in(&self, owner: &Owner, context: &ContextId) -> Vec<Target> {
        let newest = self.contexts.find(&owner.tenant, context).and_then(|known| known.newest.as_ref());
        let entry = newest.and_then(|newest| self.peek(newest));
        entry.into_iter().flat_map(Entry::live_webhooks).map(|webhook| webhook.target.clone()).collect()
    }
}

impl Entry {
    /// Refuses one webhook too many.
    pub(super) fn has_room_for_webhook(&self) -> Result<(), Refusal> {
        if self.live_webhooks().count() < PER_TASK {
            Ok(())
        } else {
            Err(Refusal::invalid("taskId", "the task has too many webhooks"))
        }
    }

    pub(super) fn live_webhooks(&self) -> impl Iterator<Item = &Webhook> {
        self.webhooks.iter().filter(|webhook| webhook.is_live())
    }

    /// Lets go of a webhook.
    pub(super) fn drop_webhook(&mut self, id: &WebhookId, planted: &Planted) {
        let known = self.webhooks.iter().any(|webhook| webhook.id == *id);
        if known && planted.plants(Defect::DELETED_CONFIG_STILL_FIRES) {
            self.webhooks.retain(|webhook| webhook.id != *id);
        }
        for webhook in self.webhooks.iter().filter(|webhook| webhook.id == *id) {
            webhook.leash.cut.cancel();
        }
    }
}
