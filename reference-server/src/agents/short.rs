//! Scripts that run to their end by themselves.

use std::time::Duration;

use serde_json::{Map, Value};
use tokio::time::sleep;

use crate::kernel::entry::Stale;
use crate::kernel::model::{Artifact, Part, State};
use crate::kernel::work::Work;

/// The pause between two steps of a script, long enough to be seen.
const STEP: Duration = Duration::from_millis(2);

/// How long it takes to see that nothing will come of a task, long enough for others to join.
const THOUGHT: Duration = Duration::from_millis(20);

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

/// Delivers two artifacts by turns; only the first piece of each says what it is.
pub(super) async fn several(work: Work) -> Result<(), Stale> {
    let (report, summary) = (work.fresh_id(), work.fresh_id());
    work.is_now(State::Working, None)?;
    sleep(STEP).await;
    work.chunk(Artifact { metadata: Some(labels()), ..result(&report, "a report, ") }, false, false)?;
    work.chunk(result(&summary, "in short, "), false, false)?;
    sleep(STEP).await;
    work.chunk(piece(&report, "which goes on, "), true, false)?;
    work.chunk(piece(&summary, "a report"), true, true)?;
    sleep(STEP).await;
    work.chunk(piece(&report, "and ends"), true, true)?;
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

/// Needs a permission, gets it elsewhere, and goes on by itself.
pub(super) async fn resume(work: Work, granted_after: Duration) -> Result<(), Stale> {
    work.is_now(State::Working, None)?;
    work.is_now(State::AuthRequired, Some("grant access where you were asked to; I go on by myself"))?;
    sleep(granted_after).await;
    work.is_now(State::Working, None)?;
    finish(&work, "done with permission")
}

/// Refuses to begin.
pub(super) async fn reject(work: Work) -> Result<(), Stale> {
    sleep(THOUGHT).await;
    work.is_now(State::Rejected, Some("this is nothing for me"))
}

/// Begins, and fails.
pub(super) async fn fail(work: Work) -> Result<(), Stale> {
    work.is_now(State::Working, None)?;
    sleep(THOUGHT).await;
    work.is_now(State::Failed, Some("it did not work out"))
}

/// Begins, and breaks down.
pub(super) async fn crash(work: Work) -> Result<(), Stale> {
    work.is_now(State::Working, None)?;
    sleep(STEP).await;
    // a panic of which only the kernel is told
    std::panic::resume_unwind(Box::new("the script breaks down"))
}

/// Delivers one artifact and completes.
pub(super) fn finish(work: &Work, text: &str) -> Result<(), Stale> {
    work.artifact(result(&work.fresh_id(), text))?;
    work.is_now(State::Completed, None)
}

fn result(id: &str, text: &str) -> Artifact {
    Artifact { name: "result".to_owned(), ..piece(id, text) }
}

/// A piece that says nothing but what it adds.
fn piece(id: &str, text: &str) -> Artifact {
    Artifact { id: id.to_owned(), name: String::new(), parts: vec![Part::text(text)], metadata: None }
}

fn labels() -> Map<String, Value> {
    Map::from_iter([("kind".to_owned(), "report".into())])
}
