//! DhtmlXQ, the text in square brackets in which Chinese sites and forums (东萍象棋网) embed games.
//!
//! ```text
//! [DhtmlXQHTML]
//! [DhtmlXQ_title]an opening[/DhtmlXQ_title]
//! [DhtmlXQ_red]甲[/DhtmlXQ_red]
//! [DhtmlXQ_result]红胜[/DhtmlXQ_result]
//! [DhtmlXQ_binit]0919293949596979891777062646668600102030405060708012720323436383[/DhtmlXQ_binit]
//! [DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]
//! [DhtmlXQ_move_0_2_1]7967[/DhtmlXQ_move_0_2_1]
//! [DhtmlXQ_comment1]as ever[/DhtmlXQ_comment1]
//! [/DhtmlXQHTML]
//! ```
//!
//! A square is two digits, file from the left and rank from the top. `binit` lists the squares of Red's R N B A K A B N R
//! C C P P P P P, then Black's, 99 for a piece that is gone. `move_A_B_C` is line C: it leaves line A (0 is the game) in
//! place of ply B, counted from 1. `commentN` stands behind ply N of the game and `commentL_N` behind ply N of line L, both
//! counted from the start of the game; in a comment `||` ends a line. The form of variations and comments is what the
//! sites show; no description of it is known.
//!
//! The reader forgives: any text around the fields, as that of a page; any number of games; letters of either case; fields
//! that are not closed, in any order, or unknown (they become tags); a missing board, which is that of a new game; comments
//! on plies that there are not, which come to the last move; a result that is not known, which becomes a comment on the game.
//! Red is to move unless the first move is one of Black's.
//!
//! The writer always writes: one field a line; no field that is empty. What has no place: the side to move of a game
//! without moves, the counters of its start, tags without a value or named as what the fields tell otherwise, a `[`
//! before `DhtmlXQ` in a text, and a `|` beside the end of a line or another one; the last two become wide.

mod reader;
#[cfg(test)]
mod tests;
mod writer;

pub use reader::read;
pub use writer::write;

/// The fields that tell of a game, and what PGN calls them.
const TAGS: [(&str, &str); 19] = [
    ("title", "Title"),
    ("event", "Event"),
    ("date", "Date"),
    ("place", "Site"),
    ("round", "Round"),
    ("table", "Board"),
    ("red", "Red"),
    ("redname", "RedName"),
    ("redteam", "RedTeam"),
    ("redrating", "RedElo"),
    ("black", "Black"),
    ("blackname", "BlackName"),
    ("blackteam", "BlackTeam"),
    ("blackrating", "BlackElo"),
    ("open", "Opening"),
    ("remark", "Annotator"),
    ("author", "Author"),
    ("timerule", "TimeControl"),
    ("gametype", "GameType"),
];

/// The fields that are no tags.
const STRUCTURE: [&str; 5] = ["ver", "init", "binit", "movelist", "result"];

const MARK: &str = "DhtmlXQ";

/// Finds the next `[DhtmlXQ` or `[/DhtmlXQ`: where it begins, what follows it, and whether it closes.
fn find_mark(text: &str) -> Option<(usize, &str, bool)> {
    memchr::memchr_iter(b'[', text.as_bytes()).find_map(|at| {
        let inner = &text[at + 1..];
        let (inner, closes) = match inner.strip_prefix('/') {
            Some(inner) => (inner, true),
            None => (inner, false),
        };
        let word = inner.get(..MARK.len())?;
        word.eq_ignore_ascii_case(MARK)
            .then(|| (at, &inner[MARK.len()..], closes))
    })
}

fn is_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '-'
}

/// Writes the first letter of a name in upper case, as tags have it.
fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
