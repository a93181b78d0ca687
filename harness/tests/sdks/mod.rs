//! The official SDKs: the agents on them, and what is known to be wrong with them.

pub(crate) mod agent;
pub(crate) mod findings;
