//! What several tests of the suite build on.

pub(crate) mod driven_engine;
pub(crate) mod engine_process;
pub(crate) mod example_engine;
pub(crate) mod plain_rules;
pub(crate) mod relayed_engine;
pub(crate) mod rust_source;
