//! Push notifications.

mod cleanup;
mod internal_refused;
mod ordered_with_credential;
mod push_off;
mod rebinding_blocked;
mod secret_not_echoed;

use crate::check::Check;

pub(super) static CHECKS: &[&Check] = &[
    &ordered_with_credential::CHECK,
    &internal_refused::CHECK,
    &rebinding_blocked::CHECK,
    &secret_not_echoed::CHECK,
    &cleanup::CHECK,
    &push_off::CHECK,
];

pub(super) static EXTENDED: &[&Check] = &[];
