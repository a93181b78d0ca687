//! A small correct A2A agent whose defects can be switched on.
//!
//! [`spawn`] starts it and [`Running`] stops it when dropped. Inside, the kernel knows tasks and callers but no
//! protocol, the edges translate protocols and decide nothing, and each defect is one `if` beside the healthy code.

mod agents;
mod edge;
mod household;
mod kernel;
mod listener;
mod options;
mod push;
mod reading;
mod running;
mod signing;
mod tokens;

pub use options::Options;
pub use running::{Running, spawn};
pub use tokens::Principal;
