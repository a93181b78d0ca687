//! The catalogue: one folder a group, one file a check.

mod auth;
mod discovery;
mod equivalence;
mod extended_card;
mod push;
mod send;
mod streaming;
mod tasks;
mod version;

use crate::check::Check;

/// The frozen core: forty-one checks, in the catalogue's order.
pub fn core() -> Vec<&'static Check> {
    [
        discovery::CHECKS,
        auth::CHECKS,
        version::CHECKS,
        send::CHECKS,
        tasks::CHECKS,
        streaming::CHECKS,
        push::CHECKS,
        extended_card::CHECKS,
        equivalence::CHECKS,
    ]
    .concat()
}
