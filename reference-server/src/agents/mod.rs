//! The scripted agents: what the first word of a new task's message makes them do.

mod script;
mod short;
mod talk;

pub(crate) use script::Scripted;
