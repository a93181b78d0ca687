//! The webhooks of a task: taken in, shown without their secrets, removed; who delivers is another's business.

use a2a_assay_defects::Defect;

use super::Kernel;
use super::access::{Caller, Operation};
use super::entry::Entry;
use super::feed::Until;
use super::model::{Event, TaskId, WebhookId};
use super::outbox::{Authentication, Leash, Target};
use super::refusal::Refusal;

/// How many webhooks one task may have.
const PER_TASK: usize = 64;

/// A webhook that was taken in.
pub(super) struct Webhook {
    id: WebhookId,
    target: Target,
    leash: Leash,
}

impl Kernel {
    /// Registers a webhook for the rest of a task's life.
    pub(crate) async fn create_webhook(
        &self,
        caller: &Caller,
        task: &TaskId,
        target: Target,
    ) -> Result<(WebhookId, Target), Refusal> {
        self.admit(caller, Operation::CreateWebhook)?;
        self.find_in(&mut self.world(), caller, task)?;
        self.judge_target(&target).await?;

        let mut world = self.world();
        let entry = self.find_in(&mut world, caller, task)?;
        entry.has_room_for_webhook()?;
        let id = self.register(entry, target.clone(), None);
        Ok((id, self.shown(&target)))
    }

    /// One webhook, without its secrets.
    pub(crate) fn find_webhook(
        &self,
        caller: &Caller,
        task: &TaskId,
        id: &WebhookId,
    ) -> Result<(WebhookId, Target), Refusal> {
        self.admit(caller, Operation::FindWebhook)?;
        let mut world = self.world();
        let entry = self.find_in(&mut world, caller, task)?;
        entry
            .live_webhooks()
            .find(|webhook| webhook.id == *id)
            .map(|webhook| (webhook.id.clone(), self.shown(&webhook.target)))
            .ok_or_else(|| Refusal::TaskNotFound(task.clone()))
    }

    /// All webhooks of a task, without their secrets.
    pub(crate) fn list_webhooks(&self, caller: &Caller, task: &TaskId) -> Result<Vec<(WebhookId, Target)>, Refusal> {
        self.admit(caller, Operation::ListWebhooks)?;
        let mut world = self.world();
        let entry = self.find_in(&mut world, caller, task)?;
        Ok(entry.live_webhooks().map(|webhook| (webhook.id.clone(), self.shown(&webhook.target))).collect())
    }

    /// Removes a webhook; removing it again is no different.
    pub(crate) fn delete_webhook(&self, caller: &Caller, task: &TaskId, id: &WebhookId) -> Result<(), Refusal> {
        self.admit(caller, Operation::DeleteWebhook)?;
        let mut world = self.world();
        self.find_in(&mut world, caller, task)?.drop_webhook(id);
        Ok(())
    }

    /// Whether a target may be registered.
    pub(super) async fn judge_target(&self, target: &Target) -> Result<(), Refusal> {
        let secrets = [
            ("token", target.token.as_deref()),
            ("authentication.scheme", target.scheme()),
            ("authentication.credentials", target.credentials()),
        ];
        for (field, secret) in secrets {
            if secret.is_some_and(|secret| secret.chars().any(char::is_control)) {
                return Err(Refusal::invalid(field, "holds a control character"));
            }
        }
        if self.planted.plants(Defect::PUSH_URL_UNCHECKED) {
            return Ok(());
        }
        let admitted = self.outbox.admits(&target.url).await;
        admitted.map_err(|why| Refusal::invalid("url", why))
    }

    /// Takes in a target that was judged, and lets it follow the task.
    pub(super) fn register(&self, entry: &mut Entry, target: Target, first: Option<Event>) -> WebhookId {
        let id = target.id.clone().unwrap_or_else(|| WebhookId::new(&self.ids.fresh()));
        entry.drop_webhook(&id);
        let leash = Leash::default();
        if !entry.task.status.state.is_terminal() {
            let events = entry.listen(Until::Ended, first);
            self.outbox.follow(target.clone(), events, leash.clone());
        }
        entry.webhooks.push(Webhook { id: id.clone(), target, leash });
        id
    }

    /// A target as callers may see it.
    fn shown(&self, target: &Target) -> Target {
        if self.planted.plants(Defect::PUSH_SECRET_ECHOED) {
            return target.clone();
        }
        Target {
            token: None,
            authentication: target
                .authentication
                .as_ref()
                .map(|known| Authentication { scheme: known.scheme.clone(), credentials: None }),
            ..target.clone()
        }
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

    fn live_webhooks(&self) -> impl Iterator<Item = &Webhook> {
        self.webhooks.iter().filter(|webhook| !webhook.leash.spent.is_cancelled())
    }

    fn drop_webhook(&mut self, id: &WebhookId) {
        self.webhooks.retain(|webhook| {
            let goes = webhook.id == *id;
            if goes {
                webhook.leash.cut.cancel();
            }
            !goes && !webhook.leash.spent.is_cancelled()
        });
    }
}
