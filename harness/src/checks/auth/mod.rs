//! Who is let in, and what they may see.

mod foreign_context;
mod foreign_task_absent;
mod listing_scoped;
mod missing_scope;
mod no_token;
mod wrong_audience;

use crate::check::Check;

pub(super) static CHECKS: &[&Check] = &[
    &no_token::CHECK,
    &wrong_audience::CHECK,
    &missing_scope::CHECK,
    &foreign_task_absent::CHECK,
    &listing_scoped::CHECK,
    &foreign_context::CHECK,
];

pub(super) static EXTENDED: &[&Check] = &[];
