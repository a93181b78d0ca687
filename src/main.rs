//! The command line: translates words to library calls, decides nothing.

fn main() {}
