//! The game as the GUI tells it, also when it tells only the last position.

use super::complaint::Complaint;
use crate::position::{FenError, Line, PlayError, Position};
use crate::protocol::GivenPosition;

/// A position that cannot be taken over.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum HistoryError {
    /// The FEN does not describe a position that can be played.
    #[error("position: {0}")]
    Fen(#[from] FenError),
    /// A move of the list cannot be played.
    #[error("position: move {number}: {error}")]
    Move {
        /// Its number in the list, from 1.
        number: usize,
        /// Why.
        error: PlayError,
    },
    /// A word of the list is no move.
    #[error("position: after {after} moves: found {found:?}, expected a move as h2e2")]
    Word {
        /// How many moves were read before it.
        after: usize,
        /// The word.
        found: String,
    },
}

/// The line of the game.
#[derive(Debug, Default)]
pub(super) struct History {
    /// The last line that was taken over.
    line: Line,
    /// What was wrong with the position that came since and could not be taken over.
    loss: Option<Complaint>,
    /// Whether the next position is of another game.
    is_closed: bool,
}

impl History {
    /// Gives the line.
    ///
    /// # Errors
    /// Tells what was wrong with the last position, if it could not be taken over.
    pub(super) fn line(&self) -> Result<&Line, &Complaint> {
        self.loss.as_ref().map_or(Ok(&self.line), Err)
    }

    /// Takes note of a position that cannot be taken over: there is no line then until one can be.
    pub(super) fn lose(&mut self, why: Complaint) {
        self.loss = Some(why);
    }

    /// Takes note that the next position is of another game, even if it could be joined to the line.
    pub(super) fn close(&mut self) {
        self.is_closed = true;
    }

    /// Takes over a position. One without moves is joined to the last line where it can be: it may be one that the
    /// line has passed, or one or two legal moves ahead. Which of the two it is, where it can be both, its counters tell.
    ///
    /// # Errors
    /// Tells what is wrong; nothing is changed then.
    pub(super) fn set(&mut self, given: &GivenPosition) -> Result<(), HistoryError> {
        let start = match &given.fen {
            None => Position::start(),
            Some(fen) => Position::from_fen(fen)?,
        };
        let mut line = Line::new(start);
        for (index, mv) in given.moves.iter().enumerate() {
            line.push(*mv).map_err(|error| HistoryError::Move {
                number: index + 1,
                error,
            })?;
        }
        if let Some(found) = given.unread.first() {
            return Err(HistoryError::Word {
                after: given.moves.len(),
                found: found.clone(),
            });
        }
        let is_lone = given.moves.is_empty() && given.fen.is_some();
        if is_lone && !self.is_closed {
            line = join(self.line.clone(), line.position()).unwrap_or(line);
        }
        *self = Self {
            line,
            loss: None,
            is_closed: false,
        };
        Ok(())
    }
}

/// Joins a lone position to a line: where it stood with the same counters; else at its end, one or two moves beyond, or
/// at the latest place where it stood.
fn join(mut line: Line, goal: &Position) -> Option<Line> {
    let is_goal = |line: &Line| {
        line.position().key() == goal.key() && line.position().board() == goal.board()
    };
    let count = |position: &Position| (position.plies_since_capture(), position.move_number());
    // Many clients write these whatever was played.
    if count(goal) != (0, 1) {
        let mut passed = line.clone();
        loop {
            if count(passed.position()) == count(goal) && is_goal(&passed) {
                return Some(passed);
            }
            if passed.pop().is_none() {
                break;
            }
        }
    }
    if is_goal(&line) {
        return Some(line);
    }
    if reaches(&mut line, &is_goal, 2) {
        return Some(line);
    }
    while line.pop().is_some() {
        if is_goal(&line) {
            return Some(line);
        }
    }
    None
}

