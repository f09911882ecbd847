//! What several tests of the suite build on.

#[cfg(all(feature = "web", target_os = "linux"))]
pub(crate) mod browser;
pub(crate) mod data;
pub(crate) mod driven_engine;
pub(crate) mod engine_process;
pub(crate) mod example_engine;
#[cfg(feature = "web")]
pub(crate) mod http;
pub(crate) mod journal;
pub(crate) mod patience;
pub(crate) mod plain_rules;
#[cfg(target_os = "linux")]
pub(crate) mod process_family;
pub(crate) mod relayed_engine;
pub(crate) mod rust_source;
