//! Whether what is carried comes through.

mod messages_in_context;
mod parts_survive;
mod unknown_members;
mod values_survive;
mod wire_schema;

use crate::check::Check;

pub(super) static EXTENDED: &[&Check] = &[
    &wire_schema::CHECK,
    &parts_survive::CHECK,
    &unknown_members::CHECK,
    &values_survive::CHECK,
    &messages_in_context::CHECK,
];