/// Extends the line by up to `plies` legal moves to a goal; leaves it as it was if there is none.
fn reaches(line: &mut Line, is_goal: &impl Fn(&Line) -> bool, plies: usize) -> bool {
    if plies == 0 {
        return false;
    }
    let moves = line.position().legal_moves();
    for mv in &moves {
        line.push_unchecked(*mv);
        if is_goal(line) {
            return true;
        }
        line.pop();
    }
    moves.into_iter().any(|mv| {
        line.push_unchecked(mv);
        let found = reaches(line, is_goal, plies - 1);
        if !found {
            line.pop();
        }
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::START_FEN;
    use crate::protocol::{Command, Dialect};

    fn tell(history: &mut History, text: &str) -> Result<(), String> {
        match Command::read(text, Dialect::Ucci) {
            Ok(Command::Position(given)) => history.set(&given).map_err(|error| {
                history.lose(error.clone().into());
                error.to_string()
            }),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn lone_positions_are_joined_to_the_line() {
        let mut history = History::default();
        let mut shown = Line::default();
        tell(&mut history, &format!("position fen {START_FEN}")).unwrap();
        // The GUI shows every second position, for three rounds of a knight's dance, then takes two moves back.
        for word in "b0c2 b9c7 c2b0 c7b9 b0c2 b9c7 c2b0 c7b9".split(' ') {
            shown.push(Dialect::Ucci.read_move(word).unwrap()).unwrap();
            if shown.len() % 2 == 0 {
                tell(&mut history, &format!("position fen {}", shown.position())).unwrap();
                assert_eq!(history.line().unwrap().len(), shown.len());
            }
        }
        assert_eq!(history.line().unwrap().occurrences(), 3);
        shown.pop();
        tell(&mut history, &format!("position fen {}", shown.position())).unwrap();
        assert_eq!(history.line().unwrap().len(), 7);
        tell(&mut history, "position fen 3k5/9/9/9/9/9/9/9/R8/4K4 w").unwrap();
        assert!(
            history.line().unwrap().is_empty(),
            "a position from elsewhere starts anew"
        );
    }

    /// Shows lone positions after these numbers of plies of a dance that returns each fourth ply, as a client writes them,
    /// and gives how long the line is after each.
    fn shown_after(plies: &[usize], write: impl Fn(&Position) -> String) -> Vec<usize> {
        let mut history = History::default();
        let dance = ["b0c2", "b9c7", "c2b0", "c7b9"].into_iter().cycle();
        plies
            .iter()
            .map(|plies| {
                let mut line = Line::default();
                for word in dance.clone().take(*plies) {
                    line.push(Dialect::Ucci.read_move(word).unwrap()).unwrap();
                }
                let fen = write(line.position());
                tell(&mut history, &format!("position fen {fen}")).unwrap();
                history.line().unwrap().len()
            })
            .collect()
    }

    #[test]
    fn a_position_taken_back_to_is_no_repetition() {
        let whole = |position: &Position| position.to_string();
        let bare = |position: &Position| {
            let fen = position.to_string();
            let fields: Vec<_> = fen.split(' ').take(2).collect();
            format!("{} - - 0 1", fields.join(" "))
        };
        // Two plies taken back, whose squares two moves ahead are the same; then a whole round; then all but one.
        let plies = [0, 2, 4, 6, 4, 6, 8, 4, 6, 8, 2];
        assert_eq!(shown_after(&plies, whole), plies);
        // Who does not count cannot say so: it is taken for played on.
        assert_eq!(shown_after(&[0, 2, 4, 6, 4, 6], bare), [0, 2, 4, 6, 8, 10]);
        // Some count rounds but not quiet plies; nothing has the same counters then.
        let half = |position: &Position| whole(position).replace(" - - ", " - - 7");
        assert_eq!(shown_after(&[0, 2, 4, 6], half), [0, 2, 4, 6]);
    }

    #[test]
    fn a_fault_between_costs_no_history_but_a_new_game_does() {
        let mut history = History::default();
        let fen = |moves: &str| {
            let mut line = Line::default();
            for word in moves.split_whitespace() {
                line.push(Dialect::Ucci.read_move(word).unwrap()).unwrap();
            }
            format!("position fen {}", line.position())
        };
        tell(&mut history, &fen("b0c2 b9c7")).unwrap();
        tell(&mut history, "position fen 9/9/9 w").unwrap_err();
        assert!(history.line().is_err());
        tell(&mut history, &fen("b0c2 b9c7 c2b0 c7b9")).unwrap();
        assert_eq!(history.line().unwrap().occurrences(), 2);
        history.close();
        assert_eq!(history.line().unwrap().len(), 4);
        tell(&mut history, &fen("")).unwrap();
        assert!(history.line().unwrap().is_empty());
        tell(&mut history, &fen("b0c2 b9c7")).unwrap();
        assert_eq!(history.line().unwrap().len(), 2);
    }

    #[test]
    fn faults_are_told_and_leave_no_line() {
        for (text, message) in [
            (
                "position fen 9/9/9 w",
                "position: the board has 3 ranks, expected 10",
            ),
            (
                "position startpos moves h2e2 h2e2",
                "position: move 2: h2e2 is not a legal move of black in \
                 rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1",
            ),
            (
                "position startpos moves h2e2 x",
                "position: after 1 moves: found \"x\", expected a move as h2e2",
            ),
        ] {
            let mut history = History::default();
            let error = tell(&mut history, text).unwrap_err();
            assert!(error.starts_with(message), "{error}");
            assert!(history.line().is_err());
            tell(&mut history, "position startpos moves").unwrap();
            assert!(history.line().is_ok());
        }
    }
}
