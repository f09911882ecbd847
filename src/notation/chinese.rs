//! Chinese notation: 炮二平五, 马8进7, 前车退二.
//!
//! Four characters: the piece, the file it leaves, the direction (进 forward, 退 backward, 平 sideways), and the file it
//! reaches or, along its file, the number of ranks. Both sides count files from their own right.
//!
//! | case | the writer writes | the reader also takes |
//! |---|---|---|
//! | numbers | 一 to 九 for Red; `1` to `9` or `１` to `９` for Black | any of the three for either side |
//! | pieces | 帅仕相马车炮兵 or 帥仕相馬車炮兵 for Red, 将士象马车炮卒 or 將士象馬車炮卒 for Black | any of these for either side, and 俥 傌 砲 包 |
//! | two equal pieces on one file | 前炮, 后炮 before direction and number | 一炮, 二炮; the file too: 前炮二平五; for pawns the file in place of the piece: 前三平四 |
//! | three pawns on one file | 前兵, 中兵, 后兵 | the same, and 一兵 to 三兵 |
//! | four or five pawns on one file | 一兵 to 五兵, from the front, for both sides | the number in any digits; 前兵 and 后兵 |
//! | two files with two pawns or more each | 一兵 to 五兵 over both, the right file first, front to rear in each | 前兵三平四, 前三平四; on a named file an ordinal counts that file only |
//! | two advisors or bishops on one file | the file: 仕六进五 | 前仕, 后仕 |
//!
//! A place without a file (前兵 with two crowded files) or a file with several pieces is good enough for the reader if
//! only one legal move fits. Simplified and traditional characters may be mixed.

use super::cursor::Cursor;
use super::relative::{Description, Direction, RelativeMove, Step};
use super::tandem::{Place, Standing};
use super::{NotationError, coordinate};
use crate::board::{Color, PieceType};
use crate::position::{Move, Position};

/// Which characters a writer uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Script {
    /// 马8进7.
    #[default]
    Simplified,
    /// 馬8進7.
    Traditional,
}

/// How a writer writes Black's numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Digits {
    /// 马8进7, as arbiters and reports write it.
    #[default]
    Half,
    /// 马８进７, as game files of Chinese programs have it: every move takes four wide characters.
    Full,
}

/// The choices of a writer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Style {
    /// The characters.
    pub script: Script,
    /// Black's numbers.
    pub digits: Digits,
}

/// Reads a legal move of the position.
///
/// # Errors
/// Tells what does not fit the form, or that the text does not fit exactly one legal move.
///
/// # Examples
///
/// ```
/// use caipan::notation::chinese;
/// use caipan::position::Position;
///
/// let position = Position::start();
/// assert_eq!(chinese::read(&position, "炮二平五").unwrap().to_string(), "h2e2");
/// assert_eq!(chinese::read(&position, "傌８進７").unwrap().to_string(), "b0c2");
/// ```
pub fn read(position: &Position, text: &str) -> Result<Move, NotationError> {
    let mut cursor = Cursor::new(text);
    let (kind, file, place) = read_piece(&mut cursor)?;
    let direction = cursor.expect(read_direction, "a direction: 进, 退 or 平")?;
    let number = cursor.expect(read_number, "a number from 一 to 九 or 1 to 9")?;
    cursor.end()?;
    RelativeMove {
        kind,
        file,
        place,
        step: Step { direction, number },
    }
    .find(position, text)
}

type Named = (PieceType, Option<u8>, Option<Place>);

/// Reads what names the piece: piece and file, place and piece, place and piece and file, or place and file of a pawn.
fn read_piece(cursor: &mut Cursor<'_>) -> Result<Named, NotationError> {
    let place = if let Some(place) = cursor.take(read_place) {
        if let Some(file) = cursor.take(read_number) {
            return Ok((PieceType::Pawn, Some(file), Some(place)));
        }
        Some(place)
    } else {
        cursor.take(read_number).map(Place::Nth)
    };
    if place.is_some() {
        let kind = cursor.expect(read_kind, "a piece behind the place")?;
        return Ok((kind, cursor.take(read_number), place));
    }
    let kind = cursor.expect(read_kind, "a piece, or one of 前中后一二三四五")?;
    let file = cursor.expect(read_number, "a file from 一 to 九 or 1 to 9")?;
    Ok((kind, Some(file), None))
}

