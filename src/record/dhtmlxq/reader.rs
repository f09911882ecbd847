//! DhtmlXQ to game records.

use std::collections::{BTreeMap, HashMap};

use super::{STRUCTURE, TAGS, capitalised, find_mark, is_name};
use crate::board::{Board, Color, Piece, Square};
use crate::position::{Line, Move, Position};
use crate::record::pgn::{count_lines, trim_lines};
use crate::record::start::{self, PIECES};
use crate::record::{DEEPEST, GameRecord, TextError, TextFault, Variation, VariationError};

/// Reads the games of a text.
///
/// # Errors
/// Each game tells the first thing wrong with it, and holds its moves up to there.
///
/// # Examples
///
/// ```
/// use caipan::record::dhtmlxq;
///
/// let page = "<p>[DhtmlXQ_red]甲[/DhtmlXQ_red][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]</p>";
/// let games = dhtmlxq::read(page);
/// let game = games[0].as_ref().unwrap();
/// assert_eq!((game.tag("Red"), game.line().len()), (Some("甲"), 2));
/// ```
#[must_use]
pub fn read(text: &str) -> Vec<Result<GameRecord, TextError>> {
    split_games(text)
        .iter()
        .map(|game| read_game(game))
        .collect()
}

/// A field of a game.
#[derive(Clone, Copy)]
struct Field<'a> {
    /// What follows `DhtmlXQ_`.
    name: &'a str,
    value: &'a str,
    /// The line on which it begins, from 1.
    line: usize,
}

impl Field<'_> {
    fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// Cuts a text into games and those into fields.
fn split_games(text: &str) -> Vec<Vec<Field<'_>>> {
    let mut games = Vec::new();
    let mut game: Vec<Field<'_>> = Vec::new();
    let (mut rest, mut line) = (text, 1);
    let lines = |text: &str| count_lines(text.as_bytes());
    while let Some((at, inner, closes)) = find_mark(rest) {
        line += lines(&rest[..at]);
        let end = inner.find(|letter| !is_name(letter));
        let (name, behind) = inner.split_at(end.unwrap_or(inner.len()));
        rest = behind;
        let Some(behind) = behind.strip_prefix(']') else {
            continue;
        };
        match name.strip_prefix('_') {
            // What closes a field is the mark behind it, whatever that is.
            Some(name) if !closes => {
                let length = find_mark(behind).map_or(behind.len(), |(at, ..)| at);
                let (value, after) = behind.split_at(length);
                let begins_game = ["ver", "binit", "movelist"]
                    .iter()
                    .any(|once| name.eq_ignore_ascii_case(once));
                if begins_game && game.iter().any(|field| field.is(name)) {
                    games.push(std::mem::take(&mut game));
                }
                game.push(Field { name, value, line });
                line += lines(value);
                rest = after;
            }
            Some(_) => {}
            None => games.push(std::mem::take(&mut game)),
        }
    }
    games.push(game);
    games.retain(|game| !game.is_empty());
    games
}

/// A line of moves: the game, or a variation.
struct Moves {
    parent: usize,
    /// Its first ply, from 1 at the start of the game.
    ply: usize,
    moves: Vec<Move>,
    /// The line of its field.
    line: usize,
}

/// The moves and comments of a game; the game itself has the number 0.
#[derive(Default)]
struct Tree<'a> {
    lines: BTreeMap<usize, Moves>,
    children: HashMap<usize, Vec<usize>>,
    /// By the number of their line and ply.
    comments: BTreeMap<(usize, usize), &'a str>,
}

