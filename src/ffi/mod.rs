//! The C interface: games judged for programs in any language.
//!
//! `caipan.h` beside this file declares it; a test holds the two together, and another has the examples in
//! `tests/library` call it from C and from Python. `scripts/build-library` builds the library.
//!
//! Every function may be called from any thread. Texts come in as UTF-8 or GB18030, each with a zero byte at its end, and
//! go out as UTF-8. A failure of caipan's own does not leave the library: it is answered as an error of the kind
//! `internal`.

#![allow(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

#[cfg(test)]
mod tests;

use std::ffi::{CStr, CString, c_char};
use std::panic::{self, AssertUnwindSafe};

use serde_json::Value;

use crate::report::{Failure, GivenGame, judgement_json};
use crate::ruling::RuleSet;
use crate::text::{decode, excerpt};

/// Judges a game.
///
/// `fen` is the position it starts from, NULL for the usual one. `moves` are its moves in any notation, with blanks or
/// commas between them; it may be empty, but not NULL. `rules` is the name of a rule set: cn2011, cn2020, axf, computer,
/// sky, check-only or none; NULL is cn2011.
///
/// Gives the JSON object that `caipan judge --jsonl` answers, with the `id` "game"; what cannot be judged gives
/// `{"id": "game", "error": {"kind": "...", "message": "..."}}`, of the kind field, fen, move or rules; a fault of caipan's
/// own is of the kind internal and has the `id` null. It is never NULL, and caipan_free frees it.
///
/// # Safety
/// Each argument is NULL, or points to a text with a zero byte at its end that nobody changes during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn caipan_judge(
    fen: *const c_char,
    moves: *const c_char,
    rules: *const c_char,
) -> *mut c_char {
    answer(|| {
        // SAFETY: the caller vouches for each.
        let [fen, moves, rules] = [fen, moves, rules].map(|text| unsafe { read(text) });
        let id = Value::from("game");
        let Some(moves) = moves else {
            let message = "field \"moves\": found NULL, expected a text of moves";
            return Err(Failure::new(id, "field", message));
        };
        let game = GivenGame::from_moves(id, fen.as_deref(), &moves)?;
        judge(&game, rules.as_deref())
    })
}

/// Judges a game told as JSON.
///
/// `record` is one line of what `caipan judge --jsonl` reads, and `rules` the name of a rule set as for caipan_judge.
///
/// Gives the object that `caipan judge --jsonl` answers to this line alone, its errors included; where no rule set has the
/// name, an error of the kind rules. It is never NULL, and caipan_free frees it.
///
/// # Safety
/// Each argument is NULL, or points to a text with a zero byte at its end that nobody changes during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn caipan_judge_record(
    record: *const c_char,
    rules: *const c_char,
) -> *mut c_char {
    answer(|| {
        // SAFETY: the caller vouches for each.
        let [record, rules] = [record, rules].map(|text| unsafe { read(text) });
        let game = GivenGame::from_json(&record.unwrap_or_default(), 1)?;
        judge(&game, rules.as_deref())
    })
}

/// Frees what caipan_judge or caipan_judge_record gave; NULL is passed over.
///
/// # Safety
/// `answer` is NULL, or comes from one of these functions of the same library and was not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn caipan_free(answer: *mut c_char) {
    if !answer.is_null() {
        // SAFETY: `answer` made it so, by the caller's word.
        drop(unsafe { CString::from_raw(answer) });
    }
}

/// Gives the version of the library, as "1.2.3"; it is not to be freed.
#[unsafe(no_mangle)]
pub extern "C" fn caipan_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Reads a text; `None` for NULL.
///
/// # Safety
/// As for the functions of the interface.
unsafe fn read(text: *const c_char) -> Option<String> {
    // SAFETY: what is not NULL has a zero byte at its end, by the caller's word.
    let text = (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) })?;
    Some(decode(text.to_bytes()).0.into_owned())
}

/// Judges a game by the rule set of a name, the default one if there is none.
fn judge(game: &GivenGame, rules: Option<&str>) -> Result<String, Failure> {
    let rules = match rules {
        None => RuleSet::default(),
        Some(name) => RuleSet::by_name(name).ok_or_else(|| {
            let (found, names) = (excerpt(name, 40), RuleSet::NAMES.join(", "));
            let message = format!("rules: found \"{found}\", expected one of {names}");
            Failure::new(game.id.clone(), "rules", message)
        })?,
    };
    let judgement = game.judge(&rules)?;
    let (line, findings) = (&game.line, judgement.findings(&game.line));
    Ok(judgement_json(
        &game.id, line, &judgement, &findings, &rules,
    ))
}

/// Gives what comes of judging, as a text for `caipan_free`.
fn answer(judge: impl FnOnce() -> Result<String, Failure>) -> *mut c_char {
    // What a failure may leave half done belongs to this call alone.
    let json = match panic::catch_unwind(AssertUnwindSafe(judge)) {
        Ok(Ok(judgement)) => judgement,
        Ok(Err(failure)) => failure.to_json(),
        Err(_) => {
            let message = "caipan failed, which is a fault of its own; standard error tells where";
            Failure::new(Value::Null, "internal", message).to_json()
        }
    };
    // JSON has no zero byte, which would be the one fault there can be.
    CString::new(json).unwrap_or_default().into_raw()
}
