//! A small HTTP client, and the server under test.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Longer than any answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// The lines of the head, in small letters.
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    /// Reads the body as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Gives the kind of the error that the contract tells.
    pub(crate) fn kind(&self) -> String {
        let kind = &self.json()["error"]["kind"];
        kind.as_str().unwrap_or_default().to_owned()
    }
}

/// Writes a request with a body.
pub(crate) fn request(method: &str, path: &str, headers: &[&str], body: &[u8]) -> Vec<u8> {
    let mut text = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
    for header in headers {
        text += header;
        text += "\r\n";
    }
    text += &format!("Content-Length: {}\r\n\r\n", body.len());
    [text.as_bytes(), body].concat()
}

/// Sends bytes and reads the answer to the end; `None` if the connection was cut before there was one.
pub(crate) fn send(port: u16, bytes: &[u8]) -> Option<Answer> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    // An answer may come before all was written.
    let _ = stream.write_all(bytes);
    receive(stream)
}

/// Reads an answer.
pub(crate) fn receive(stream: TcpStream) -> Option<Answer> {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).ok()? == 0 {
            return None;
        }
    }
    let head = head.to_ascii_lowercase();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let mut lines = head.lines();
    let length = lines.find_map(|line| line.strip_prefix("content-length:"));
    let mut body = Vec::new();
    match length.and_then(|length| length.trim().parse().ok()) {
        Some(length) => {
            body.resize(length, 0);
            reader.read_exact(&mut body).ok()?;
        }
        None => {
            reader.read_to_end(&mut body).ok()?;
        }
    }
    let body = String::from_utf8(body).unwrap();
    Some(Answer { status, head, body })
}

/// `caipan serve` on a port of its own; it is ended with this value.
#[derive(Debug)]
pub(crate) struct Served {
    child: Child,
    pub(crate) port: u16,
}

impl Served {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_caipan"))
            .args(["serve", "--port", "0"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let port = line.strip_prefix("http://127.0.0.1:");
        let port = port.and_then(|rest| rest.split('/').next()?.parse().ok());
        let port = port.unwrap_or_else(|| panic!("found {line:?}, expected an address"));
        Self { child, port }
    }

    /// Asks with a body, as a program does.
    pub(crate) fn post(&self, path: &str, content_type: &str, body: impl AsRef<[u8]>) -> Answer {
        self.ask("POST", path, &[content_type], body.as_ref())
    }

    /// Asks with more headers.
    pub(crate) fn ask(&self, method: &str, path: &str, headers: &[&str], body: &[u8]) -> Answer {
        let host = format!("Host: 127.0.0.1:{}", self.port);
        let headers = [&[&*host], headers].concat();
        send(self.port, &request(method, path, &headers, body)).expect("an answer")
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the program to end in its own way.
    pub(crate) fn await_end(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < PATIENCE, "the program does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
