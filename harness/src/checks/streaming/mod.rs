//! Streams of updates.

mod closes_when_interrupted;
mod message_only;
mod streaming_off;
mod subscribe_snapshot;
mod task_then_updates;
mod two_streams_agree;

use crate::check::Check;

pub(super) static CHECKS: &[&Check] = &[
    &task_then_updates::CHECK,
    &subscribe_snapshot::CHECK,
    &two_streams_agree::CHECK,
    &closes_when_interrupted::CHECK,
    &message_only::CHECK,
    &streaming_off::CHECK,
];

pub(super) static EXTENDED: &[&Check] = &[];
