//! The rules of movement: known counts, and properties that hold in any position that play or chance brings about.

use caipan::board::{Bitboard, Board, Color, Piece, PieceType, Square};
use caipan::position::{Line, Move, MoveList, Position, Setup, perft};
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use crate::support::plain_rules::PlainBoard;

/// Positions and their counts: `FEN ; D1 nodes ; D2 nodes …`.
const COUNTS: &str = include_str!("../data/perft.txt");

/// Splits the work at the first move, so that the deepest count does not hold up the rest.
fn count(position: &Position, depth: u32) -> u64 {
    let moves: Vec<Move> = position.legal_moves().into_iter().collect();
    moves
        .into_par_iter()
        .map(|mv| {
            let mut after = position.clone();
            let _ = after.play_unchecked(mv);
            perft(&mut after, depth - 1)
        })
        .sum()
}

#[test]
fn every_count_of_the_file_holds() {
    let cases: Vec<(Position, u32, u64)> = COUNTS
        .lines()
        .flat_map(|line| {
            let mut fields = line.split(';').map(str::trim);
            let fen = fields.next().expect("a line has a FEN");
            let position = Position::from_fen(fen).expect("the FEN is sound");
            fields.map(move |field| {
                let (depth, nodes) = field[1..].split_once(' ').expect("depth and nodes");
                let numbers = (depth.parse(), nodes.parse());
                let (Ok(depth), Ok(nodes)) = numbers else {
                    panic!("{field:?} in {line:?}")
                };
                (position.clone(), depth, nodes)
            })
        })
        .collect();
    let start = Position::start();
    assert!(
        cases
            .iter()
            .any(|(position, depth, _)| *position == start && *depth == 5)
    );
    cases.par_iter().for_each(|(position, depth, nodes)| {
        assert_eq!(count(position, *depth), *nodes, "{position} depth {depth}");
    });
}

/// The moves of a list in their own order, each changed by `map`.
fn sorted(moves: MoveList, map: impl Fn(Move) -> Move) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().map(map).collect();
    moves.sort_unstable();
    moves
}

/// The legal moves by the plain rules, in their own order.
fn plain_moves(board: &PlainBoard) -> Vec<Move> {
    let square = |(file, rank): (i8, i8)| Square::new(file as u8, rank as u8);
    let moves = board.legal_moves().into_iter();
    let mut moves: Vec<Move> = moves
        .filter_map(|(from, to)| Move::new(square(from)?, square(to)?))
        .collect();
    moves.sort_unstable();
    moves
}

fn point(square: Square) -> (i8, i8) {
    (square.file() as i8, square.rank() as i8)
}

/// Holds what the board says of attacks against the plain rules.
fn check_board(board: &Board, plain: &PlainBoard) {
    for target in Square::all() {
        let attackers = board
            .iter()
            .map(|(from, _)| from)
            .filter(|from| plain.attacks(point(*from), point(target)))
            .collect();
        let found = Color::ALL.map(|color| board.attackers(target, color));
        assert_eq!(found[0] | found[1], attackers, "{target} {board:?}");
        assert!((found[0] & !board.color(Color::Red)).is_empty());
        assert!((found[1] & !board.color(Color::Black)).is_empty());
    }
    for (from, piece) in board.iter() {
        let targets: Bitboard = Square::all()
            .filter(|to| plain.attacks(point(from), point(*to)))
            .filter(|to| piece.kind() != PieceType::Cannon || board.piece_at(*to).is_some())
            .collect();
        assert_eq!(board.attacks(piece, from), targets, "{from} {board:?}");
    }
    let mut rest = board.clone();
    for (square, piece) in board.iter() {
        assert_eq!(rest.remove(square), Some(piece));
    }
    assert_eq!(rest, Board::default());
}

/// Holds everything a position says of its moves against the plain rules and against itself.
fn check_position(position: &Position) {
    let fen = position.to_string();
    let plain = PlainBoard::new(&fen);
    let all = position.legal_moves();
    let moves = sorted(all.clone(), |mv| mv);
    assert_eq!(moves, plain_moves(&plain), "{fen}");
    assert_eq!(position.is_check(), plain.is_check(), "{fen}");
    assert_eq!(position.is_check(), !position.checkers().is_empty());
    assert_eq!(position.restraints().checkers, position.checkers(), "{fen}");
    assert_eq!(position.count_legal_moves() as usize, moves.len(), "{fen}");
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{fen}");

    check_board(position.board(), &plain);
    let pairs = Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
    let accepted: Vec<Move> = pairs
        .filter_map(|(from, to)| Move::new(from, to))
        .filter(|mv| position.is_legal(*mv))
        .collect();
    assert_eq!(moves, accepted, "{fen}");
    let (captures, quiets): (Vec<Move>, Vec<Move>) =
        moves.iter().partition(|mv| position.is_capture(**mv));
    assert_eq!(sorted(position.captures(), |mv| mv), captures, "{fen}");
    assert_eq!(sorted(position.quiets(), |mv| mv), quiets, "{fen}");

    assert_eq!(position.key(), position.fresh_key(), "{fen}");
    assert_eq!(Position::from_fen(&fen).as_ref(), Ok(position), "{fen}");
    let mirrored = position.mirrored();
    assert_eq!(
        sorted(all.clone(), Move::mirrored),
        sorted(mirrored.legal_moves(), |mv| mv),
        "{fen}"
    );
    let flipped = position.flipped();
    assert_eq!(
        sorted(all, Move::flipped),
        sorted(flipped.legal_moves(), |mv| mv),
        "{fen}"
    );
    assert_eq!(flipped.turn(), !position.turn());
    assert_eq!(
        (mirrored.mirrored(), flipped.flipped()),
        (position.clone(), position.clone())
    );
    for mv in moves {
        check_move(position, &plain, mv);
    }
}

