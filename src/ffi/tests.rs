//! The C interface called as C calls it, with good arguments and with bad ones.

use std::ffi::{CStr, CString, c_char};
use std::ptr;
use std::thread;

use serde_json::{Value, json};

use super::{answer, caipan_free, caipan_judge, caipan_judge_record, caipan_version};

const FEN: &[u8] = b"2b6/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w";
const CHECKS: &[u8] = b"f0e0 e8f8 e0f0 f8e8";

/// Reads an answer and frees it.
fn take(answer: *mut c_char) -> Value {
    assert!(!answer.is_null());
    // SAFETY: the functions give texts that end with a zero byte.
    let text = unsafe { CStr::from_ptr(answer) };
    let value = serde_json::from_slice(text.to_bytes()).unwrap();
    // SAFETY: it was not freed yet.
    unsafe { caipan_free(answer) };
    value
}

/// Calls `caipan_judge`; `None` is NULL.
fn judge([fen, moves, rules]: [Option<&[u8]>; 3]) -> Value {
    let texts = [fen, moves, rules].map(|text| text.map(|text| CString::new(text).unwrap()));
    let [fen, moves, rules] = texts
        .each_ref()
        .map(|text| text.as_ref().map_or(ptr::null(), |text| text.as_ptr()));
    // SAFETY: each is NULL or ends with a zero byte.
    take(unsafe { caipan_judge(fen, moves, rules) })
}

/// Calls `caipan_judge_record`; `None` is NULL.
fn judge_record([record, rules]: [Option<&[u8]>; 2]) -> Value {
    let texts = [record, rules].map(|text| text.map(|text| CString::new(text).unwrap()));
    let [record, rules] = texts
        .each_ref()
        .map(|text| text.as_ref().map_or(ptr::null(), |text| text.as_ptr()));
    // SAFETY: each is NULL or ends with a zero byte.
    take(unsafe { caipan_judge_record(record, rules) })
}

#[test]
fn a_game_is_judged_by_the_rules_named() {
    let checks = [CHECKS, CHECKS, CHECKS].join(&b' ');
    let answer = judge([Some(FEN), Some(&checks), None]);
    assert_eq!(answer["id"], "game");
    assert_eq!(answer["rules"], "cn2011");
    assert_eq!(answer["verdict"], "red-must-change");
    assert_eq!(answer["result"], "0-1");
    assert_eq!(answer["moves"][11]["move"], "f8e8");
    assert_eq!(answer["moves"][8]["nature"], "check");
    let drawn = judge([Some(FEN), Some(&checks), Some(b"none")]);
    assert_eq!(
        (&drawn["rules"], &drawn["result"]),
        (&json!("none"), &json!("1/2-1/2"))
    );
}

#[test]
fn a_record_is_answered_as_the_command_answers_it() {
    let record = json!({
        "id": [7],
        "fen": std::str::from_utf8(FEN).unwrap(),
        "moves": ["f0e0", "e8f8", "e0f0", "f8e8"],
        "cycle": [0, 2],
    });
    let answer = judge_record([Some(record.to_string().as_bytes()), Some(b"axf")]);
    assert_eq!(answer["id"], json!([7]));
    assert_eq!(answer["cycle"]["length"], 2);
    let record = br#"{"moves": ["h2e2"], "cycle": [0, 2]}"#;
    let answer = judge_record([Some(record), None]);
    let message = "line 1: the stretch [0, 2] is not in the line: \
                   expected at least one move and an end within 1 plies";
    let error = json!({"kind": "cycle", "message": message});
    assert_eq!(answer, json!({"id": "1", "error": error}));
}

#[test]
fn null_is_the_usual_or_an_error() {
    let answer = judge([None, Some(b""), None]);
    assert_eq!(answer["moves"], json!([]));
    assert_eq!(
        (&answer["rules"], &answer["verdict"]),
        (&json!("cn2011"), &Value::Null)
    );
    assert_eq!(judge([None, None, None])["error"]["kind"], "field");
    assert_eq!(judge_record([None, None])["error"]["kind"], "json");
    // SAFETY: NULL is allowed.
    unsafe { caipan_free(ptr::null_mut()) };
    // SAFETY: the version ends with a zero byte.
    let version = unsafe { CStr::from_ptr(caipan_version()) };
    assert_eq!(version.to_str(), Ok(env!("CARGO_PKG_VERSION")));
}

#[test]
fn moves_in_gbk_are_read() {
    // 炮二平五.
    let answer = judge([None, Some(b"\xc5\xda\xb6\xfe\xc6\xbd\xce\xe5 h9g7"), None]);
    assert_eq!(answer["moves"][0]["move"], "h2e2");
}

#[test]
fn hostile_arguments_get_errors_of_one_short_line() {
    let huge = vec![b'x'; 1 << 20];
    let deep = vec![b'['; 1 << 20];
    let blanks = vec![b' '; 1 << 20];
    let moves = b"h2e2 ".repeat(1 << 18);
    let garbage: Vec<u8> = (0..1 << 20).map(|n: u32| (n % 255 + 1) as u8).collect();
    let fen = |text| judge([Some(text), Some(b""), None]);
    let played = |text| judge([None, Some(text), None]);
    let rules = |text| judge([None, Some(b""), Some(text)]);
    let record = |text| judge_record([Some(text), None]);
    for (answer, kind) in [
        (fen(b""), "fen"),
        (fen(b"\xff\xfe"), "fen"),
        (fen(&huge), "fen"),
        (fen(&deep), "fen"),
        (fen(&blanks), "fen"),
        (fen(&garbage), "fen"),
        (played(b"\xff\xfe"), "move"),
        (played(&huge), "move"),
        (played(&garbage), "move"),
        (played(&moves), "move"),
        (rules(b""), "rules"),
        (rules(b"\xff\xfe"), "rules"),
        (rules(&huge), "rules"),
        (rules(&garbage), "rules"),
        (record(b""), "json"),
        (record(b"{\"moves\": [\"\xff\"]}"), "move"),
        (record(br#"{"moves": ["h2e2\u0000"]}"#), "move"),
        (record(&huge), "json"),
        (record(&deep), "json"),
        (record(&blanks), "json"),
        (record(&garbage), "json"),
    ] {
        assert_eq!(answer["error"]["kind"], kind, "{answer}");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.len() < 1000 && !message.contains('\n'), "{message}");
    }
    assert_eq!(played(&blanks)["moves"], json!([]));
}

#[test]
fn a_game_of_thousands_of_moves_is_judged() {
    let moves = b"h2e2 h7e7 e2h2 e7h7 ".repeat(1 << 10);
    let answer = judge([None, Some(&moves), None]);
    assert_eq!(answer["moves"].as_array().map(Vec::len), Some(1 << 12));
    assert_eq!(answer["end"]["ply"], 12);
}

#[test]
fn a_failure_of_its_own_is_an_answer_too() {
    let answer = take(answer(|| panic!("a fault that is not there")));
    assert_eq!(answer["error"]["kind"], "internal");
}

#[test]
fn threads_judge_side_by_side() {
    let alone = judge([Some(FEN), Some(CHECKS), None]);
    thread::scope(|scope| {
        let calls: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| judge([Some(FEN), Some(CHECKS), None])))
            .collect();
        for call in calls {
            assert_eq!(call.join().unwrap(), alone);
        }
    });
}
