//! Who may ask: requests that are meant for this server, from its own page or from a program.

use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};

use super::refusal::Refusal;
use crate::text::excerpt;

/// The names of this computer.
const LOCAL: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// What the server is called.
#[derive(Clone, Debug)]
pub(super) struct Door {
    port: u16,
    /// The names that it has elsewhere, as behind a proxy; with any port.
    names: Vec<String>,
}

impl Door {
    pub(super) const fn new(port: u16, names: Vec<String>) -> Self {
        Self { port, names }
    }

    /// Lets a request in, or refuses it.
    pub(super) fn admit(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let host = only(headers, header::HOST)?.unwrap_or_default();
        if !authority(host).is_some_and(|host| self.is_own(&host)) {
            let port = self.port;
            let message = format!(
                "header Host: found \"{}\", expected localhost:{port}, 127.0.0.1:{port} or a name given by --allow-host",
                excerpt(host, 60)
            );
            return Err(Refusal::new(
                StatusCode::MISDIRECTED_REQUEST,
                "host",
                message,
            ));
        }
        // Programs send none.
        let Some(origin) = only(headers, header::ORIGIN)? else {
            return Ok(());
        };
        if !self.is_own_page(origin, host) {
            let message = format!(
                "header Origin: found \"{}\", expected the page of {} itself, or no such header",
                excerpt(origin, 60),
                excerpt(host, 60)
            );
            return Err(Refusal::new(StatusCode::FORBIDDEN, "origin", message));
        }
        Ok(())
    }

    fn is_own(&self, host: &Authority) -> bool {
        let port = host.port_u16().unwrap_or(80);
        is_one_of(host, &LOCAL) && port == self.port || is_one_of(host, &self.names)
    }

    /// Tells whether a page is one that was asked of this server, under the same name or one that a proxy has changed.
    fn is_own_page(&self, origin: &str, host: &str) -> bool {
        let at = ["http://", "https://"].iter();
        let mut at = at.filter_map(|scheme| origin.strip_prefix(scheme));
        at.next().and_then(authority).is_some_and(|page| {
            page.as_str().eq_ignore_ascii_case(host) || is_one_of(&page, &self.names)
        })
    }
}

fn is_one_of(host: &Authority, names: &[impl AsRef<str>]) -> bool {
    let mut names = names.iter();
    names.any(|name| name.as_ref().eq_ignore_ascii_case(host.host()))
}

/// Reads a host with its port, if it has one.
fn authority(text: &str) -> Option<Authority> {
    // A user's name before it is for no header.
    text.parse().ok().filter(|_| !text.contains('@'))
}

/// Gives the value of a header that may stand once.
fn only(headers: &HeaderMap, name: HeaderName) -> Result<Option<&str>, Refusal> {
    let mut values = headers.get_all(&name).iter();
    let value = values.next().map(|value| value.to_str());
    match (value.transpose(), values.next()) {
        (Ok(value), None) => Ok(value),
        _ => {
            let message = format!("header {name}: found several or no text, expected it once");
            Err(Refusal::new(StatusCode::BAD_REQUEST, "request", message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(door: &Door, headers: &[(HeaderName, &str)]) -> u16 {
        let headers = headers.iter().cloned();
        let headers = headers.map(|(name, value)| (name, value.parse().unwrap()));
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(name, value);
        }
        door.admit(&map)
            .map_or_else(|refusal| refusal.status.as_u16(), |()| 200)
    }

    #[test]
    fn hosts() {
        let door = Door::new(9010, vec!["rules.example".to_owned()]);
        for (host, expected) in [
            ("127.0.0.1:9010", 200),
            ("localhost:9010", 200),
            ("LocalHost:9010", 200),
            ("[::1]:9010", 200),
            ("rules.example", 200),
            ("Rules.Example:443", 200),
            ("localhost", 421),
            ("localhost:9011", 421),
            ("127.0.0.1.evil.example:9010", 421),
            ("evil.example:9010", 421),
            ("localhost:9010@evil.example", 421),
            ("evil@localhost:9010", 421),
            ("rules.example.evil", 421),
            ("", 421),
            ("a b", 421),
        ] {
            assert_eq!(status(&door, &[(header::HOST, host)]), expected, "{host}");
        }
        assert_eq!(status(&door, &[]), 421);
        let twice = [(header::HOST, "localhost:9010"), (header::HOST, "evil")];
        assert_eq!(status(&door, &twice), 400);
        let usual = Door::new(80, Vec::new());
        assert_eq!(status(&usual, &[(header::HOST, "localhost")]), 200);
    }

    #[test]
    fn origins() {
        let door = Door::new(9010, vec!["rules.example".to_owned()]);
        for (host, origin, expected) in [
            ("localhost:9010", "http://localhost:9010", 200),
            ("localhost:9010", "http://127.0.0.1:9010", 403),
            ("localhost:9010", "http://localhost:3000", 403),
            ("localhost:9010", "http://localhost", 403),
            ("localhost:9010", "http://evil.example", 403),
            ("localhost:9010", "http://localhost:9010.evil.example", 403),
            ("localhost:9010", "file://localhost:9010", 403),
            ("localhost:9010", "null", 403),
            ("localhost:9010", "", 403),
            // What a proxy leaves of the host.
            ("rules.example", "https://rules.example", 200),
            ("127.0.0.1:9010", "https://rules.example", 200),
            ("rules.example", "https://other.example", 403),
        ] {
            let headers = [(header::HOST, host), (header::ORIGIN, origin)];
            assert_eq!(status(&door, &headers), expected, "{host} {origin}");
        }
    }
}
