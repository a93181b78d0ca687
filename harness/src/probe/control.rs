//! The positive control: what an agent refuses, and what it does not do, shows something only where it serves something
//! else.

use std::sync::PoisonError;

use super::Probe;
use crate::agent::{Binding, Message, Reply};
use crate::check::Stop;
use crate::target::Stimulus;

impl Probe {
    /// Notes that GetTask showed the task that was asked for.
    pub(super) fn shown(&self, binding: Binding, asked: &str, reply: &Reply) {
        if reply.task().is_some_and(|task| task.id() == asked) {
            self.setting.serves.lock().unwrap_or_else(PoisonError::into_inner).insert(binding);
        }
    }

    /// The agent served something over this binding, in this check or in an earlier one; where not, it is asked once
    /// more: for a task that GetTask knows, or for the direct answer of an agent that makes no tasks.
    pub async fn serves(&self) -> Result<(), Stop> {
        if self.setting.serves.lock().unwrap_or_else(PoisonError::into_inner).contains(&self.binding()) {
            return Ok(());
        }
        let alice = self.alice();
        // Whatever the agent does not do by the user's word, it is asked for something.
        let asked = self.say(Stimulus::Complete).or_else(|_| self.say(Stimulus::Reply));
        let reply = self.patiently(&alice, &asked.unwrap_or_else(|_| Message::text("hello"))).await;
        let shown = match reply.task() {
            Some(task) => self.now(&alice, task.id()).await.is_ok(),
            None => reply.message().is_some_and(|message| message["role"] == "ROLE_AGENT"),
        };
        let binding = self.binding();
        if !shown {
            let nothing = "the agent served nothing, so that what it refused shows nothing";
            return Err(Stop::prevented(format!("over {binding} {nothing}: {reply}")));
        }
        self.setting.serves.lock().unwrap_or_else(PoisonError::into_inner).insert(binding);
        Ok(())
    }
}
