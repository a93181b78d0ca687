//! Whether the bindings are one agent.

mod bindings_agree;

use crate::check::Check;

pub(super) static CHECKS: &[&Check] = &[&bindings_agree::CHECK];

pub(super) static EXTENDED: &[&Check] = &[];
