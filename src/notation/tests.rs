//! What every notation owes: what was written is read again, what cannot be read is told, and nothing panics.

use proptest::prelude::*;
use proptest::sample::Index;

use super::chinese::{Digits, Script, Style};
use super::coordinate::Ranks;
use super::{Notation, NotationError, chinese, coordinate, read_any, write, wxf};
use crate::board::{Board, Color, Piece, PieceType, Square};
use crate::position::{Move, Position, Setup};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

/// Checks what a reader makes of texts: the coordinates of a move, or the message of an error.
pub(super) fn check(
    read: fn(&Position, &str) -> Result<Move, NotationError>,
    fen: &str,
    cases: &[(&str, &str)],
) {
    let position = position(fen);
    for (text, expected) in cases {
        let found = match read(&position, text) {
            Ok(mv) => mv.to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(&found, expected, "{text} in {fen}");
    }
}

fn styles() -> impl Iterator<Item = Style> {
    [Script::Simplified, Script::Traditional]
        .into_iter()
        .flat_map(|script| [Digits::Half, Digits::Full].map(|digits| Style { script, digits }))
}

/// Writes every legal move in every notation and reads it again; so no two of them are written alike.
fn check_all_moves(position: &Position) {
    for mv in position.legal_moves() {
        let comes_back = |text: &str, read: Result<Move, NotationError>| {
            assert_eq!(read, Ok(mv), "{mv} written {text:?} in {position}");
        };
        for notation in Notation::ALL {
            let text = write(notation, position, mv);
            comes_back(&text, read_any(position, &text));
        }
        for ranks in [Ranks::FromZero, Ranks::FromOne] {
            let text = coordinate::write(mv, ranks);
            comes_back(&text, coordinate::read(&text, ranks));
        }
        let text = wxf::write(position, mv);
        comes_back(&text, wxf::read(position, &text));
        comes_back(&text, wxf::read(position, &text.to_lowercase()));
        for style in styles() {
            let text = chinese::write(position, mv, style);
            assert_eq!(text.chars().count(), 4, "{text:?}");
            comes_back(&text, chinese::read(position, &text));
        }
    }
}

/// Crowded boards, Red to move.
const CROWDED: &[&str] = &[
    // Five pawns on one file; four and one; three and two; two, two and one; two and two; three and one.
    "3k5/9/2P6/2P6/2P6/2P6/2P6/9/9/4K4 w",
    "3k5/9/2P6/2P6/2P6/2P5P/9/9/9/4K4 w",
    "3k5/9/2P6/2P1P4/2P1P4/9/9/9/9/4K4 w",
    "3k5/9/2P6/2P1P4/4P3P/9/9/9/9/4K4 w",
    "3k5/9/P7P/P7P/9/9/9/9/9/4K4 w",
    "3k5/7P1/9/1P5P1/7P1/9/9/9/9/4K4 w",
    // A pair of every kind on a file, the kings excepted.
    "4k4/9/2N6/R8/2N3C2/R1B6/6C2/3A5/9/2BA1K3 w",
    // Pairs on one rank.
    "4k4/9/9/9/R1N1C1N1R/P1P1P1P1P/9/9/2C1A4/2BAK1B2 w",
];

#[test]
fn moves_of_crowded_boards_come_back() {
    for fen in CROWDED {
        let red = position(fen);
        for position in [red.mirrored(), red.flipped(), red] {
            check_all_moves(&position);
        }
    }
}

#[test]
fn hand_checked_moves() {
    let cases: &[(&str, &[[&str; 3]])] = &[
        (
            crate::position::START_FEN,
            &[
                ["h2e2", "C2=5", "炮二平五"],
                ["h0g2", "H2+3", "马二进三"],
                ["b2b9", "C8+7", "炮八进七"],
                ["a0a1", "R9+1", "车九进一"],
                ["g0e2", "E3+5", "相三进五"],
                ["d0e1", "A6+5", "仕六进五"],
                ["e0e1", "K5+1", "帅五进一"],
                ["c3c4", "P7+1", "兵七进一"],
            ],
        ),
        (
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b",
            &[
                ["h9g7", "H8+7", "马8进7"],
                ["i9i8", "R9+1", "车9进1"],
                ["h7e7", "C8=5", "炮8平5"],
                ["b7b0", "C2+7", "炮2进7"],
                ["c9e7", "E3+5", "象3进5"],
                ["f9e8", "A6+5", "士6进5"],
                ["e9e8", "K5+1", "将5进1"],
                ["a6a5", "P1+1", "卒1进1"],
            ],
        ),
        // Backward moves, and pairs of rooks, knights and cannons, advisors and bishops on one file.
        (
            "4k4/9/2N6/R8/2N3C2/R1B6/6C2/3A5/9/2BA1K3 w",
            &[
                ["a6a8", "R++2", "前车进二"],
                ["a6e6", "R+=5", "前车平五"],
                ["a4a0", "R--4", "后车退四"],
                ["c7e8", "H++5", "前马进五"],
                ["c7d5", "H+-6", "前马退六"],
                ["c5e6", "H-+5", "后马进五"],
                ["g5e5", "C+=5", "前炮平五"],
                ["g3g0", "C--3", "后炮退三"],
                ["d0e1", "A6+5", "仕六进五"],
                ["d2e1", "A6-5", "仕六退五"],
                ["c0a2", "E7+9", "相七进九"],
                ["c4a2", "E7-9", "相七退九"],
                ["f0f1", "K4+1", "帅四进一"],
            ],
        ),
        (
            "2ba1k3/9/3a5/6c2/r1b6/2n3c2/r8/2n6/9/4K4 b",
            &[
                ["a3a1", "R++2", "前车进2"],
                ["a5a9", "R--4", "后车退4"],
                ["c2d0", "H++4", "前马进4"],
                ["c4e5", "H--5", "后马退5"],
                ["g4e4", "C+=5", "前炮平5"],
                ["g6g7", "C--1", "后炮退1"],
                ["d9e8", "A4+5", "士4进5"],
                ["d7e8", "A4-5", "士4退5"],
                ["c5a7", "E3-1", "象3退1"],
            ],
        ),
        // Two, three, four and five pawns on one file.
        (
            "3k5/9/2P6/2P6/9/9/9/9/9/4K4 w",
            &[["c7c8", "P++1", "前兵进一"], ["c6b6", "P-=8", "后兵平八"]],
        ),
        (
            "3k5/7P1/9/1P5P1/7P1/9/9/9/9/4K4 w",
            &[
                ["h8g8", "12=3", "前兵平三"],
                ["h6h7", "22+1", "中兵进一"],
                ["h5i5", "32=1", "后兵平一"],
                ["b6b7", "P8+1", "兵八进一"],
            ],
        ),
        (
            "3k5/9/2P6/2P6/2P6/2P5P/9/9/9/4K4 w",
            &[
                ["c7c8", "17+1", "一兵进一"],
                ["c6d6", "27=6", "二兵平六"],
                ["c5b5", "37=8", "三兵平八"],
                ["i4i5", "P1+1", "兵一进一"],
            ],
        ),
        (
            "4k4/9/9/6p2/6p2/6p2/6p2/6p2/9/3K5 b",
            &[
                ["g2g1", "17+1", "一卒进1"],
                ["g3h3", "27=8", "二卒平8"],
                ["g4f4", "37=6", "三卒平6"],
            ],
        ),
        // Two files with two pawns or more: right file first for either side, front to rear.
        (
            "3k5/9/2P6/2P1P4/4P3P/9/9/9/9/4K4 w",
            &[
                ["e6e7", "15+1", "一兵进一"],
                ["e5f5", "25=4", "二兵平四"],
                ["c7d7", "17=6", "三兵平六"],
                ["c6b6", "27=8", "四兵平八"],
                ["i5i6", "P1+1", "兵一进一"],
            ],
        ),
        (
            "4k4/9/9/9/4p4/p3p4/p3p4/9/9/3K5 b",
            &[
                ["a3a2", "11+1", "一卒进1"],
                ["a4b4", "21=2", "二卒平2"],
                ["e3e2", "15+1", "三卒进1"],
                ["e4f4", "25=6", "四卒平6"],
            ],
        ),
    ];
    for (fen, moves) in cases {
        let position = position(fen);
        for &[coordinates, in_wxf, in_chinese] in *moves {
            let mv = coordinate::read(coordinates, Ranks::FromZero).unwrap();
            assert!(position.is_legal(mv), "{coordinates} in {fen}");
            assert_eq!(write(Notation::Coordinate, &position, mv), coordinates);
            assert_eq!(write(Notation::Wxf, &position, mv), in_wxf);
            assert_eq!(write(Notation::Chinese, &position, mv), in_chinese);
            for text in [coordinates, in_wxf, in_chinese] {
                assert_eq!(read_any(&position, text), Ok(mv), "{text} in {fen}");
            }
        }
    }
}

#[test]
fn any_notation_is_found_out() {
    let start = Position::start();
    for text in [
        "h2e2",
        "H2E2",
        "H2-E2",
        "h2-e2",
        "C2=5",
        "c2.5",
        "炮二平五",
        "炮2平5",
        "砲２平５",
    ] {
        let mv = read_any(&start, text).unwrap();
        assert_eq!(mv.to_string(), "h2e2", "{text}");
    }
    let mut reply = start;
    let mv = read_any(&reply, "h2e2").unwrap();
    let _ = reply.play(mv).unwrap();
    // Rank 10 shows that ranks count from 1.
    assert_eq!(read_any(&reply, "h10g8").unwrap().to_string(), "h9g7");
}

#[test]
fn faults_of_any_notation() {
    let cases = [
        (
            "",
            "\"\" is no move: found the end at byte 0, expected a move, as h2e2, H2-E2, C2=5 or 炮二平五",
        ),
        (
            "1-0",
            "\"1-0\" is no move: found '1' at byte 0, expected a move, as h2e2, H2-E2, C2=5 or 炮二平五",
        ),
        (
            "h2h9x",
            "\"h2h9x\" is no move: found 'h' at byte 0, expected a move, as h2e2, H2-E2, C2=5 or 炮二平五",
        ),
        (
            "i0h0",
            "\"i0h0\" is not legal here: expected one of i0i1, i0i2",
        ),
        (
            "e4e5",
            "\"e4e5\" is not legal here: no piece stands on e4, and red is to move",
        ),
        (
            "H2+4",
            "\"H2+4\" is not legal here: expected one of h0g2, h0i2",
        ),
        (
            "开局",
            "\"开局\" is no move: found '开' at byte 0, expected a piece, or one of 前中后一二三四五",
        ),
    ];
    check(read_any, crate::position::START_FEN, &cases);
}

#[test]
fn a_move_from_an_empty_square_is_written_by_coordinates() {
    let mv = coordinate::read("e4e5", Ranks::FromZero).unwrap();
    for notation in [Notation::Wxf, Notation::Chinese] {
        assert_eq!(write(notation, &Position::start(), mv), "e4e5");
    }
}

/// Up to five pawns of each side on three files, with kings that do not meet.
fn pawns() -> impl Strategy<Value = Position> {
    let file = 0..Square::FILES;
    let side = || prop::collection::vec((0_usize..3, 3_u8..10), 2..=5);
    (
        [file.clone(), file.clone(), file],
        side(),
        side(),
        any::<bool>(),
    )
        .prop_filter_map("not a position", |(files, red, black, red_to_move)| {
            let mut board = Board::default();
            for (color, pawns) in [(Color::Red, red), (Color::Black, black)] {
                for (file, rank) in pawns {
                    let square = Square::new(files[file], rank)?;
                    let square = match color {
                        Color::Red => square,
                        Color::Black => square.flipped(),
                    };
                    board.put(square, Piece::new(color, PieceType::Pawn));
                }
            }
            board.put(Square::new(3, 0)?, Piece::RedKing);
            board.put(Square::new(5, 9)?, Piece::BlackKing);
            let turn = if red_to_move {
                Color::Red
            } else {
                Color::Black
            };
            let setup = Setup {
                board,
                turn,
                ..Setup::default()
            };
            Position::try_from(setup).ok()
        })
}

/// Texts that come close to moves.
fn near_moves() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[a-iA-I]{1,2}-?[0-9]{0,2}[a-i]?[0-9]{0,3}",
        "[+.=1-5a-ePCR-]{2}[+.=-][1-9]?",
        "[前中后後一二三1２]?[兵卒炮车仕象帅]?[一二三七八九3７]?[进進退平][一三六九1５]?",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn moves_of_random_games_come_back(picks in prop::collection::vec(any::<Index>(), 0..160)) {
        let mut position = Position::start();
        for (ply, pick) in picks.into_iter().enumerate() {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let _ = position.play_unchecked(moves[pick.index(moves.len())]);
            if ply % 8 == 0 {
                check_all_moves(&position);
            }
        }
        check_all_moves(&position);
    }

    #[test]
    fn moves_of_random_pawns_come_back(position in pawns()) {
        check_all_moves(&position);
    }

    #[test]
    fn whatever_is_read_is_legal(position in pawns(), text in near_moves()) {
        for read in [read_any(&position, &text), wxf::read(&position, &text), chinese::read(&position, &text)] {
            match read {
                Ok(mv) => prop_assert!(position.is_legal(mv), "{}", mv),
                Err(error) => prop_assert_eq!(error.to_string().lines().count(), 1),
            }
        }
        for ranks in [Ranks::FromZero, Ranks::FromOne] {
            let _ = coordinate::read(&text, ranks);
        }
    }
}
