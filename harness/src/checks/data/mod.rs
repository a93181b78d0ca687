//! What every object looks like, and that its values survive.

use crate::check::Check;

pub(super) static EXTENDED: &[&Check] = &[];
