//! The command line as its users meet it: what it says, where it says it, and how it ends.

mod bad_input;
mod forms;
mod judging;
mod lesson;
mod program;
mod reading;
mod readme;
mod suite;