impl<'a> Tree<'a> {
    /// Takes a field if it is one of moves or a comment.
    fn take(&mut self, field: &Field<'a>) -> Result<bool, TextFault> {
        let Field { name, value, line } = *field;
        let name = name.to_ascii_lowercase();
        if name == "movelist" {
            let moves = read_moves(value)?;
            let (parent, ply) = (0, 1);
            let moves = Moves {
                parent,
                ply,
                moves,
                line,
            };
            self.lines.insert(0, moves);
        } else if let Some(numbers) = name.strip_prefix("move_") {
            let Some([parent, ply, number]) = read_numbers(numbers) else {
                let expected = "the numbers of the line left, of the ply and of the variation";
                return Err(TextFault::malformed(numbers, expected));
            };
            let moves = read_moves(value)?;
            let moves = Moves {
                parent,
                ply,
                moves,
                line,
            };
            if parent >= number || self.lines.insert(number, moves).is_some() {
                let expected = "a variation with a number of its own above that of the line left";
                return Err(TextFault::malformed(numbers, expected));
            }
            self.children.entry(parent).or_default().push(number);
        } else if let Some(place) = name.strip_prefix("comment") {
            let place = match (read_numbers(place), read_numbers(place)) {
                (Some([ply]), _) => (0, ply),
                (_, Some([line, ply])) => (line, ply),
                _ => return Ok(false),
            };
            self.comments.entry(place).or_insert(value);
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn comment(&self, line: usize, ply: usize) -> String {
        let comment = self.comments.get(&(line, ply));
        comment.map_or_else(String::new, |text| plain(text))
    }

    /// Gives the comments on plies that there are not.
    fn stray_comments(&self) -> impl Iterator<Item = String> {
        let comments = self.comments.iter().filter(|((number, ply), _)| {
            let line = self.lines.get(number);
            let (first, length) = line.map_or((1, 0), |line| (line.ply, line.moves.len()));
            let is_there = line.is_some() || *number == 0;
            !is_there || *ply + 1 < first || *ply + 1 > first + length
        });
        comments.map(|(_, text)| plain(text))
    }

    /// Gives the variations of a line, each with its number and the moves of the line before it.
    fn children<'b>(
        &'b self,
        number: usize,
        ply: usize,
    ) -> impl Iterator<Item = (usize, usize)> + 'b {
        let children = self.children.get(&number).into_iter().flatten();
        children.filter_map(move |child| {
            let at = self.lines.get(child)?.ply.checked_sub(ply)?;
            Some((*child, at))
        })
    }

    /// Makes the variation of a number, which begins in `position`.
    fn variation(
        &self,
        number: usize,
        at: usize,
        position: Position,
        depth: usize,
    ) -> Result<Variation, VariationError> {
        let depth = depth.checked_sub(1).ok_or(VariationError::Deep)?;
        let field = self.lines.get(&number).ok_or(VariationError::Empty)?;
        let mut variation = Variation::new(at);
        variation.add_comment(&self.comment(number, field.ply.saturating_sub(1)));
        let mut line = Line::new(position);
        for (ply, mv) in (field.ply..).zip(&field.moves) {
            line.push(*mv)?;
            variation.push(*mv);
            variation.add_comment(&self.comment(number, ply));
        }
        for (child, at) in self.children(number, field.ply) {
            if at >= line.len() {
                let length = line.len();
                return Err(VariationError::Beyond { at, length });
            }
            variation.add_variation(self.variation(child, at, line.position_at(at), depth)?);
        }
        Ok(variation)
    }
}

