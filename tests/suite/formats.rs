//! Formats of text: what their readers forgive, what they refuse and how they say so, and that what was written is read
//! back.

use caipan::notation::Notation;
use caipan::position::{Fault, Position, START_FEN, Setup};
use caipan::record::pgn;
use caipan::text::{Encoding, decode};
use proptest::prelude::*;

/// FENs that are refused, and the whole message.
const REFUSED: &[(&str, &str)] = &[
    ("", "the FEN is empty; red has no king; black has no king"),
    (
        " \"\" ",
        "the FEN is empty; red has no king; black has no king",
    ),
    (
        "4k4/9/9/9/9/9/9/9/9/3K5",
        "the side to move is missing, expected w or b",
    ),
    (
        "4k4/9/9/9/9/9/9/9/9/3K5 x",
        "the side to move is \"x\", expected w or b",
    ),
    (
        "4k4/9/9/9/9/9/9/9/9/3K5 wb",
        "the side to move is \"wb\", expected w or b",
    ),
    (
        "4k4/9/9/9/9/9/9/9/9/3K5 红\u{7}",
        "the side to move is \"红\\u{7}\", expected w or b",
    ),
    (
        "4k4/9/9/9/9/9/9/9/3K5 w",
        "the board has 9 ranks, expected 10",
    ),
    (
        "4k4/9/9/9/9/9/9/9/9/3K5/ w",
        "the board has 11 ranks, expected 10",
    ),
    (
        "4k4/9/9/9/9/9/9/9/8/3K5 w",
        "rank 1 has 8 files, expected 9",
    ),
    ("4k4/9/9/9/9/9/9/9//3K5 w", "rank 1 has 0 files, expected 9"),
    (
        "4k5/9/9/9/9/9/9/9/9/3K5 w",
        "rank 9 has 10 files, expected 9",
    ),
    (
        "4k4/9/9/9/9/9/9/9/99999/3K5 w",
        "rank 1 has 45 files, expected 9",
    ),
    // What lies beyond the ninth file is not told letter by letter.
    (
        "4k4xyz/9/9/9/9/9/9/9/9/3K5 w",
        "rank 9 has 12 files, expected 9",
    ),
    (
        "4k4/9/4q4/9/9/9/9/9/9/3K5 w",
        "rank 7 has 'q', expected a digit 1-9 or a letter of KABNRCP",
    ),
    (
        "4k4/9/4炮4/9/9/9/9/9/9/3K5 w",
        "rank 7 has '炮', expected a digit 1-9 or a letter of KABNRCP",
    ),
    (
        "4k4/9/08/9/9/9/9/9/9/3K5 w",
        "rank 7 has '0', expected a digit 1-9 or a letter of KABNRCP",
    ),
    (
        "4k4/9/9/9/9/9/9/9/9/3K5 w - - x",
        "a counter is \"x\", expected a number below 65536",
    ),
    (
        "4k4/9/9/9/9/9/9/9/9/3K5 w - - -1 1",
        "a counter is \"-1\", expected a number below 65536",
    ),
    (
        "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 65536",
        "a counter is \"65536\", expected a number below 65536",
    ),
    (
        "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 moves e9e8",
        "\"moves\" stands behind the move number, expected nothing",
    ),
    ("9/9/9/9/9/9/9/9/9/3K5 w", "black has no king"),
    ("4k4/9/9/9/9/9/9/9/9/9 w", "red has no king"),
    (
        "4k4/9/9/9/9/9/9/9/9/3K1K3 w",
        "there are 2 of K, at most 1 can be",
    ),
    (
        "4k4/9/9/9/p1p1p1p1p/p8/9/9/9/3K5 w",
        "there are 6 of p, at most 5 can be",
    ),
    (
        "4k4/9/9/9/RRR6/9/9/9/9/3K5 w",
        "there are 3 of R, at most 2 can be",
    ),
    (
        "9/9/9/4k4/9/9/9/9/9/3K5 w",
        "k stands on e6, which it can never reach",
    ),
    (
        "4k4/9/9/9/9/9/9/9/9/3KA4 w",
        "A stands on e0, which it can never reach",
    ),
    (
        "4k4/9/9/9/9/9/2b6/9/9/3K5 w",
        "b stands on c3, which it can never reach",
    ),
    (
        "4k4/9/9/9/9/9/1P7/9/9/3K5 w",
        "P stands on b3, which it can never reach",
    ),
    (
        "4k4/p8/9/9/9/9/9/9/9/3K5 w",
        "p stands on a8, which it can never reach",
    ),
    (
        "4k4/9/9/9/9/9/9/9/9/4K4 b",
        "the kings face each other on an open file",
    ),
    (
        "4k4/9/9/9/9/9/9/9/4R4/3K5 w",
        "red is to move and could take the king",
    ),
    (
        "4k4/9/9/9/9/9/9/3n5/9/4K4 b",
        "the kings face each other on an open file; black is to move and could take the king",
    ),
    (
        "4k4/9/4q4/RRR6/9/9/9/9/8/4A4 white - one",
        "rank 7 has 'q', expected a digit 1-9 or a letter of KABNRCP; rank 1 has 8 files, expected 9; \
         the side to move is \"white\", expected w or b; a counter is \"one\", expected a number below 65536; \
         red has no king; A stands on e0, which it can never reach; there are 3 of R, at most 2 can be",
    ),
];

