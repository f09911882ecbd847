//! `caipan judge`: what it prints, what it says of bad input, and its exit status.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

pub(super) const PERPETUAL: &str = "2b6/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w";

/// Runs the command with some input.
pub(super) fn judge(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_caipan"))
        .arg("judge")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

/// What a person sees: both streams and the status, with the folder of the files left out.
fn shown(output: &Output, folder: Option<&tempfile::TempDir>) -> String {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let all = format!(
        "{}--- stderr\n{}--- status {}\n",
        text(&output.stdout),
        text(&output.stderr),
        output.status.code().unwrap()
    );
    match folder {
        Some(folder) => all.replace(&folder.path().display().to_string(), "FOLDER"),
        None => all,
    }
}

/// Reads the JSON objects of an output, but for the totals at its end.
pub(super) fn records(output: &Output) -> Vec<Value> {
    let text = std::str::from_utf8(&output.stdout).unwrap();
    text.lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|object| object["totals"].is_null())
        .collect()
}

/// Reads the totals at the end of an output.
pub(super) fn totals(output: &Output) -> Value {
    let text = std::str::from_utf8(&output.stdout).unwrap();
    let object: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    object["totals"].clone()
}

#[test]
fn a_perpetual_check_at_the_count() {
    let moves = "f0e0 e8f8 e0f0 f8e8 ".repeat(3);
    insta::assert_snapshot!(shown(
        &judge(&["--fen", PERPETUAL, "--moves", &moves], b""),
        None
    ));
}

#[test]
fn a_repetition_that_is_open_and_one_from_black() {
    let fen = "3akab2/9/9/9/9/9/9/9/4A4/R3KAB2 b - - 3 17";
    insta::assert_snapshot!(shown(
        &judge(
            &[
                "--lang",
                "en",
                "--fen",
                fen,
                "--moves",
                "f9e8 1.a0a1 2... e8f9,3. a1a0"
            ],
            b""
        ),
        None
    ));
}

#[test]
fn a_search_that_met_its_bound_is_told() {
    let fen = "1nbakabnr/r2R5/3c5/2p1C3p/P5p2/4PNPcP/2P5R/6C2/4A4/1NB1KAB2 w";
    let output = judge(&["--all-moves", "--fen", fen, "--moves", "e6h6 d7e7"], b"");
    let text = String::from_utf8(output.stdout).unwrap();
    let told = |text: &str, words: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.contains(words));
        lines.map(|line| line.trim().to_owned()).collect()
    };
    let words = "the search met its bound, the nature may be graver";
    assert_eq!(told(&text, words), [format!("C5=2: {words}")], "{text}");
    let words = "搜索已达上限，性质可能更重";
    assert_eq!(told(&text, words), [format!("炮五平二: {words}")], "{text}");
}