fn read_game(fields: &[Field<'_>]) -> Result<GameRecord, TextError> {
    let mut record = GameRecord::new(Position::start());
    let mut tree = Tree::default();
    let mut board = None;
    for field in fields {
        let is_taken = tree.take(field);
        let is_taken = is_taken.map_err(|fault| fault.on(field.line, record.clone()))?;
        let value = field.value.trim();
        if field.is("binit") {
            let read = read_board(value).map_err(|fault| fault.on(field.line, record.clone()))?;
            board = Some((read, field.line));
        } else if field.is("result") {
            record.take_result(value);
        } else if !is_taken && !value.is_empty() && !STRUCTURE.iter().any(|name| field.is(name)) {
            let name = TAGS.iter().find(|(own, _)| field.is(own));
            let name = name.map_or_else(|| capitalised(field.name), |(_, tag)| (*tag).to_owned());
            record.tags.push((name, value.to_owned()));
        }
    }
    if let Some((board, line)) = board {
        let first = tree.lines.get(&0).and_then(|game| game.moves.first());
        match start::position(&board, first.copied(), Color::Red) {
            Ok(start) => record.begin(start),
            Err(fault) => return Err(TextFault::Start(fault).on(line, record)),
        }
    }
    record.add_comment(&tree.comment(0, 0));
    if let Some(game) = tree.lines.get(&0) {
        for (ply, mv) in (1..).zip(&game.moves) {
            if let Err(fault) = record.push(*mv) {
                return Err(TextFault::Play { ply, fault }.on(game.line, record));
            }
            record.add_comment(&tree.comment(0, ply));
        }
    }
    for comment in tree.stray_comments() {
        record.add_comment(&comment);
    }
    for field in tree.lines.range(1..).map(|(_, field)| field) {
        let fault = match tree.lines.get(&field.parent) {
            None => {
                let found = field.parent.to_string();
                TextFault::malformed(&found, "the number of a line that is there")
            }
            Some(parent) if field.ply < parent.ply => {
                let found = field.ply.to_string();
                TextFault::malformed(&found, "a ply that the line left has")
            }
            Some(_) => continue,
        };
        return Err(fault.on(field.line, record));
    }
    for (number, at) in tree.children(0, 1) {
        let position = record.line().position_at(at);
        let added = if at < record.line().len() {
            tree.variation(number, at, position, DEEPEST)
                .and_then(|variation| record.add_variation(variation))
        } else {
            let length = record.line().len();
            Err(VariationError::Beyond { at, length })
        };
        if let Err(fault) = added {
            let line = tree.lines.get(&number).map_or(1, |field| field.line);
            return Err(TextFault::Variation { number, fault }.on(line, record));
        }
    }
    Ok(record)
}

/// Gives a comment with its line ends.
fn plain(comment: &str) -> String {
    trim_lines(&comment.replace("||", "\n"))
}

/// Reads numbers with `_` between them.
fn read_numbers<const COUNT: usize>(text: &str) -> Option<[usize; COUNT]> {
    let numbers: Option<Vec<usize>> = text
        .split('_')
        .map(|number| number.parse().ok().filter(|number| *number < 1 << 20))
        .collect();
    numbers?.try_into().ok()
}

/// Reads squares of two digits each, `None` for 99.
fn read_squares(text: &str) -> Result<Vec<Option<Square>>, TextFault> {
    let expected = "squares of two digits each, the file from 0 to 8 and the rank from 0 to 9";
    let digit = |letter: char| letter.to_digit(10).map(|digit| digit as u8);
    let digits: Option<Vec<u8>> = text
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .map(digit)
        .collect();
    let digits = digits.ok_or_else(|| TextFault::malformed(text, expected))?;
    let squares = digits.chunks(2).map(|pair| match *pair {
        [9, 9] => Ok(None),
        [file, rank] => Square::new(file, 9 - rank)
            .map(Some)
            .ok_or_else(|| TextFault::malformed(&format!("{file}{rank}"), expected)),
        _ => Err(TextFault::malformed(text, expected)),
    });
    squares.collect()
}

fn read_moves(text: &str) -> Result<Vec<Move>, TextFault> {
    let squares = read_squares(text)?;
    let moves = squares.chunks(2).map(|pair| match *pair {
        [Some(from), Some(to)] => Move::new(from, to),
        _ => None,
    });
    let moves: Option<Vec<Move>> = moves.collect();
    moves.ok_or_else(|| TextFault::malformed(text, "moves of two squares, four digits each"))
}

fn read_board(text: &str) -> Result<Board, TextFault> {
    let squares = read_squares(text.split('/').next().unwrap_or_default())?;
    if squares.len() != 2 * PIECES.len() {
        return Err(TextFault::malformed(text, "the squares of 32 pieces"));
    }
    let mut board = Board::default();
    let colors = Color::ALL.into_iter();
    let pieces = colors.flat_map(|color| PIECES.map(|kind| Piece::new(color, kind)));
    for (piece, square) in pieces.zip(squares) {
        if let Some(square) = square
            && board.put(square, piece).is_some()
        {
            let square = square.to_string();
            return Err(TextFault::malformed(
                &square,
                "a square of its own for each piece",
            ));
        }
    }
    Ok(board)
}
