//! The webhooks of a task as callers ask for them: made, shown without their secrets, removed.

use a2a_assay_defects::Defect;

use super::Kernel;
use super::access::{Caller, Operation};
use super::entry::Entry;
use super::model::{TaskId, WebhookId};
use super::outbox::{Authentication, Target};
use super::refusal::Refusal;
use super::world::World;

impl Kernel {
    /// Registers a webhook for the rest of a task's life.
    pub(crate) async fn create_webhook(
        &self,
        caller: &Caller,
        task: &TaskId,
        target: Target,
    ) -> Result<(WebhookId, Target), Refusal> {
        self.admit(caller, Operation::CreateWebhook)?;
        let mut caller = caller.clone();
        let refused = self.find_in(&mut self.world(), &caller, task).is_err();
        if refused && self.planted.plants(Defect::OWNER_UNCHECKED_ON_CONFIG_CREATION) {
            caller.owner = self.owner_of_task(task.as_str()).unwrap_or(caller.owner);
        }
        let known = self.find_in(&mut self.world(), &caller, task).map(|_| ());
        if known.is_err() && self.planted.plants(Defect::CONFIG_FOR_UNKNOWN_TASK_IS_INVALID) {
            return Err(Refusal::invalid("taskId", "names no task"));
        }
        known?;
        let judged = self.judge_target(&target).await;

        let mut world = self.world();
        let entry = self.find_in(&mut world, &caller, task)?;
        if judged.is_err() && self.planted.plants(Defect::REFUSED_CONFIG_KEPT) {
            self.register(entry, target.clone(), None);
        }
        judged?;
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
        let mut webhooks: Vec<_> = entry.live_webhooks().collect();
        if entry.webhooks.len() > 1 && self.planted.plants(Defect::GET_FINDS_FIRST_CONFIG_ONLY) {
            webhooks.truncate(1);
        }
        let mut found = webhooks.into_iter().find(|webhook| webhook.id == *id);
        if found.is_none() && self.planted.plants(Defect::GET_SHOWS_DELETED_CONFIG) {
            found = entry.webhooks.iter().find(|webhook| webhook.id == *id);
        }
        let mut found = found.map(|webhook| (webhook.id.clone(), webhook.target.clone()));
        if found.is_none() && self.planted.plants(Defect::GET_FINDS_CONFIG_OF_ANY_TASK) {
            found = find_anywhere(&world, caller, id);
        }
        let (id, target) = found.ok_or_else(|| Refusal::TaskNotFound(task.clone()))?;
        Ok((id, self.shown(&target)))
    }

    /// All webhooks of a task, without their secrets.
    pub(crate) fn list_webhooks(&self, caller: &Caller, task: &TaskId) -> Result<Vec<(WebhookId, Target)>, Refusal> {
        self.admit(caller, Operation::ListWebhooks)?;
        let mut caller = caller.clone();
        let refused = self.find_in(&mut self.world(), &caller, task).is_err();
        if refused && self.planted.plants(Defect::OWNER_UNCHECKED_ON_CONFIG_LIST) {
            caller.owner = self.owner_of_task(task.as_str()).unwrap_or(caller.owner);
        }
        let mut world = self.world();
        let entry = self.find_in(&mut world, &caller, task)?;
        let mut webhooks: Vec<_> = entry.live_webhooks().collect();
        if webhooks.len() < entry.webhooks.len() && self.planted.plants(Defect::LIST_SHOWS_DELETED_CONFIGS) {
            webhooks = entry.webhooks.iter().collect();
        }
        Ok(webhooks.into_iter().map(|webhook| (webhook.id.clone(), self.shown(&webhook.target))).collect())
    }

    /// Removes a webhook; removing it again is no different.
    pub(crate) fn delete_webhook(&self, caller: &Caller, task: &TaskId, id: &WebhookId) -> Result<(), Refusal> {
        self.admit(caller, Operation::DeleteWebhook)?;
        let mut world = self.world();
        let entry = self.find_in(&mut world, caller, task)?;
        if entry.task.status.state.is_paused() && self.planted.plants(Defect::DELETE_REFUSED_WHILE_PAUSED) {
            return Err(Refusal::Unsupported("the task waits for its user"));
        }
        let known = entry.live_webhooks().any(|webhook| webhook.id == *id);
        if !known && self.planted.plants(Defect::SECOND_DELETE_FAILS) {
            return Err(Refusal::TaskNotFound(task.clone()));
        }
        let mut dropped = vec![id.clone()];
        let others = entry.webhooks.iter().any(|webhook| webhook.id != *id);
        if others && self.planted.plants(Defect::DELETE_REMOVES_ALL_CONFIGS) {
            dropped = entry.live_webhooks().map(|webhook| webhook.id.clone()).collect();
        }
        for id in &dropped {
            entry.drop_webhook(id, &self.planted);
        }
        if self.planted.plants(Defect::DELETE_REACHES_OTHER_TASKS) {
            let tasks: Vec<TaskId> = world.shelf(&caller.owner).iter().map(|entry| entry.task.id.clone()).collect();
            for task in &tasks {
                world.entry(task).into_iter().for_each(|entry| entry.drop_webhook(id, &self.planted));
            }
        }
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
            let unfit = secret.is_some_and(|secret| !self.outbox.carries(secret));
            if unfit && self.planted.plants(Defect::UNFIT_SECRET_BREAKS_THE_REQUEST) {
                std::panic::resume_unwind(Box::new("no header can be made of this"));
            }
            if unfit {
                return Err(Refusal::invalid(field, "holds a control character"));
            }
        }
        if self.planted.plants(Defect::PUSH_URL_UNCHECKED) {
            return Ok(());
        }
        let admitted = self.outbox.admits(&target.url).await;
        admitted.map_err(|why| Refusal::invalid("url", why))
    }

    /// A target as callers may see it.
    fn shown(&self, target: &Target) -> Target {
        let secret = target.token.is_some() || target.credentials().is_some();
        if secret && self.planted.plants(Defect::PUSH_SECRET_ECHOED) {
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

/// A webhook of whichever of the caller's tasks.
fn find_anywhere(world: &World, caller: &Caller, id: &WebhookId) -> Option<(WebhookId, Target)> {
    let tasks = world.shelf(&caller.owner);
    let webhook = tasks.into_iter().flat_map(Entry::live_webhooks).find(|webhook| webhook.id == *id)?;
    Some((webhook.id.clone(), webhook.target.clone()))
}
