//! Which protocol version is spoken.

mod missing_version;
mod unsupported_version;

use crate::check::Check;

pub(super) static CHECKS: &[&Check] = &[&missing_version::CHECK, &unsupported_version::CHECK];

pub(super) static EXTENDED: &[&Check] = &[];
