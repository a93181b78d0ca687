//! The server as its callers see it, in both bindings.

mod access;
mod common;
mod conventions;
mod defects;
mod discovery;
mod push;
mod sending;
mod streaming;
mod tasks;
