//! Push notification configs, and receivers to deliver to.

use serde_json::{Value, json};

use super::{Caller, Probe};
use crate::agent::{Operation, Reply, State};
use crate::check::Stop;
use crate::receivers::{Delivery, Inbox, Manner, Trap};
use crate::target::Stimulus;

impl Probe {
    /// A new inbox on the judge's webhook listener.
    pub fn inbox(&self, manner: Manner) -> Inbox {
        self.setting.receivers.webhook.inbox(manner)
    }

    /// A trap that must stay empty.
    pub async fn trap(&self) -> Result<Trap, Stop> {
        Trap::set().await.map_err(|why| Stop::unprepared(format!("no trap can be set on loopback: {why}")))
    }

    /// A config with an id of its own that delivers to an address, with a secret that is easy to find again.
    pub fn config(&self, url: &str) -> Value {
        json!({
            "id": crate::agent::fresh("config"),
            "url": url,
            "token": crate::agent::fresh("token"),
            "authentication": { "scheme": "Bearer", "credentials": crate::agent::fresh("secret") },
        })
    }

    /// A config registered for a task. An agent that refuses the judge's address can't be watched delivering.
    pub async fn registered(&self, caller: &Caller<'_>, task: &str, config: &Value) -> Result<Reply, Stop> {
        let reply = caller.create_config(task, config).await;
        if reply.result().is_some() { Ok(reply) } else { Err(self.unreachable(&reply)) }
    }

    /// The listing of a task's configs, page by page, as many on each as asked; the last one may be a refusal.
    pub async fn config_pages(&self, caller: &Caller<'_>, task: &str, size: Option<usize>) -> Vec<Reply> {
        const PAGES: usize = 40;
        let mut request = json!({ "taskId": task });
        if let Some(size) = size {
            request["pageSize"] = size.into();
        }
        let mut pages: Vec<Reply> = Vec::new();
        while pages.len() < PAGES {
            let page = caller.call(Operation::ListTaskPushNotificationConfigs, request.clone()).await;
            let next = page.result().and_then(|result| result["nextPageToken"].as_str()).unwrap_or_default().to_owned();
            pages.push(page);
            if next.is_empty() {
                break;
            }
            request["pageToken"] = next.into();
        }
        pages
    }

    /// Why deliveries can't be watched.
    pub fn unreachable(&self, reply: &Reply) -> Stop {
        let address = self.setting.receivers.webhook.base();
        let reason = format!("the agent took no webhook at {address}, where the judge listens: {reply}");
        if self.setting.receivers.vouched {
            Stop::prevented(reason)
        } else {
            Stop::unprepared(format!("{reason}; allow it there, or give `webhook` an address that the agent takes"))
        }
    }

    /// Waits for the delivery that tells how the task ended.
    pub async fn delivered(&self, inbox: &Inbox) -> Vec<Delivery> {
        let within = self.target().patience.finish();
        let done = inbox.until(within, |deliveries| deliveries.iter().any(tells_the_end)).await;
        done.unwrap_or_else(|_| inbox.deliveries())
    }

    /// Has another task worked and told to its end: what was due to be sent before has gone out by then. Whether that
    /// could be seen.
    pub async fn fence(&self, caller: &Caller<'_>) -> bool {
        let inbox = self.inbox(Manner::Prompt);
        let Ok(message) = self.say(Stimulus::Complete) else { return false };
        let message = message.configured("taskPushNotificationConfig", self.config(inbox.url()));
        let begun = caller.send(&message.immediately()).await.result().is_some();
        begun && self.delivered(&inbox).await.iter().any(tells_the_end)
    }

    /// Nothing came at all, and nobody vouched that it could: then nothing was observed.
    pub fn reached(&self, deliveries: &[Delivery]) -> Result<(), Stop> {
        if let Some(why) = self.setting.receivers.unreachable.as_ref().filter(|_| deliveries.is_empty()) {
            return Err(Stop::unprepared(why.clone()));
        }
        if deliveries.is_empty() && !self.setting.receivers.vouched {
            return Err(Stop::unprepared(
                "no notification came to the judge's loopback listener, which the agent may rightly refuse to call; \
                 give `webhook` an address that the agent can reach",
            ));
        }
        Ok(())
    }
}

/// The configs on the pages of a listing.
pub(crate) fn configs_on(pages: &[Reply]) -> Vec<Value> {
    let listed = pages.iter().filter_map(|page| page.result()?["configs"].as_array());
    listed.flatten().cloned().collect()
}

/// The state that a delivery tells.
pub(crate) fn tells(delivery: &Delivery) -> Option<State> {
    let body = &delivery.body;
    let told = body.get("statusUpdate").or_else(|| body.get("task"))?;
    State::named(told["status"]["state"].as_str()?)
}

/// Whether a delivery tells a terminal state.
pub(crate) fn tells_the_end(delivery: &Delivery) -> bool {
    tells(delivery).is_some_and(State::is_terminal)
}