#[test]
fn several_rule_sets_as_json() {
    let line =
        json!({"id": 7, "fen": PERPETUAL, "moves": ["f0e0", "e8f8", "e0f0", "f8e8"], "spare": 1});
    let output = judge(
        &["--jsonl", "-", "--rules", "cn2011,axf,none"],
        line.to_string().as_bytes(),
    );
    let answers: Vec<_> = records(&output)
        .into_iter()
        .map(|answer| {
            (
                answer["id"].clone(),
                answer["rules"].clone(),
                answer["verdict"].clone(),
                answer["result"].clone(),
            )
        })
        .collect();
    let expected =
        |rules: &str, verdict: &str| (json!(7), json!(rules), json!(verdict), json!("*"));
    assert_eq!(
        answers,
        [
            expected("cn2011", "red-must-change"),
            expected("axf", "red-must-change"),
            expected("none", "draw")
        ]
    );
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn nine_rounds_without_a_cycle() {
    // A rook chases a knight from a6, a4 and at last a3, and no position comes a third time.
    let moves =
        "a4a6 g6h4 a6a4 h4i6 a4a6 i6h4 a6a4 h4g6 a4a6 g6f4 a6a4 f4e6 a4a6 e6f4 a6a4 f4h3 a4a3 h3i1";
    let line = |plies| {
        json!({
            "fen": "2baka3/9/4b4/6n2/9/R8/9/4B4/9/2BAKA3 w",
            "moves": moves.split(' ').take(plies).collect::<Vec<_>>(),
        })
        .to_string()
    };
    let output = judge(
        &["--jsonl", "-"],
        [line(18), line(16)].join("\n").as_bytes(),
    );
    let [answer, shorter] = records(&output).try_into().unwrap();
    assert_eq!(
        answer["cycle"],
        json!({"start": 0, "length": 18, "occurrences": 1})
    );
    assert_eq!(answer["verdict"], json!("red-must-change"));
    assert_eq!(answer["result"], json!("0-1"));
    assert_eq!(answer["articles"], json!(["24.13", "25.3"]));
    assert_eq!(
        answer["why"]["en"],
        json!(
            "Red: perpetual chase; Black: idle and follow. Nine rounds of attacks in a row, on three points or more: \
             Red did not change and loses (24.13, 25.3). Black wins by the ruling of a repetition."
        )
    );
    assert_eq!(shorter["result"], json!("*"));
    assert_eq!(
        shorter["cycle"],
        json!({"start": 11, "length": 4, "occurrences": 2})
    );
}

#[test]
fn the_contract_in_full() {
    let line =
        json!({"id": "g", "fen": PERPETUAL, "moves": ["f0e0", "e8f8", "e0f0", "f8e8", "f0e0"]});
    let output = judge(&["--jsonl", "-"], line.to_string().as_bytes());
    let answer = records(&output).remove(0);
    assert_eq!(
        answer["cycle"],
        json!({"start": 1, "length": 4, "occurrences": 2})
    );
    assert_eq!(
        answer["moves"][0],
        json!({"move": "f0e0", "zh": "车四平五", "nature": null})
    );
    assert_eq!(answer["moves"][1]["nature"], json!("idle"));
    assert_eq!(
        answer["red"],
        json!({"class": "check", "text": "perpetual check"})
    );
    assert_eq!(answer["black"], json!({"class": "none", "text": "idle"}));
    assert_eq!(answer["articles"], json!(["24.9", "25.1"]));
    assert_eq!(answer["bounded"], json!(false));
    let keys: Vec<_> = answer
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let mut expected = [
        "id", "rules", "moves", "cycle", "red", "black", "verdict", "result", "end", "why",
        "articles", "bounded",
    ];
    expected.sort_unstable();
    assert_eq!(keys, expected);
    let all = judge(
        &["--jsonl", "-", "--all-moves"],
        line.to_string().as_bytes(),
    );
    assert_eq!(records(&all)[0]["moves"][0]["nature"], json!("check"));
}

#[test]
fn a_game_that_went_on_after_its_end_has_the_result_of_its_end() {
    let round = "i0i1 i9i8 i1i0 i8i9 ";
    let moves = round.repeat(3) + "h2e2 h9g7 " + round;
    let words: Vec<_> = moves.split_whitespace().collect();
    let limit = "3k5/9/9/9/9/9/9/p8/R8/1R2K4 w - - 119 80";
    let lines = [
        json!({"moves": words}),
        json!({"fen": limit, "moves": ["b0b1", "d9d8", "a1a2"]}),
        json!({"moves": words, "cycle": [14, 4]}),
    ];
    let output = judge(
        &["--jsonl", "-"],
        lines.map(|line| line.to_string()).join("\n").as_bytes(),
    );
    let answers: Vec<_> = records(&output)
        .into_iter()
        .map(|answer| {
            let told = ["verdict", "result", "end"].map(|field| answer[field].clone());
            (answer["cycle"]["start"].clone(), told)
        })
        .collect();
    assert_eq!(
        answers,
        [
            (
                json!(14),
                [
                    json!("draw"),
                    json!("1/2-1/2"),
                    json!({"ply": 12, "reason": "repetition"})
                ]
            ),
            (
                json!(null),
                [
                    json!(null),
                    json!("1/2-1/2"),
                    json!({"ply": 1, "reason": "natural-limit"})
                ]
            ),
            (json!(14), [json!("draw"), json!("*"), json!(null)]),
        ]
    );
    let output = judge(&["--lang", "zh", "--moves", &moves], b"");
    let text = String::from_utf8(output.stdout).unwrap();
    let last = text.lines().last().unwrap();
    assert_eq!(
        last,
        "[cn2011] 红方闲，黑方闲：双方不变作和（24.14、25.2）。对局在黑方第6着（车9退1）之后已经结束：\
         红方闲，黑方闲：双方不变，判和（24.14、25.2）。重复局面裁决，和棋。 1/2-1/2"
    );
}

#[test]
fn records_that_cannot_be_ruled_cost_themselves_alone() {
    let good = json!({"id": "good", "moves": ["h2e2"]});
    let lines = [
        "{".to_owned(),
        "[1]".to_owned(),
        json!({"id": "a"}).to_string(),
        json!({"id": "b", "moves": "h2e2"}).to_string(),
        json!({"id": "c", "moves": [1]}).to_string(),
        json!({"id": "d", "fen": 3, "moves": []}).to_string(),
        json!({"id": "e", "fen": "9/9 w", "moves": []}).to_string(),
        json!({"id": "f", "moves": ["h2e2", "h2e2"]}).to_string(),
        json!({"id": "g", "moves": ["h2e2"], "cycle": [0, 2]}).to_string(),
        json!({"id": "h", "moves": ["h2e2"], "cycle": "x"}).to_string(),
        json!({"id": "i", "moves": [], "cycle": null}).to_string(),
        json!({"id": "j", "moves": ["h2e2"], "cycle": [-1, 2]}).to_string(),
        json!({"id": "k", "moves": ["h2e2"], "cycle": [0, 1.5]}).to_string(),
        json!({"id": "l", "moves": ["h2e2"], "cycle": [0, 1, 2]}).to_string(),
        good.to_string(),
    ];
    let output = judge(&["--jsonl", "-"], lines.join("\n").as_bytes());
    let answers: Vec<_> = records(&output)
        .into_iter()
        .map(|answer| {
            format!(
                "{} {} {}",
                answer["id"], answer["error"]["kind"], answer["error"]["message"]
            )
        })
        .collect();
    insta::assert_snapshot!(answers.join("\n"));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn files_good_and_bad() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
    };
    write(
        "1.pgn",
        b"[Red \"A\"]\n[Black \"B\"]\n1. C2=5 H8+7 *\n\n[Red \"C\"]\n1. h2e2 h2e2 *\n\n[FEN \"9/9 w\"]\n1. h2e2\n\n[White \"E\"]\n1. H2-E2 H9-G7 1-0\n",
    );
    write("2.pgn", b"");
    // "1. 炮二平五" in GBK.
    write(
        "3.PGN",
        b"[Red \"\xba\xec\"]\r\n1. \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5 *\r\n",
    );
    write("4.txt", b"not looked at");
    insta::assert_snapshot!(shown(
        &judge(&["--lang", "zh", folder.path().to_str().unwrap()], b""),
        Some(&folder)
    ));
}

