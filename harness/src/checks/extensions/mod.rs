//! Extensions of the protocol (§4.6).

use crate::check::Check;

pub(super) static EXTENDED: &[&Check] = &[];