/// Plays a move and takes it back.
fn check_move(position: &Position, plain: &PlainBoard, mv: Move) {
    let mut after = position.clone();
    let undo = after.play(mv).expect("a generated move is legal");
    let is_check = plain.after(point(mv.from()), point(mv.to())).is_check();
    assert_eq!(after.is_check(), is_check, "{position} {mv}");
    assert_eq!(position.gives_check(mv), is_check, "{position} {mv}");
    assert_eq!(after.key(), after.fresh_key(), "{position} {mv}");
    assert_eq!(
        undo.captured(),
        position.board().piece_at(mv.to()),
        "{position} {mv}"
    );
    for color in Color::ALL {
        assert_eq!(Some(after.king(color)), after.board().king(color));
    }
    after.undo(undo);
    assert_eq!(after, *position, "{mv}");
}

/// What the line says of itself, held against the positions it went through.
fn check_line(line: &Line, history: &[Position], barrier: usize) {
    let now = line.position();
    let same = |earlier: &Position| earlier.board() == now.board() && earlier.turn() == now.turn();
    let earlier = barrier..history.len() - 1;
    let recurrences: Vec<usize> = earlier.rev().filter(|ply| same(&history[*ply])).collect();
    assert_eq!(line.recurrences().collect::<Vec<_>>(), recurrences, "{now}");
    assert_eq!(line.occurrences(), recurrences.len() + 1);
    assert_eq!(line.previous_occurrence(), recurrences.first().copied());
    assert_eq!(line.len() + 1, history.len());
    assert_eq!(line.is_check(), now.is_check());
}

/// What every ply of a finished line says, and the way back to its start.
fn check_plies(mut line: Line, history: &[Position]) {
    let pieces = |ply: usize| history[ply].board().occupied().count();
    let last_capture = (0..line.len()).rfind(|ply| pieces(*ply) != pieces(ply + 1));
    assert_eq!(line.last_capture(), last_capture);
    for (ply, position) in history.iter().enumerate() {
        assert_eq!(line.key_at(ply), position.key());
        assert_eq!(line.was_check(ply), position.is_check());
        assert_eq!(line.position_at(ply), *position);
    }
    for position in history.iter().rev() {
        assert_eq!(line.position(), position);
        let _ = line.pop();
    }
    assert_eq!((line.is_empty(), line.pop()), (true, None));
}

/// Plays at random, but half of the time back to where the piece came from, so that positions recur; now and then the
/// turn is passed, as a search does.
fn play_game(seed: u64, plies: usize) -> usize {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut line = Line::default();
    let mut history = vec![line.position().clone()];
    let mut recent: [Option<Move>; 2] = [None, None];
    let mut barrier = 0;
    let mut most = 1;
    while line.len() < plies {
        let position = line.position();
        check_position(position);
        let moves = position.legal_moves();
        let Some(any) = moves.choose(&mut random) else {
            break;
        };
        let back = recent[0].and_then(|mv| Move::new(mv.to(), mv.from()));
        let back = back.filter(|mv| position.is_legal(*mv) && random.random_bool(0.5));
        let mv = back.unwrap_or(*any);
        let pass = !position.is_check() && random.random_bool(0.02);
        if pass {
            line.push_null();
            barrier = history.len();
        } else {
            line.push(mv).expect("a generated move is legal");
            most = most.max(line.occurrences());
        }
        recent = [recent[1], (!pass).then_some(mv)];
        history.push(line.position().clone());
        check_line(&line, &history, barrier);
    }
    check_plies(line, &history);
    most
}

#[test]
fn properties_hold_in_random_games() {
    let most: Vec<usize> = (0..200u64)
        .into_par_iter()
        .map(|seed| play_game(seed, 80))
        .collect();
    // The games do repeat themselves, else they would show nothing of it.
    assert!(most.iter().any(|occurrences| *occurrences >= 3));
}

/// Puts pieces where they can stand, anyhow; sliders and knights are likelier to be there than the rest.
fn random_setup(random: &mut ChaCha8Rng) -> Setup {
    let mut setup = Setup {
        turn: if random.random() {
            Color::Red
        } else {
            Color::Black
        },
        ..Setup::default()
    };
    for color in Color::ALL {
        for kind in PieceType::ALL {
            let share = match kind {
                PieceType::King => 1.0,
                PieceType::Rook | PieceType::Cannon | PieceType::Knight => 0.7,
                _ => 0.4,
            };
            for _ in 0..kind.full_count() {
                let free = Square::all().filter(|square| {
                    square.is_reachable(color, kind) && setup.board.piece_at(*square).is_none()
                });
                if let (true, Some(square)) = (random.random_bool(share), free.choose(random)) {
                    setup.board.put(square, Piece::new(color, kind));
                }
            }
        }
    }
    setup
}

/// Chance brings about pins, screens and double checks that play seldom does. The gate lets through what can be.
#[test]
fn properties_hold_in_random_positions() {
    let checked: usize = (0..64u64)
        .into_par_iter()
        .map(|seed| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut checked = 0;
            for _ in 0..600 {
                let setup = random_setup(&mut random);
                let turn = setup.turn.letter();
                match Position::try_from(setup) {
                    Ok(position) => {
                        checked += 1;
                        check_position(&position);
                    }
                    Err(error) => {
                        let board = format!("{:?}", error.setup.board);
                        let fen = format!("{} {turn}", board.trim().replace('\n', "/"));
                        assert!(PlainBoard::new(&fen).is_impossible(), "{error}: {fen}");
                    }
                }
            }
            checked
        })
        .sum();
    assert!(checked > 1000, "{checked}");
}
