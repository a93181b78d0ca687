//! How refusals are written.

use crate::check::Check;

pub(super) static EXTENDED: &[&Check] = &[];
