//! The integration tests, in one program so that they are linked once.

/// What several tests build on.
mod support;
/// The order of the repository itself.
mod tidy;
