//! How long the whole matrix takes.

fn main() {}
