//! Composed mates: each is proved to be of its length by trying everything, and the bundled searcher finds it.

use std::collections::{BTreeMap, HashMap, HashSet};

use caipan::analysis::{Limits, Score};
use caipan::position::{Line, Move, Position};
use caipan::search::{SearchOptions, Searcher, StopToken, Thought};
use rayon::prelude::*;

/// A line is a FEN of four fields, `dm` and the moves that the side to move needs at most, and the name of the idea or of
/// the pieces that mate.
const FILE: &str = include_str!("../data/mates.epd");

/// Nodes within which the searcher finds one; what it visits in 2 s.
const NODES: u64 = 2_000_000;

struct Mate {
    text: &'static str,
    position: Position,
    moves: u32,
}

fn mates() -> Vec<Mate> {
    let lines = FILE.lines().filter(|line| !line.starts_with('#'));
    let read = |text: &'static str| {
        let (fen, rest) = text.split_once(" dm ").expect("a length");
        let (moves, id) = rest.split_once(';').expect("a semicolon");
        assert!(id.trim_start().starts_with("id \""), "{text}");
        Mate {
            text,
            position: Position::from_fen(fen).expect("a position"),
            moves: moves.parse().expect("a number of moves"),
        }
    };
    lines.map(read).collect()
}

/// Tries everything, and remembers of each position within how many moves the side to move mates and does not. That the
/// other side cannot move counts as mate.
#[derive(Default)]
struct Proof {
    known: HashMap<u64, Known>,
}

#[derive(Clone, Copy)]
struct Known {
    mates: u32,
    fails: u32,
}

impl Proof {
    /// Gives the moves of the shortest mate of at most so many.
    fn length(&mut self, position: &mut Position, most: u32) -> Option<u32> {
        (1..=most).find(|moves| self.mates(position, *moves))
    }

    fn mates(&mut self, position: &mut Position, moves: u32) -> bool {
        let key = position.key();
        let known = self.known.get(&key).copied().unwrap_or(Known {
            mates: u32::MAX,
            fails: 0,
        });
        if moves >= known.mates || moves <= known.fails {
            return moves >= known.mates;
        }
        let mut tries: Vec<Move> = position.legal_moves().into_iter().collect();
        tries.sort_by_key(|mv| !position.gives_check(*mv));
        // What refuted one try is likely to refute the next.
        let mut refutation = None;
        let found = tries.into_iter().any(|mv| {
            let undo = position.play_unchecked(mv);
            let mated = self.is_mated(position, moves - 1, &mut refutation);
            position.undo(undo);
            mated
        });
        let known = if found {
            Known {
                mates: moves,
                ..known
            }
        } else {
            Known {
                fails: moves,
                ..known
            }
        };
        self.known.insert(key, known);
        found
    }

    /// Whether the side to move is mated whatever it does, in so many moves more of the other.
    fn is_mated(
        &mut self,
        position: &mut Position,
        moves: u32,
        refutation: &mut Option<Move>,
    ) -> bool {
        if moves == 0 {
            return !position.has_legal_move();
        }
        let mut replies = position.legal_moves();
        if let Some(place) = replies.iter().position(|reply| Some(*reply) == *refutation) {
            replies.swap(0, place);
        }
        replies.into_iter().all(|reply| {
            let undo = position.play_unchecked(reply);
            let mated = self.mates(position, moves);
            position.undo(undo);
            if !mated {
                *refutation = Some(reply);
            }
            mated
        })
    }
}

fn go_mate(position: &Position, moves: u32, nodes: Option<u64>) -> Thought {
    let limits = Limits {
        mate: Some(moves),
        nodes,
        ..Limits::default()
    };
    let (options, stop) = (SearchOptions::default(), StopToken::new());
    let line = Line::new(position.clone());
    Searcher::new(16).think(&line, &limits, &options, &stop, &mut |_| {})
}

#[test]
fn there_are_60_of_many_kinds() {
    let mates = mates();
    assert_eq!(mates.len(), 60);
    let mut lengths = BTreeMap::new();
    for mate in &mates {
        *lengths.entry(mate.moves).or_insert(0) += 1;
    }
    assert!(lengths.keys().copied().eq(1..=9), "{lengths:?}");
    assert!(lengths.values().all(|count| *count >= 4), "{lengths:?}");
    assert!((3..=9).all(|moves| lengths[&moves] >= 5), "{lengths:?}");
    // The same for a position, its mirror image, and either with the colours swapped.
    let distinct: HashSet<u64> = mates
        .iter()
        .filter_map(|Mate { position, .. }| {
            let flipped = position.flipped();
            let all = [
                position,
                &position.mirrored(),
                &flipped,
                &flipped.mirrored(),
            ];
            all.into_iter().map(Position::key).min()
        })
        .collect();
    assert_eq!(distinct.len(), mates.len());
}

#[test]
fn each_is_of_its_length() {
    mates().into_par_iter().for_each(|mate| {
        let mut position = mate.position;
        let length = Proof::default().length(&mut position, mate.moves);
        assert_eq!(length, Some(mate.moves), "{}", mate.text);
    });
}

#[test]
fn the_searcher_finds_them() {
    let unsolved: Vec<&str> = mates()
        .into_par_iter()
        .filter(|mate| {
            let thought = go_mate(&mate.position, mate.moves, Some(NODES));
            // One found is proved, so none is shorter.
            assert!(
                thought.score <= Score::MatesIn(2 * mate.moves - 1),
                "{}",
                mate.text
            );
            thought.score != Score::MatesIn(2 * mate.moves - 1)
        })
        .map(|mate| mate.text)
        .collect();
    assert!(unsolved.len() <= 3, "{unsolved:#?}");
}

#[test]
fn a_search_for_a_mate_ends() {
    let short = mates().into_par_iter().filter(|mate| mate.moves <= 4);
    short.for_each(|mate| {
        let found = go_mate(&mate.position, mate.moves, None);
        assert_eq!(
            found.score,
            Score::MatesIn(2 * mate.moves - 1),
            "{}",
            mate.text
        );
        // Where there is none so short, the best move known is played.
        if mate.moves > 1 {
            let none = go_mate(&mate.position, mate.moves - 1, None);
            assert!(
                none.best.is_some() && none.score < Score::MatesIn(2 * mate.moves - 3),
                "{}",
                mate.text
            );
        }
    });
    let none = go_mate(&Position::start(), 1, None);
    assert!(none.best.is_some() && !none.score.is_mate());
}
