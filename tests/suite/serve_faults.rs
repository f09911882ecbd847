//! `caipan serve`: what is refused, and what is given up.

use std::net::TcpListener;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::serve::{LINES, RECORD, judged};
use crate::support::http::{Answer, Served, request, send};

pub(super) fn told(answer: &Answer) -> (u16, String) {
    (answer.status, answer.kind())
}

#[test]
fn what_is_refused_says_why() {
    let served = Served::start(&["--allow-host", "rules.example"]);
    let host = format!("Host: localhost:{}", served.port);
    let own = format!("Origin: http://localhost:{}", served.port);
    let long = format!("{{\"moves\": [{}]}}", vec!["\"h2e2\""; 60_000].join(","));
    let moves = ["h0g2", "h9g7", "g2h0", "g7h9"].into_iter().cycle();
    let game = |plies| json!({"moves": moves.clone().take(plies).collect::<Vec<_>>()}).to_string();
    let many = "{}\n".repeat(1001);
    let deep = "[".repeat(100_000);
    for (method, path, headers, body, expected) in [
        ("POST", "/judge", &[&*host, RECORD][..], "", (400, "json")),
        ("POST", "/judge", &[&host, RECORD], "[]", (400, "json")),
        ("POST", "/judge", &[&host, RECORD], &deep, (400, "json")),
        ("POST", "/judge", &[&host, RECORD], "{}", (400, "field")),
        (
            "POST",
            "/judge",
            &[&host, RECORD],
            r#"{"fen": "9/9", "moves": []}"#,
            (400, "fen"),
        ),
        (
            "POST",
            "/judge",
            &[&host, RECORD],
            r#"{"moves": [], "cycle": [1, 1]}"#,
            (400, "cycle"),
        ),
        (
            "POST",
            "/judge?rules=fide",
            &[&host, RECORD],
            "{}",
            (400, "rules"),
        ),
        (
            "POST",
            "/judge?rules=",
            &[&host, RECORD],
            "{}",
            (400, "rules"),
        ),
        (
            "POST",
            "/judge?ruled=axf",
            &[&host, RECORD],
            "{}",
            (400, "rules"),
        ),
        ("POST", "/judge", &[&host, LINES], " \n\n", (400, "json")),
        ("POST", "/judge", &[&host, RECORD], &long, (413, "size")),
        (
            "POST",
            "/judge",
            &[&host, RECORD],
            &game(1001),
            (413, "size"),
        ),
        ("POST", "/judge", &[&host, LINES], &many, (413, "size")),
        ("POST", "/judge", &[&host], "{}", (415, "type")),
        (
            "POST",
            "/judge",
            &[&host, "Content-Type: text/plain"],
            "{}",
            (415, "type"),
        ),
        ("GET", "/judge", &[&host], "", (405, "method")),
        ("DELETE", "/", &[&host], "", (405, "method")),
        ("GET", "/judges", &[&host], "", (404, "path")),
        ("GET", "/../Cargo.toml", &[&host], "", (404, "path")),
        ("GET", "/match.json", &[&host], "", (404, "path")),
        ("POST", "/read", &[&host], "hello", (400, "game")),
        ("POST", "/read", &[&host], "", (400, "game")),
        ("POST", "/line", &[&host], "{", (400, "json")),
        // Foreign names and pages, whatever is asked for.
        ("GET", "/", &["Host: evil.example"], "", (421, "host")),
        ("GET", "/", &[], "", (421, "host")),
        ("GET", "/", &[&host, &host], "", (400, "request")),
        (
            "POST",
            "/judge",
            &["Host: 127.0.0.1", RECORD],
            "{}",
            (421, "host"),
        ),
        (
            "POST",
            "/judge",
            &[&host, RECORD, "Origin: http://evil.example"],
            "{}",
            (403, "origin"),
        ),
        (
            "POST",
            "/judge",
            &[&host, RECORD, "Origin: null"],
            "{}",
            (403, "origin"),
        ),
        // Our own, and those of a proxy.
        (
            "POST",
            "/judge",
            &[&host, &own, RECORD],
            "{}",
            (400, "field"),
        ),
        (
            "POST",
            "/judge",
            &["Host: rules.example", RECORD],
            "{}",
            (400, "field"),
        ),
        (
            "POST",
            "/judge",
            &[&host, "Origin: https://rules.example", RECORD],
            "{}",
            (400, "field"),
        ),
    ] {
        let bytes = request(method, path, headers, body.as_bytes());
        let answer =
            send(served.port, &bytes).unwrap_or_else(|| panic!("{method} {path} {headers:?}"));
        let (status, kind) = expected;
        assert_eq!(
            told(&answer),
            (status, kind.to_owned()),
            "{method} {path} {headers:?}: {answer:?}"
        );
        let message = answer.json()["error"]["message"].clone();
        assert!(message.as_str().is_some_and(|message| !message.is_empty()));
    }
    let longest = served.post("/judge", RECORD, game(1000));
    assert_eq!(
        (longest.status, &longest.json()["result"]),
        (200, &json!("1/2-1/2"))
    );
}

