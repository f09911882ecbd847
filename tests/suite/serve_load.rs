//! `caipan serve` with many callers at once; a test looks at `/proc`.

use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::judge::PERPETUAL;
use crate::serve::{LINES, RECORD};
use crate::support::http::{Served, receive, request, send};

/// How long a request may wait before it is told that others are being answered.
const PATIENCE: Duration = Duration::from_secs(30);

#[test]
fn three_hundred_at_once_each_get_their_own_answer() {
    let served = Served::start(&[]);
    let records: Vec<_> = (0..300)
        .map(|id| {
            json!({"id": id, "fen": PERPETUAL, "moves": ["f0e0", "e8f8", "e0f0", "f8e8"]})
                .to_string()
        })
        .collect();
    let asked: Vec<_> = records
        .iter()
        .map(|record| {
            let host = format!("Host: 127.0.0.1:{}", served.port);
            let mut stream = TcpStream::connect(("127.0.0.1", served.port)).unwrap();
            stream
                .write_all(&request(
                    "POST",
                    "/judge",
                    &[&host, RECORD],
                    record.as_bytes(),
                ))
                .unwrap();
            stream
        })
        .collect();
    for (id, stream) in asked.into_iter().enumerate() {
        let answer = receive(stream).expect("an answer");
        assert_eq!(
            (answer.status, &answer.json()["id"]),
            (200, &json!(id)),
            "{answer:?}"
        );
        assert_eq!(answer.json()["verdict"], json!("red-must-change"));
    }
}

/// Reads how much memory a process has, in KiB.
fn memory(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let word = line.and_then(|line| line.split_whitespace().next());
    word.unwrap().parse().unwrap()
}

/// What a thousand callers send, good and hostile, by their number.
fn sent(port: u16, caller: usize) -> Vec<u8> {
    let host = format!("Host: 127.0.0.1:{port}");
    let good = json!({"id": caller, "fen": PERPETUAL, "moves": ["f0e0", "e8f8", "e0f0", "f8e8"]})
        .to_string();
    let judge = |body: &[u8]| request("POST", "/judge", &[&host, RECORD], body);
    match caller % 10 {
        0..4 => judge(good.as_bytes()),
        4 => request(
            "POST",
            "/judge?rules=axf,cn2011",
            &[&host, LINES],
            format!("{good}\n{{\n{good}\n").as_bytes(),
        ),
        5 => judge("{".repeat(10_000).as_bytes()),
        6 => judge(&vec![b'7'; 300 << 10]),
        7 => request(
            "POST",
            "/judge",
            &[&host, "Origin: https://evil.example", RECORD],
            good.as_bytes(),
        ),
        8 => judge(b"{\"fen\": \"\xff\xfe\", \"moves\": [\"\\u0000\"]}"),
        _ => request("BREW", "/judge\u{7f}", &["Host: x", "A: b"], &vec![0; 1000]),
    }
}

#[test]
fn a_thousand_at_once_get_what_is_documented_and_leave_no_memory_behind() {
    let served = Served::start(&[]);
    let port = served.port;
    let round = || {
        let callers: Vec<_> = (0..1000)
            .map(|caller| {
                let thread = thread::Builder::new().stack_size(256 << 10);
                let ask = move || {
                    let bytes = sent(port, caller);
                    let start = Instant::now();
                    (send(port, &bytes), start.elapsed())
                };
                thread.spawn(ask).unwrap()
            })
            .collect();
        let answers = callers.into_iter().map(|caller| caller.join().unwrap());
        let mut judged = 0;
        for (caller, (answer, waited)) in answers.enumerate() {
            let answer = answer.unwrap_or_else(|| panic!("{caller}: found no answer"));
            let (expected, is_let_in) = match caller % 10 {
                0..5 => (200, true),
                5 | 8 => (400, true),
                6 => (413, true),
                7 => (403, false),
                _ => (400, false),
            };
            let may_be_busy = is_let_in && waited >= PATIENCE;
            assert!(
                answer.status == expected || may_be_busy && answer.status == 503,
                "{caller}, after {waited:?}: {answer:?}"
            );
            judged += usize::from(answer.status == 200);
        }
        // Half of the callers are good; on a machine that has much else to do some of them wait too long.
        assert!(judged > 250, "{judged}");
        memory(served.id())
    };
    let first = [round(), round()].into_iter().max().unwrap();
    let last = (0..3).fold(0, |_, _| round());
    assert!(last < first + 16_000, "{first} KiB, then {last} KiB");
    assert!(last < 200_000, "{last} KiB");
}

#[test]
fn who_has_waited_too_long_is_told_so() {
    let served = Served::start(&[]);
    let host = format!("Host: 127.0.0.1:{}", served.port);
    let body = br#"{"moves": []}"#;
    let bytes = request("POST", "/judge", &[&host, RECORD], body);
    // 64 hold their places for the 20 s that a body may take, and the next 64 for 20 s more.
    let held: Vec<_> = (0..200)
        .map(|_| {
            let mut stream = TcpStream::connect(("127.0.0.1", served.port)).unwrap();
            stream.write_all(&bytes[..bytes.len() - 3]).unwrap();
            stream
        })
        .collect();
    let start = Instant::now();
    let answer = served.post("/judge", RECORD, body);
    assert_eq!((answer.status, answer.kind()), (503, "busy".to_owned()));
    assert!(start.elapsed() >= PATIENCE, "{:?}", start.elapsed());
    assert!(answer.head.contains("\r\nretry-after: 1\r\n"), "{answer:?}");
    // The page itself waits for nobody.
    assert_eq!(served.ask("GET", "/", &[], b"").status, 200);
    drop(held);
    assert_eq!(served.post("/judge", RECORD, body).status, 200);
}