#[test]
fn fens_are_refused_with_every_fault() {
    for (fen, message) in REFUSED {
        let error = Position::from_fen(fen).expect_err(fen);
        assert_eq!(error.to_string(), *message, "{fen}");
    }
}

/// The table above shows every kind of fault: a new one does not compile here until it stands there too.
#[test]
fn every_kind_of_fault_is_shown() {
    let mut shown = [false; 12];
    for (fen, _) in REFUSED {
        for fault in Setup::from_fen(fen).faults() {
            let kind = match fault {
                Fault::Empty => 0,
                Fault::UnknownLetter { .. } => 1,
                Fault::RankLength { .. } => 2,
                Fault::RankCount { .. } => 3,
                Fault::MissingSide => 4,
                Fault::UnknownSide { .. } => 5,
                Fault::BadCounter { .. } => 6,
                Fault::Surplus { .. } => 7,
                Fault::NoKing { .. } => 8,
                Fault::TooMany { .. } => 9,
                Fault::Unreachable { .. } => 10,
                Fault::KingsFace | Fault::CanTakeKing { .. } => 11,
            };
            shown[kind] = true;
        }
    }
    assert_eq!(shown, [true; 12]);
}

/// FENs that are forgiven something, and how they are written.
const FORGIVEN: &[(&str, &str)] = &[
    (
        "4k4/9/9/9/9/9/9/9/9/3K5 w",
        "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
    ),
    (
        "  '4k4/9/9/9/9/9/9/9/9/3K5\t b  -  - '\r\n",
        "4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1",
    ),
    (
        "\"4k4/9/9/9/9/9/9/9/9/3K5 r - - 7\"",
        "4k4/9/9/9/9/9/9/9/9/3K5 w - - 7 1",
    ),
    (
        "4k4/9/9/9/9/9/9/9/9/3K5 R - - 7 9",
        "4k4/9/9/9/9/9/9/9/9/3K5 w - - 7 9",
    ),
    (
        "4k4/9/9/9/9/9/9/9/9/3K5 W 7 9",
        "4k4/9/9/9/9/9/9/9/9/3K5 w - - 7 9",
    ),
    (
        "4k4/9/9/9/9/9/9/9/9/3K5 B - - 65535 65535",
        "4k4/9/9/9/9/9/9/9/9/3K5 b - - 65535 65535",
    ),
    (
        "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 0",
        "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
    ),
    (
        "4k4\\9\\9\\9\\9\\9\\9\\9\\9\\3K5 w",
        "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
    ),
    (
        "2e1k4/9/4b4/4h4/9/9/9/4H4/3KG4/2EA5 w",
        "2b1k4/9/4b4/4n4/9/9/9/4N4/3KA4/2BA5 w - - 0 1",
    ),
    (
        "111k5/9/72/9/9/9/9/9/9/22K4 w",
        "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
    ),
];

#[test]
fn fens_are_forgiven_and_written_in_one_way() {
    for (fen, written) in FORGIVEN {
        let position = Position::from_fen(fen);
        let position = position.unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(position.to_string(), *written, "{fen}");
    }
    assert_eq!(Position::start().to_string(), START_FEN);
}

