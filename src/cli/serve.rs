//! `caipan serve`: the local page, and games judged over HTTP.

use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;

use anyhow::Context;

use super::complain;
use super::exit_status::ExitStatus;
use crate::web::{DEFAULT_PORT, Live, Server};

/// Serve a page on this computer: paste a game or set up a position, play on, and read the ruling as it goes.
///
/// Other programs have games judged by POST /judge, as judge --jsonl reads and answers them. Ctrl-C ends it.
#[derive(Debug, clap::Args)]
pub(super) struct Serve {
    /// The port of 127.0.0.1; 0 takes any free one.
    #[arg(long, default_value_t = DEFAULT_PORT)]
    port: u16,
    /// Another host that requests may be meant for, as a proxy passes it on; may be given several times.
    #[arg(long, value_name = "NAME", value_parser = host)]
    allow_host: Vec<String>,
    /// Show how a match stands, from the journal that it writes (match -journal FILE).
    #[arg(long = "match", value_name = "JOURNAL")]
    journal: Option<PathBuf>,
}

impl Serve {
    pub(super) fn run(self) -> anyhow::Result<ExitStatus> {
        let live = match self.journal.map(Live::open).transpose() {
            Ok(live) => live,
            Err(error) => {
                complain(error);
                return Ok(ExitStatus::Failure);
            }
        };
        let page = if live.is_some() { "match" } else { "" };
        let server = Server::bind(self.port, self.allow_host, live).map_err(|error| {
            let port = self.port;
            let hint = match error.kind() {
                ErrorKind::AddrInUse => {
                    format!("port {port} is in use; --port takes another, --port 0 any free one")
                }
                _ => format!("port {port} cannot be taken; --port takes another"),
            };
            anyhow::Error::from(error).context(hint)
        })?;
        ctrlc::set_handler(server.stopper()).context("Ctrl-C cannot be heard")?;
        let mut out = io::stdout();
        writeln!(out, "http://{}/{page} (Ctrl-C ends it)", server.address())?;
        out.flush()?;
        server.run();
        Ok(ExitStatus::Success)
    }
}

/// Reads the name of a host, without a port.
fn host(name: &str) -> Result<String, String> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    if name.is_empty() || !name.chars().all(is_name) {
        return Err("expected a name as rules.example.org, without http:// and port".to_owned());
    }
    Ok(name.to_owned())
}
