//! Tasks, their listing and their end.

mod artifact_assembly;
mod bounds_everywhere;
mod cancel_releases;
mod finished_never_moves;
mod history_everywhere;
mod history_length;
mod list_forms;
mod list_order_paging;
mod parallel_cancels;
mod two_instances;

use crate::check::Check;

pub(super) static CHECKS: &[&Check] =
    &[&history_length::CHECK, &list_order_paging::CHECK, &cancel_releases::CHECK, &finished_never_moves::CHECK];

pub(super) static EXTENDED: &[&Check] = &[
    &list_forms::CHECK,
    &bounds_everywhere::CHECK,
    &history_everywhere::CHECK,
    &artifact_assembly::CHECK,
    &parallel_cancels::CHECK,
    &two_instances::CHECK,
];
