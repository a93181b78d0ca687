//! Scripts that listen to their user while they run.

use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use super::script::first_word;
use super::short::finish;
use crate::kernel::entry::Stale;
use crate::kernel::model::State;
use crate::kernel::work::Work;

/// How long a held task waits to be told that it may finish.
const HELD: Duration = Duration::from_secs(600);

/// Works until it is cancelled or told to finish; acknowledges whatever else it is told.
pub(super) async fn hold(mut work: Work) -> Result<(), Stale> {
    work.is_now(State::Working, None)?;
    let until = Instant::now() + HELD;
    while let Ok(heard) = timeout_at(until, work.next_message()).await {
        let Some(message) = heard else {
            return Err(Stale);
        };
        if first_word(message.first_text()) == "finish" {
            break;
        }
        work.is_now(State::Working, Some("heard, and still holding"))?;
    }
    finish(&work, "held to the end")
}

/// Works until it is told something, and completes with that.
pub(super) async fn listen(mut work: Work) -> Result<(), Stale> {
    work.is_now(State::Working, None)?;
    let heard = match timeout_at(Instant::now() + HELD, work.next_message()).await {
        Ok(message) => message.ok_or(Stale)?,
        Err(_) => return finish(&work, "heard nothing"),
    };
    finish(&work, &format!("heard: {}", heard.first_text()))
}

/// Asks one question, and completes with the answer.
pub(super) async fn ask(mut work: Work) -> Result<(), Stale> {
    work.is_now(State::Working, None)?;
    work.is_now(State::InputRequired, Some("which one?"))?;
    let answer = work.next_message().await.ok_or(Stale)?;
    finish(&work, &format!("answered: {}", answer.first_text()))
}

/// Needs a permission, and completes once the user says something.
pub(super) async fn authorize(mut work: Work) -> Result<(), Stale> {
    work.is_now(State::Working, None)?;
    work.is_now(State::AuthRequired, Some("grant access, then say so"))?;
    let granted = work.next_message().await.ok_or(Stale)?;
    finish(&work, &format!("authorized: {}", granted.first_text()))
}
