//! The agent as its callers see it: its card, operations, answers and events.
//!
//! Reads raw JSON and keeps it: what a server wrote must stay visible to whoever judges it. Judges nothing.

mod card;
mod document;
mod error;
mod meaning;
mod message;
mod operation;
mod reply;
mod seen;
pub mod shape;
mod signature;
mod task;
pub mod transport;

pub use card::{Binding, Capability, Card, CardRead, Interface, is_loopback};
pub use document::{Unread, document, weight};
pub use error::{AgentError, ErrorKind, Match};
pub use meaning::{meaning, mentions};
pub(crate) use message::fresh;
pub use message::{Message, Part};
pub use operation::Operation;
pub use reply::{Answer, Reply};
pub(crate) use reply::{beginning, brief};
pub use seen::{Offence, Seen};
pub use signature::{Form, KeySet, Signature, as_served, forms};
pub use task::{State, Task};
