//! From JSON to the kernel's words: the requests of every operation, member by member.
//!
//! What nobody knows is ignored; what is known must have its type.

mod fields;
mod message;
mod requests;

pub(super) use fields::Fields;
pub(super) use requests::{config, config_id, list_configs, query, sending, task_id, view};
