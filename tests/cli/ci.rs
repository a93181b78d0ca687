//! What runs in the CI of others: well-formed, harmless, and doing what it says.

mod action;
mod yaml;
