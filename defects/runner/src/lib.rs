//! Plants one defect a server, runs the catalogue, and holds what failed against what was predicted.
//!
//! The only library that knows both the judge and the judged.

pub mod embedded;
mod matrix;
mod observe;
pub mod suite;

pub use matrix::{Event, MutateError, Options, mutate};
