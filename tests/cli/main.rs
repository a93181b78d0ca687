//! The command line as its users meet it: what it says, where it says it, and how it ends.

mod bad_input;
mod baseline;
mod card;
mod ci;
mod cut_short;
mod files;
mod forms;
mod gates;
mod judging;
mod lesson;
mod manual;
mod pages;
mod program;
mod reading;
mod readme;
mod suite;
mod watch;
