//! Sending messages.

mod agent_voice;
mod blocking_waits;
mod context_mismatch;
mod direct_message;
mod duplicate_message;
mod finished_refuses;
mod malformed_message;
mod media_types;
mod question_and_answer;
mod return_immediately;
mod server_task_ids;

use crate::check::Check;

pub(super) static CHECKS: &[&Check] = &[
    &blocking_waits::CHECK,
    &return_immediately::CHECK,
    &direct_message::CHECK,
    &question_and_answer::CHECK,
    &duplicate_message::CHECK,
    &server_task_ids::CHECK,
    &context_mismatch::CHECK,
    &finished_refuses::CHECK,
    &malformed_message::CHECK,
    &media_types::CHECK,
    &agent_voice::CHECK,
];

pub(super) static EXTENDED: &[&Check] = &[];
