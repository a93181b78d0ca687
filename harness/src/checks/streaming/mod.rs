//! Streams of updates.

mod closes_when_interrupted;
mod dropped_connection;
mod ends_are_told;
mod finished_states_refuse;
mod framing;
mod message_only;
mod snapshot_pure;
mod streaming_off;
mod subscribe_race;
mod subscribe_snapshot;
mod task_then_updates;
mod two_streams_agree;
mod work_after_auth;

use crate::check::Check;

pub(super) static CHECKS: &[&Check] = &[
    &task_then_updates::CHECK,
    &subscribe_snapshot::CHECK,
    &two_streams_agree::CHECK,
    &closes_when_interrupted::CHECK,
    &message_only::CHECK,
    &streaming_off::CHECK,
];

pub(super) static EXTENDED: &[&Check] = &[
    &finished_states_refuse::CHECK,
    &dropped_connection::CHECK,
    &ends_are_told::CHECK,
    &snapshot_pure::CHECK,
    &framing::CHECK,
    &subscribe_race::CHECK,
    &work_after_auth::CHECK,
];
