//! Extensions of the protocol (§4.6).

mod required_extension;

use crate::check::Check;

pub(super) static EXTENDED: &[&Check] = &[&required_extension::CHECK];