#[test]
fn an_id_comes_back_to_the_last_digit() {
    for id in [
        "123456789012345678901234567890",
        "1e400",
        "0.10000000000000000001",
        "-7",
    ] {
        let record = format!("{{\"id\": {id}, \"moves\": []}}");
        let output = judge(&["--jsonl", "-"], record.as_bytes());
        let text = String::from_utf8(output.stdout).unwrap();
        let digits = |text: &str| text.replace("e+", "e");
        let wanted = format!("{{\"id\":{id},");
        assert!(digits(&text).starts_with(&wanted), "{id}: {text}");
    }
}

#[test]
fn a_folder_without_games_is_told() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    let output = judge(&[folder.path().to_str().unwrap()], b"");
    assert_eq!(
        shown(&output, Some(&folder)),
        "--- stderr\ncaipan: FOLDER: found no game, expected game files\n--- status 1\n"
    );
}

#[cfg(unix)]
#[test]
fn a_folder_with_links_in_a_circle_is_walked_once() {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::create_dir(path("sub")).unwrap();
    std::fs::write(path("sub/a.pgn"), "1. h2e2 *\n").unwrap();
    for link in ["a", "b", "sub/c", "sub/d.pgn"] {
        symlink(folder.path(), path(link)).unwrap();
    }
    symlink(path("sub/a.pgn"), path("e.pgn")).unwrap();
    symlink("nowhere", path("f.pgn")).unwrap();
    // Anything that is no file; a pipe would never end.
    let _socket = UnixListener::bind(path("g.pgn")).unwrap();
    let output = judge(
        &[
            "--json",
            folder.path().to_str().unwrap(),
            path("a").to_str().unwrap(),
        ],
        b"",
    );
    let ids: Vec<_> = records(&output)
        .iter()
        .map(|record| {
            let id = record["id"].as_str().unwrap();
            id.replace(folder.path().to_str().unwrap(), "")
        })
        .collect();
    let once = ["/e.pgn#1", "/f.pgn", "/sub/a.pgn#1"];
    let through_link = once.map(|name| format!("/a{name}"));
    assert_eq!(ids[..3], once);
    assert_eq!(ids[3..], through_link);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn noise_is_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("noise.pgn");
    let mut state = 1_u64;
    let noise: Vec<u8> = (0..1 << 20)
        .map(|_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 56) as u8
        })
        .collect();
    std::fs::write(&path, noise).unwrap();
    let output = judge(&[path.to_str().unwrap()], b"");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr.lines().count() >= 1 && stderr.lines().all(|line| line.contains("noise.pgn")),
        "{stderr}"
    );
    assert!(
        stderr.lines().all(|line| line.chars().count() < 300),
        "{stderr}"
    );
}