/// A move number that cannot grow any more stays a number the reader takes.
#[test]
fn counters_stop_at_their_end() {
    let mut position =
        Position::from_fen("4k4/9/9/9/9/9/9/9/9/3K5 b - - 65535 65535").expect("the FEN is sound");
    let before = position.clone();
    let mv = position.legal_moves()[0];
    let undo = position.play_unchecked(mv);
    assert_eq!(
        (position.plies_since_capture(), position.move_number()),
        (65535, 65535)
    );
    position.undo(undo);
    assert_eq!(position, before);
    let by_hand = Setup {
        move_number: 0,
        ..Setup::from_fen(START_FEN)
    };
    assert_eq!(Position::try_from(by_hand), Ok(Position::start()));
}

/// Reads a text that may be anything; what is read is written as it will be read again.
fn read_fen(text: &str) -> Result<(), TestCaseError> {
    match Position::from_fen(text) {
        Ok(position) => {
            let written = position.to_string();
            prop_assert_eq!(Position::from_fen(&written), Ok(position));
        }
        Err(error) => {
            prop_assert!(!error.faults.is_empty());
            prop_assert!(!error.to_string().contains('\n'));
        }
    }
    Ok(())
}

/// Reads a file of games into one line a game: where it begins, Red's name, moves with comments, result; or what is
/// wrong with it.
fn games(bytes: &[u8]) -> (Encoding, Vec<String>) {
    let (text, encoding) = decode(bytes);
    let games = pgn::read(&text).map(|(line, game)| {
        let record = match game {
            Ok(record) => record,
            Err(error) => return format!("{line}: {error}"),
        };
        let mut words = vec![line.to_string()];
        words.push(record.tag("red").unwrap_or("?").to_owned());
        for ply in 0..=record.line().len() {
            words.extend((ply > 0).then(|| format!("{:?}", record.line().moves().nth(ply - 1))));
            let comment = record.comment(ply);
            words.extend((!comment.is_empty()).then(|| format!("{comment:?}")));
        }
        words.push(format!("{:?}", record.outcome));
        // Every notation tells the same game.
        for notation in Notation::ALL {
            let written = pgn::write(&record, notation);
            let bytes = Encoding::Gb18030.encode(&written);
            let (text, _) = decode(&bytes);
            let again: Vec<_> = pgn::read(&text).map(|(_, game)| game).collect();
            assert_eq!(again, [Ok(record.clone())], "{written}");
        }
        words.join(" ").replace("Some", "")
    });
    (encoding, games.collect())
}

#[test]
fn files_of_other_programs_are_read() {
    assert_eq!(
        games(include_bytes!("../data/games_gbk.pgn")),
        (
            Encoding::Gb18030,
            vec![
                "1 引擎甲 \"开局前的话：\\n第二行\" (h2e2) (h9g7) (h0g2) \"黑方应着在下\" (i9h9) (i0h0) (h7h3) (Draw)"
                    .to_owned(),
                "21 甲 (d9d8) (e0e1) None".to_owned(),
            ]
        )
    );
    assert_eq!(
        games(include_bytes!("../data/games_utf8.pgn")),
        (
            Encoding::Utf8,
            vec![
                "1 甲 (h2e2) \"+0.35/22 1.2s\" (h9g7) \"-0.31/20 1.1s\" (h0g2) (i9h9) \"$1\" (i0h0) \"!\" (h7h3) \
                 \"?!\\na bold sally\" (Win(Red))"
                    .to_owned(),
                "14: line 19: move 3 of red: \"K5+2\" is not legal here: expected one of e0e1".to_owned(),
                "21 乙 (h2e2) (h9g7) (h0g2) (i9h9) (Draw)".to_owned(),
            ]
        )
    );
}

proptest! {
    #[test]
    fn any_text_is_read_as_a_fen_or_refused(text: String) {
        read_fen(&text)?;
    }

    /// Texts that are nearly FENs, of which a good part is sound.
    #[test]
    fn nearly_fens_are_read_or_refused(
        king in "(3k5|4k4|5k3|3ak4)",
        ranks in prop::collection::vec("(9|4n4|R8|1c5c1|8r|72|54|[1-8][RNCrnc][1-8])", 8..9),
        own in "(3K5|4K4|5K3|2B1KA3|3k5)",
        rest in "( [wbrx])?( -)?( -)?( [0-9]{1,6})?( [0-9]{1,6})?( x)?",
    ) {
        read_fen(&format!("{king}/{}/{own}{rest}", ranks.join("/")))?;
    }
}
