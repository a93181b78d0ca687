//! Tasks that the judge may not clean up, because a defect kept their ids or its cancels away: the proxy ends them itself.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::to_bytes;
use futures::StreamExt;
use reqwest::Client;
use serde_json::Value;

use crate::asked::Asked;
use crate::{forward, limits};

/// How many are ended at once.
const AT_ONCE: usize = 8;

/// How long to wait for the end of one.
const PATIENCE: Duration = Duration::from_secs(5);

/// The tasks that a defect may have hidden, each with a request of its owner's.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leftovers(Arc<Mutex<Vec<Left>>>);

#[derive(Clone, Debug)]
struct Left {
    there: Arc<str>,
    task: String,
    asked: Asked,
}

impl Leftovers {
    /// Notes the task of an answer or an event, as the agent told it.
    pub(crate) fn note(&self, there: &Arc<str>, asked: &Asked, payload: &Value) {
        const PLACES: [&str; 3] = ["/task/id", "/statusUpdate/taskId", "/artifactUpdate/taskId"];
        let told = PLACES.iter().find_map(|place| payload.pointer(place)).and_then(Value::as_str);
        if let Some(task) = told {
            self.add(there, asked, task);
        }
    }

    /// Notes the task that a request wants to have canceled.
    pub(crate) fn note_canceled(&self, there: &Arc<str>, asked: &Asked) {
        asked.task_to_cancel().iter().for_each(|task| self.add(there, asked, task));
    }

    fn add(&self, there: &Arc<str>, asked: &Asked, task: &str) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() < limits::LEFTOVERS && task.len() <= limits::ID && !all.iter().any(|left| left.task == task) {
            // Of the request only its head is needed, and what names the tenant.
            all.push(Left { there: Arc::clone(there), task: task.to_owned(), asked: asked.clone() });
        }
    }

    /// Cancels them. One that has ended, or that can't be canceled, stays as it is.
    pub(crate) async fn cancel(&self, client: &Client) {
        let all = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        let cancels = all.into_iter().filter_map(|left| Some((left.there, left.asked.canceling(&left.task)?)));
        let canceled = futures::stream::iter(cancels).for_each_concurrent(AT_ONCE, |(there, asked)| async move {
            let answered = async {
                let answer = forward::ask(client, &there, &asked).await.ok()?;
                to_bytes(answer.into_body(), limits::BODY).await.ok()
            };
            // Whoever does not answer has no further use for it.
            let _ = tokio::time::timeout(PATIENCE, answered).await;
        });
        canceled.await;
    }
}
