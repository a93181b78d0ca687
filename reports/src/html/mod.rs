//! The reports as pages for a browser.
//!
//! A page is one file that asks nothing of anybody: its style and its script stand in it, and its policy allows nothing
//! else. Whatever a report holds goes through [`words`], so that nothing in it acts, and through the templates, which
//! escape it.

mod anchors;
mod check;
mod mutation;
mod page;
mod palette;
mod pieces;
mod policy;
mod words;

pub use check::check;
pub use mutation::mutation;
