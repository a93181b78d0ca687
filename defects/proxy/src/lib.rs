//! Stands before any A2A agent, passes everything on as it is, and plants one defect on the wire.
//!
//! The reference server is wrong in its heart, for whoever may change it; this makes any server look wrong. It knows
//! neither the judge nor the reference server: it sees bytes, and of the protocol only what finds a message.

mod asked;
mod card;
mod conditions;
mod defect;
mod document;
mod edit;
mod events;
mod exchange;
mod fixed;
mod format;
mod forward;
mod frames;
mod headers;
mod leftovers;
pub mod limits;
mod operation;
mod payload;
mod pointer;
mod proxy;
mod request;
mod response;
mod route;
mod shipped;

pub use conditions::Condition;
pub use defect::{Action, Close, Event, Fixed, FixedBody, Headers, Outcome, Side, When, WireDefect};
pub use edit::Edit;
pub use format::{Misread, read};
pub use forward::{Door, DoorError};
pub use operation::{Binding, Operation};
pub use pointer::Pointer;
pub use proxy::Proxy;
pub use shipped::{shipped, written};

/// How a file of defects is written, for people.
pub const FORMAT: &str = include_str!("../README.md");
