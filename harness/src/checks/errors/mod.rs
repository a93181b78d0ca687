//! How refusals are written.

mod details_typed;
mod envelope;
mod errors_before_events;
mod no_internals;

use crate::check::Check;

pub(super) static EXTENDED: &[&Check] =
    &[&details_typed::CHECK, &no_internals::CHECK, &errors_before_events::CHECK, &envelope::CHECK];
