//! The reports as text for a terminal.
//!
//! Written with colour; whoever prints decides whether it stays. Without it the text is the same, so nothing may be
//! said by colour alone.

#![expect(
    clippy::format_push_string,
    clippy::format_collect,
    reason = "a report is rendered once, and reads better as the lines it is made of"
)]

mod cause;
mod check;
mod closing;
mod curl;
mod doctor;
mod exchange;
mod kill_matrix;
mod lesson;
mod mutation;
mod paint;
mod pairs;
mod sights;
mod wire;

pub use check::{check, verdict_line};
pub use curl::curl;
pub use doctor::doctor;
pub use kill_matrix::kill_matrix;
pub use lesson::grade;
pub use mutation::{mutation, unproven_assertions};
pub use pairs::pairs;
pub use wire::{wire, wire_score};

use crate::ids;
use crate::tally::Pins;

/// What the text on one agent says beyond the report.
#[derive(Clone, Debug, Default)]
pub struct CheckTextOptions {
    /// The command that judges the same agent again, without its choice of checks.
    pub again: String,
    /// The levels of the rules that each check pins.
    pub pins: Pins,
    /// How many checks the set has when none is left out.
    pub whole: usize,
    /// Whether every exchange and every occurrence is shown.
    pub verbose: bool,
    /// The exit code of the run.
    pub exit: u8,
}

fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}
