//! The reports as text for a terminal.
//!
//! Written with colour; whoever prints decides whether it stays. Without it the text is the same, so nothing may be
//! said by colour alone.

#![expect(
    clippy::format_push_string,
    clippy::format_collect,
    reason = "a report is rendered once, and reads better as the lines it is made of"
)]

mod baseline;
mod cause;
mod check;
mod closing;
mod curl;
mod diff;
mod doctor;
pub(crate) mod exchange;
mod kill_matrix;
mod lesson;
mod mutation;
mod paint;
mod pairs;
mod suite;
mod wire;

pub use baseline::baseline_change;
pub use check::{check, verdict_line};
pub use curl::curl;
pub use diff::diff;
pub use doctor::doctor;
pub use kill_matrix::kill_matrix;
pub use lesson::grade;
pub use mutation::{mutation, unproven_assertions};
pub use pairs::pairs;
pub use suite::suite;
pub use wire::{wire, wire_score};