fn read_kind(letter: char) -> Option<PieceType> {
    Some(match letter {
        '帅' | '帥' | '将' | '將' => PieceType::King,
        '仕' | '士' => PieceType::Advisor,
        '相' | '象' => PieceType::Bishop,
        '马' | '馬' | '傌' => PieceType::Knight,
        '车' | '車' | '俥' => PieceType::Rook,
        '炮' | '砲' | '包' => PieceType::Cannon,
        '兵' | '卒' => PieceType::Pawn,
        _ => return None,
    })
}

fn read_place(letter: char) -> Option<Place> {
    Some(match letter {
        '前' => Place::Front,
        '中' => Place::Middle,
        '后' | '後' => Place::Rear,
        _ => return None,
    })
}

fn read_direction(letter: char) -> Option<Direction> {
    Some(match letter {
        '进' | '進' => Direction::Forward,
        '平' => Direction::Sideways,
        '退' => Direction::Backward,
        _ => return None,
    })
}

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const HALF_WIDTH: [char; 9] = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const FULL_WIDTH: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

fn read_number(letter: char) -> Option<u8> {
    [NUMERALS, HALF_WIDTH, FULL_WIDTH]
        .into_iter()
        .find_map(|digits| {
            digits
                .into_iter()
                .zip(1..)
                .find(|(digit, _)| *digit == letter)
        })
        .map(|(_, number)| number)
}

/// Writes a legal move of the position. A move that starts on an empty square, which is never legal, is written by
/// coordinates.
///
/// # Examples
///
/// ```
/// use caipan::notation::chinese::{self, Digits, Script, Style};
/// use caipan::position::Position;
///
/// let mut position = Position::start();
/// position.play(chinese::read(&position, "炮二平五").unwrap()).unwrap();
/// let reply = chinese::read(&position, "马8进7").unwrap();
/// assert_eq!(chinese::write(&position, reply, Style::default()), "马8进7");
/// let style = Style { script: Script::Traditional, digits: Digits::Full };
/// assert_eq!(chinese::write(&position, reply, style), "馬８進７");
/// ```
#[must_use]
pub fn write(position: &Position, mv: Move, style: Style) -> String {
    let Some(description) = Description::of(position, mv) else {
        return coordinate::write(mv, coordinate::Ranks::FromZero);
    };
    let color = description.color;
    let digits = match (color, style.digits) {
        (Color::Red, _) => NUMERALS,
        (Color::Black, Digits::Full) => FULL_WIDTH,
        (Color::Black, Digits::Half) => HALF_WIDTH,
    };
    let piece = piece_character(color, description.kind, style.script);
    let (first, second) = match description.standing {
        None => (piece, numeral(digits, description.file)),
        Some(standing) => (place_character(standing, style.script), piece),
    };
    let direction = match (description.step.direction, style.script) {
        (Direction::Forward, Script::Simplified) => '进',
        (Direction::Forward, Script::Traditional) => '進',
        (Direction::Sideways, _) => '平',
        (Direction::Backward, _) => '退',
    };
    let number = numeral(digits, description.step.number);
    [first, second, direction, number].iter().collect()
}

/// Gives the numeral of 1 to 9; every number of a move is one of these.
fn numeral(digits: [char; 9], number: u8) -> char {
    digits[usize::from(number.clamp(1, 9)) - 1]
}

fn piece_character(color: Color, kind: PieceType, script: Script) -> char {
    let characters = match (color, script) {
        (Color::Red, Script::Simplified) => ['帅', '仕', '相', '马', '车', '炮', '兵'],
        (Color::Red, Script::Traditional) => ['帥', '仕', '相', '馬', '車', '炮', '兵'],
        (Color::Black, Script::Simplified) => ['将', '士', '象', '马', '车', '炮', '卒'],
        (Color::Black, Script::Traditional) => ['將', '士', '象', '馬', '車', '炮', '卒'],
    };
    characters[kind as usize]
}

