//! The catalogue: one folder a group, one file a check.

mod auth;
mod data;
mod discovery;
mod equivalence;
mod errors;
mod extended_card;
mod extensions;
mod push;
mod send;
mod streaming;
mod tasks;
mod version;

use serde_json::Value;

use crate::check::Check;
use crate::probe::Claims;

/// Which checks are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// The frozen forty-one.
    Core,
    /// Those that look where the core does not.
    Extended,
    /// Both.
    All,
}

impl Set {
    /// Every set.
    pub const ALL: [Self; 3] = [Self::Core, Self::Extended, Self::All];

    /// The name in reports and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Core => "core",
            Self::Extended => "extended",
            Self::All => "all",
        }
    }

    /// Its checks, in the catalogue's order.
    pub fn checks(self) -> Vec<&'static Check> {
        match self {
            Self::Core => core(),
            Self::Extended => extended(),
            Self::All => all(),
        }
    }
}

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

/// The extended set, in the catalogue's order.
pub fn extended() -> Vec<&'static Check> {
    [
        discovery::EXTENDED,
        auth::EXTENDED,
        version::EXTENDED,
        send::EXTENDED,
        tasks::EXTENDED,
        streaming::EXTENDED,
        push::EXTENDED,
        extended_card::EXTENDED,
        equivalence::EXTENDED,
        extensions::EXTENDED,
        errors::EXTENDED,
        data::EXTENDED,
    ]
    .concat()
}

/// Both sets, the core first.
pub fn all() -> Vec<&'static Check> {
    [core(), extended()].concat()
}

/// How a check holds what a card says against its rules; the numbers are those of the exchanges that show the card.
pub type JudgesACard = fn(&Claims, &Value, &[usize]);

/// The checks that can be made of a card alone, as far as the card goes.
pub fn of_a_card() -> &'static [(&'static Check, JudgesACard)] {
    discovery::OF_A_CARD
}
