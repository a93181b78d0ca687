//! The command line as its users meet it: what it says, where it says it, and how it ends.

mod bad_input;
mod judging;
mod lesson;
mod pages;
mod program;
mod reading;
mod readme;
mod suite;
