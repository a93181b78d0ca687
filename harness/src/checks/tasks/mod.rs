//! Tasks, their listing and their end.

mod cancel_releases;
mod finished_never_moves;
mod history_length;
mod list_order_paging;

use crate::check::Check;

pub(super) static CHECKS: &[&Check] =
    &[&history_length::CHECK, &list_order_paging::CHECK, &cancel_releases::CHECK, &finished_never_moves::CHECK];

pub(super) static EXTENDED: &[&Check] = &[];
