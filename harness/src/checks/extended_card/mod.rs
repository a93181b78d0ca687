//! The extended card.

mod none_says_so;
mod premium_by_scope;

use crate::check::Check;

pub(super) static CHECKS: &[&Check] = &[&premium_by_scope::CHECK, &none_says_so::CHECK];

pub(super) static EXTENDED: &[&Check] = &[];
