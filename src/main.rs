//! The program; all it does is in the library.
fn main() {}