#[test]
fn what_asks_for_too_much_work_is_told_so_and_costs_itself_alone() {
    let served = Served::start(&[]);
    let moves = ["h0g2", "h9g7", "g2h0", "g7h9"].into_iter().cycle();
    let game = |id: u32, plies| {
        json!({"id": id, "moves": moves.clone().take(plies).collect::<Vec<_>>()}).to_string()
    };
    let all = "/judge?rules=cn2011,cn2020,axf,computer,sky,check-only,none";
    let lines = [game(1, 1000), game(2, 1000), game(3, 8)].join("\n");
    let answer = served.post(all, LINES, lines);
    let answers: Vec<Value> = answer
        .body
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of = |id: u32| {
        answers
            .iter()
            .filter(|answer| answer["id"] == json!(id))
            .collect::<Vec<_>>()
    };
    assert_eq!((of(1).len(), of(2).len(), of(3).len()), (7, 1, 7));
    assert_eq!(of(2)[0]["error"]["kind"], json!("work"));
    assert!(of(3).iter().all(|answer| answer["error"].is_null()));
}

#[test]
fn a_hard_stretch_is_given_up_in_bounded_time() {
    let served = Served::start(&[]);
    // Rooks and cannons in the middle of a game; each move looks at as many positions as it may.
    let fen = "1nbakabnr/r2R5/3c5/2p1C3p/P5p2/4PNPcP/2P5R/6C2/4A4/1NB1KAB2 w";
    let round = ["e6h6", "d7e7", "h6e6", "e7d7"];
    let line = json!({"fen": fen, "moves": round, "cycle": null}).to_string();
    let alone = served.post("/judge", RECORD, &line);
    assert_eq!(
        (alone.status, &alone.json()["bounded"]),
        (200, &json!(true)),
        "{alone:?}"
    );
    let start = Instant::now();
    let answer = served.post("/judge", LINES, format!("{line}\n").repeat(200));
    let answers: Vec<Value> = answer
        .body
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let expected: Value = serde_json::from_str(judged(&line, "cn2011").trim()).unwrap();
    let ruled = answers
        .iter()
        .take_while(|answer| answer["error"].is_null())
        .count();
    assert!((1..200).contains(&ruled), "{ruled}");
    for (number, answer) in (1..).zip(&answers) {
        // What is answered does not depend on what stands beside it.
        match number <= ruled {
            true => assert_eq!(answer["moves"], expected["moves"]),
            false => assert_eq!(answer["error"]["kind"], json!("work"), "{number}"),
        }
    }
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn bodies_that_do_not_come_are_not_waited_for() {
    let served = Served::start(&[]);
    let host = format!("Host: 127.0.0.1:{}", served.port);
    let mut bytes = request("POST", "/judge", &[&host, RECORD], br#"{"moves": []}"#);
    bytes.truncate(bytes.len() - 3);
    let answer = send(served.port, &bytes).expect("an answer");
    assert_eq!(told(&answer), (408, "time".to_owned()));
    // Nor is a head.
    let half = send(served.port, b"GET / HTTP/1.1\r\nHost: 127");
    assert!(
        half.as_ref().is_none_or(|answer| answer.status == 408),
        "{half:?}"
    );
}

#[test]
fn a_port_in_use_is_told_in_one_line() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let output = Command::new(env!("CARGO_BIN_EXE_caipan"))
        .args(["serve", "--port", &port.to_string()])
        .output()
        .unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    let expected =
        format!("caipan: port {port} is in use; --port takes another, --port 0 any free one: ");
    assert!(
        told.starts_with(&expected) && told.lines().count() == 1,
        "{told}"
    );
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    for wrong in [
        &["--port", "65536"][..],
        &["--allow-host", "http://a"],
        &["--allow-host", ""],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_caipan"))
            .arg("serve")
            .args(wrong)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
    }
}
