//! The report as a value, and the functions that turn it into something to read.
//!
//! A leaf: it knows no check, no server and no transport. Whoever runs checks fills these values in, and every
//! view is a pure function of them.

mod causes;
mod check;
mod comparison;
mod doctor;
mod foreign;
mod ids;
pub mod json;
mod level;
mod mutation;
mod plain;
pub mod shell;
pub mod tally;
pub mod text;
mod verdict;
mod wire;

pub use causes::RootCause;
pub use check::{CheckReport, CheckResult, Exchange, Secret, SetInfo, Summary, TargetInfo, Violation};
pub use comparison::comparison;
pub use doctor::{DoctorReport, Finding, Standing};
pub use foreign::Foreign;
pub use level::Level;
pub use mutation::{Agreement, Control, DefectResult, Loss, MutationReport, MutationSummary, Unproven};
pub use plain::{brief, plain};
pub use verdict::Verdict;
pub use wire::{Fate, WireControl, WireReport, WireResult, WireSummary};
