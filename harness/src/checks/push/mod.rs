//! Push notifications.

mod cleanup;
mod config_shapes;
mod inline_first_sends;
mod internal_refused;
mod no_header_injection;
mod no_unasked_config;
mod ordered_with_credential;
mod pauses;
mod push_off;
mod rebinding_blocked;
mod redirects_not_followed;
mod retried;
mod secret_not_echoed;
mod several_configs;
mod slow_receiver;

use crate::check::Check;

pub(super) static CHECKS: &[&Check] = &[
    &ordered_with_credential::CHECK,
    &internal_refused::CHECK,
    &rebinding_blocked::CHECK,
    &secret_not_echoed::CHECK,
    &cleanup::CHECK,
    &push_off::CHECK,
];

pub(super) static EXTENDED: &[&Check] = &[
    &retried::CHECK,
    &inline_first_sends::CHECK,
    &redirects_not_followed::CHECK,
    &several_configs::CHECK,
    &no_header_injection::CHECK,
    &slow_receiver::CHECK,
    &no_unasked_config::CHECK,
    &config_shapes::CHECK,
];
