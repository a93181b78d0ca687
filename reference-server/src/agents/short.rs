//! Scripts that run to their end by themselves.

use std::time::Duration;

use tokio::time::sleep;

use crate::kernel::entry::Stale;
use crate::kernel::model::{Artifact, Part, State};
use crate::kernel::work::Work;

/// The pause between two steps of a script, long enough to be seen.
const STEP: Duration = Duration::from_millis(2);

/// Works, delivers one artifact, completes.
pub(super) async fn complete(work: Work) -> Result<(), Stale> {
    work.is_now(State::Working, None)?;
    sleep(STEP).await;
    finish(&work, &work.mindful("done", &work.message))
}

/// Delivers one artifact in pieces, with a word in between.
pub(super) async fn stream(work: Work) -> Result<(), Stale> {
    let id = work.fresh_id();
    let piece = |text: &str| result(&id, text);
    work.is_now(State::Working, None)?;
    sleep(STEP).await;
    work.chunk(piece("one "), false, false)?;
    sleep(STEP).await;
    work.chunk(piece("two "), true, false)?;
    sleep(STEP).await;
    work.is_now(State::Working, Some("nearly there"))?;
    sleep(STEP).await;
    work.chunk(piece("three "), true, false)?;
    sleep(STEP).await;
    work.chunk(piece("four"), true, true)?;
    sleep(STEP).await;
    work.is_now(State::Completed, None)
}

/// Works for the given time, heeds what was said meanwhile, completes.
pub(super) async fn slow(mut work: Work, slow_for: Duration) -> Result<(), Stale> {
    work.is_now(State::Working, None)?;
    sleep(slow_for).await;
    let mut text = String::from("done slowly");
    for message in work.said_meanwhile() {
        text.push_str(", and heard: ");
        text.push_str(message.first_text());
    }
    finish(&work, &text)
}

/// Refuses to begin.
pub(super) async fn reject(work: Work) -> Result<(), Stale> {
    sleep(STEP).await;
    work.is_now(State::Rejected, Some("this is nothing for me"))
}

/// Begins, and fails.
pub(super) async fn fail(work: Work) -> Result<(), Stale> {
    work.is_now(State::Working, None)?;
    sleep(STEP).await;
    work.is_now(State::Failed, Some("it did not work out"))
}

/// Delivers one artifact and completes.
pub(super) fn finish(work: &Work, text: &str) -> Result<(), Stale> {
    work.artifact(result(&work.fresh_id(), text))?;
    work.is_now(State::Completed, None)
}

fn result(id: &str, text: &str) -> Artifact {
    Artifact { id: id.to_owned(), name: "result".to_owned(), parts: vec![Part::text(text)] }
}
