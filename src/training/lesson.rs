//! What an evaluation learns from: the quiet positions of games, and what became of them.

use std::io::{self, Read};
use std::vec;

use super::TrainingGame;
use crate::position::{Line, Outcome, Position};

/// Positions whose score is beyond this many centipawns are left out.
const MOST: i16 = 2_500;

/// One game in so many is not to be learned from.
const HELD_OUT: u64 = 100;

/// A position of a game after its opening, without check, whose move in the game was no capture.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The position.
    pub position: Position,
    /// The score of the search in centipawns for the side to move.
    pub score: i16,
    /// What the side to move had in the end: 1, or 0.5 for a draw, or 0.
    pub points: f32,
    /// Whether the game is one of those that show how well the others were learned from.
    pub is_held_out: bool,
}

impl Lesson {
    /// Centipawns for which a side expects 73 % of the points.
    pub const SCALE: f32 = 400.0;

    /// Gives the share of the points that a side expects with this score in centipawns.
    #[must_use]
    pub fn expected(score: f32) -> f32 {
        1.0 / (1.0 + (-score / Self::SCALE).exp())
    }

    /// Gives the share of the points that the side to move is to expect: `share` of it by the score, the rest by what it had
    /// in the end.
    #[must_use]
    pub fn target(&self, share: f32) -> f32 {
        share * Self::expected(self.score.into()) + (1.0 - share) * self.points
    }
}

/// The lessons of a file of games, in the order of the games.
#[derive(Debug)]
pub struct Lessons<R> {
    source: R,
    games: u64,
    of_game: vec::IntoIter<Lesson>,
}

impl<R: Read> Lessons<R> {
    /// Reads the beginning of a file of games.
    ///
    /// # Errors
    /// The source cannot be read, or begins otherwise.
    pub fn new(mut source: R) -> io::Result<Self> {
        TrainingGame::read_head(&mut source)?;
        Ok(Self {
            source,
            games: 0,
            of_game: Vec::new().into_iter(),
        })
    }

    /// Makes a sample of each lesson and adds it to those that are learned from, or to those that are held out.
    ///
    /// # Errors
    /// The source cannot be read, or holds no game where one should begin.
    pub fn add_to<S>(
        self,
        learned: &mut Vec<S>,
        held_out: &mut Vec<S>,
        sample: impl Fn(&Lesson) -> S,
    ) -> io::Result<()> {
        for lesson in self {
            let lesson = lesson?;
            let into = if lesson.is_held_out {
                &mut *held_out
            } else {
                &mut *learned
            };
            into.push(sample(&lesson));
        }
        Ok(())
    }
}

impl<R: Read> Iterator for Lessons<R> {
    type Item = io::Result<Lesson>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(lesson) = self.of_game.next() {
                return Some(Ok(lesson));
            }
            match TrainingGame::read(&mut self.source).transpose()? {
                Ok(game) => {
                    self.games += 1;
                    let is_held_out = self.games.is_multiple_of(HELD_OUT);
                    self.of_game = lessons(&game, is_held_out).into_iter();
                }
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

fn lessons(game: &TrainingGame, is_held_out: bool) -> Vec<Lesson> {
    let mut line = Line::default();
    let mut lessons = Vec::new();
    for (ply, (mv, score)) in game.moves.iter().enumerate() {
        let position = line.position();
        let is_quiet = !position.is_check() && !position.is_capture(*mv);
        if ply >= usize::from(game.opening)
            && is_quiet
            && score.unsigned_abs() <= MOST.unsigned_abs()
        {
            lessons.push(Lesson {
                position: position.clone(),
                score: *score,
                points: match game.outcome {
                    Outcome::Draw => 0.5,
                    Outcome::Win(winner) if winner == position.turn() => 1.0,
                    Outcome::Win(_) => 0.0,
                },
                is_held_out,
            });
        }
        if line.push(*mv).is_err() {
            break;
        }
    }
    lessons
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    /// The cannon takes a knight, and a rook takes the cannon.
    fn game(scores: [i16; 4]) -> TrainingGame {
        let mut line = Line::default();
        let moves = ["h2e2", "h9g7", "b2b9", "a9b9"].map(|word| {
            let moves = line.position().legal_moves();
            let mv = moves.into_iter().find(|mv| mv.to_string() == word);
            line.push_unchecked(mv.unwrap());
            mv.unwrap()
        });
        TrainingGame {
            opening: 1,
            outcome: Outcome::Win(Color::Black),
            moves: moves.into_iter().zip(scores).collect(),
        }
    }

    fn read(games: &[TrainingGame]) -> Vec<Lesson> {
        let mut bytes = TrainingGame::HEAD.to_vec();
        games
            .iter()
            .for_each(|game| game.write(&mut bytes).unwrap());
        let lessons = Lessons::new(&*bytes).unwrap();
        lessons.collect::<io::Result<_>>().unwrap()
    }

    #[test]
    fn what_is_quiet_is_learned_from() {
        // The first is of the opening, and two capture.
        let lessons = read(&[game([0, 400, 0, 0])]);
        let [lesson] = &*lessons else {
            panic!("{lessons:?}")
        };
        assert_eq!(lesson.position.turn(), Color::Black);
        assert_eq!((lesson.score, lesson.points), (400, 1.0));
        assert!((lesson.target(1.0) - 0.731).abs() < 0.001);
        assert_eq!(lesson.target(0.0), 1.0);
        for beyond in [MOST + 1, -MOST - 1, i16::MIN] {
            assert!(read(&[game([0, beyond, 0, 0])]).is_empty());
        }
    }

    #[test]
    fn one_game_in_a_hundred_is_held_out() {
        let lessons = read(&vec![game([0; 4]); 250]);
        let held_out = lessons.iter().enumerate();
        let held_out: Vec<usize> = held_out
            .filter_map(|(number, lesson)| lesson.is_held_out.then_some(number))
            .collect();
        assert_eq!(held_out, [99, 199]);
        assert!(Lessons::new(&b"notes"[..]).is_err());
    }
}
