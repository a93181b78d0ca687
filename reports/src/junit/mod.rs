//! The reports as JUnit XML, which every CI server reads.

mod check;
mod mutation;

pub(crate) use check::check;
pub(crate) use mutation::mutation;

use std::time::Duration;

use quick_junit::{NonSuccessKind, TestCaseStatus};

/// A test case that was not executed to a judgement, with the reason.
fn skipped(reason: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::skipped();
    status.set_message(reason);
    status
}

/// A test case that ended badly: in one word, in one line, and in all lines.
fn bad(kind: NonSuccessKind, word: &str, line: &str, lines: &[String]) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(word).set_message(line).set_description(lines.join("\n"));
    status
}

fn milliseconds(count: u64) -> Duration {
    Duration::from_millis(count)
}
