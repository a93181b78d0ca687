//! The proxy before small agents: what passes unchanged, and what each action does.

mod actions;
mod agent;
mod streams;
mod transparent;