fn place_character(standing: Standing, script: Script) -> char {
    if !standing.is_only_file() || standing.of_all > 3 {
        return numeral(NUMERALS, standing.among_all);
    }
    match (standing.on_file, script) {
        (1, _) => '前',
        (2, _) if standing.of_all == 3 => '中',
        (_, Script::Simplified) => '后',
        (_, Script::Traditional) => '後',
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use super::read;

    #[test]
    fn other_spellings() {
        check(
            read,
            crate::position::START_FEN,
            &[
                ("砲二平五", "h2e2"),
                ("包2平５", "h2e2"),
                ("傌八進七", "b0c2"),
                ("馬2进3", "h0g2"),
                ("俥一進一", "i0i1"),
                ("車９进1", "a0a1"),
                ("象三进五", "g0e2"),
                ("士四进五", "f0e1"),
                ("帥五进一", "e0e1"),
                ("將五进一", "e0e1"),
                ("卒七进一", "c3c4"),
            ],
        );
        check(
            read,
            "4k4/9/2N6/R8/2N3C2/R1B6/6C2/3A5/9/2BA1K3 w",
            &[
                ("前炮三平五", "g5e5"),
                ("一炮平五", "g5e5"),
                ("後炮平五", "g3e3"),
                ("前仕退五", "d2e1"),
                ("后仕进五", "d0e1"),
                ("前相退九", "c4a2"),
                ("后相七进九", "c0a2"),
                // Only one rook of the file can go there.
                ("车九进三", "a6a9"),
            ],
        );
        check(
            read,
            "3k5/9/2P6/2P1P4/4P3P/9/9/9/9/4K4 w",
            &[
                ("前七平六", "c7d7"),
                ("后５平４", "e5f5"),
                ("前兵七平六", "c7d7"),
                ("二兵七平八", "c6b6"),
                ("３兵平６", "c7d7"),
                // Only one front pawn can go there.
                ("前兵平八", "c7b7"),
                // The rear pawn of file 7 stands behind the front one.
                ("兵七进一", "c7c8"),
            ],
        );
        check(
            read,
            "3k5/9/2P6/2P6/2P6/2P5P/9/9/9/4K4 w",
            &[
                ("前兵平六", "c7d7"),
                ("二兵平六", "c6d6"),
                (
                    "后兵进一",
                    r#""后兵进一" is not legal here: no piece so named can move"#,
                ),
            ],
        );
        check(
            read,
            "4k4/9/9/9/9/4p4/4p4/4p4/9/3K5 b",
            &[
                ("前卒平６", "e2f2"),
                ("中卒平4", "e3d3"),
                ("中5平4", "e3d3"),
                ("二卒平四", "e3d3"),
                ("３卒平4", "e4d4"),
                ("後卒平4", "e4d4"),
            ],
        );
    }

    #[test]
    fn faults() {
        check(
            read,
            "3k5/9/2P6/2P1P4/4P3P/9/9/9/9/4K4 w",
            &[
                (
                    "",
                    r#""" is no move: found the end at byte 0, expected a piece, or one of 前中后一二三四五"#,
                ),
                (
                    "龙二平五",
                    r#""龙二平五" is no move: found '龙' at byte 0, expected a piece, or one of 前中后一二三四五"#,
                ),
                (
                    "炮",
                    r#""炮" is no move: found the end at byte 3, expected a file from 一 to 九 or 1 to 9"#,
                ),
                (
                    "炮前平五",
                    r#""炮前平五" is no move: found '前' at byte 3, expected a file from 一 to 九 or 1 to 9"#,
                ),
                (
                    "前",
                    r#""前" is no move: found the end at byte 3, expected a piece behind the place"#,
                ),
                (
                    "一二平三",
                    r#""一二平三" is no move: found '二' at byte 3, expected a piece behind the place"#,
                ),
                (
                    "兵一走一",
                    r#""兵一走一" is no move: found '走' at byte 6, expected a direction: 进, 退 or 平"#,
                ),
                (
                    "兵一进十",
                    r#""兵一进十" is no move: found '十' at byte 9, expected a number from 一 to 九 or 1 to 9"#,
                ),
                (
                    "兵一进一！",
                    r#""兵一进一！" is no move: found '！' at byte 12, expected the end of the move"#,
                ),
                ("前兵进一", r#""前兵进一" fits several moves: e6e7, c7c8"#),
                ("兵七平八", r#""兵七平八" fits several moves: c6b6, c7b7"#),
                (
                    "兵一平九",
                    r#""兵一平九" is not legal here: expected one of i5h5, i5i6"#,
                ),
                (
                    "五兵进一",
                    r#""五兵进一" is not legal here: no piece so named can move"#,
                ),
                (
                    "炮二平五",
                    r#""炮二平五" is not legal here: no piece so named can move"#,
                ),
            ],
        );
    }
}
