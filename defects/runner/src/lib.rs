//! Plants one defect a server, runs the catalogue, and holds what failed against what was predicted.
//!
//! The only library that knows both the judge and the judged: the reference server, or whoever stands behind a proxy.

mod cards;
mod coverage;
pub mod embedded;
mod foretold;
mod judge;
pub mod lesson;
mod matrix;
mod observe;
pub mod pairs;
mod ports;
mod proof;
mod room;
pub mod suite;
mod target;

pub use coverage::Coverage;
pub use foretold::foretold;
pub use judge::{JudgeError, Settings, covering, planted, sound};
pub use matrix::{Event, Options, mutate, plant};
pub use ports::free_address;
pub use target::{WireError, WireEvent, WireOptions, mutate_target};
