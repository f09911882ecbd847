//! What holds for any command, reply and line.

use proptest::prelude::*;

use super::*;
use crate::analysis::{Bound, Limits, Report, Score};
use crate::board::{ByColor, Color, Square};

/// Words that stand for nothing in any command or reply.
fn foreign_word() -> impl Strategy<Value = String> {
    "[xyz炮][a-z_/.]{0,6}"
}

fn foreign_words() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(foreign_word(), 0..3)
}

fn foreign_text() -> impl Strategy<Value = String> {
    prop::collection::vec(foreign_word(), 1..4).prop_map(|words| words.join(" "))
}

fn any_move() -> impl Strategy<Value = Move> {
    (0usize..90, 1usize..90).prop_map(|(from, step)| {
        let square = |index| Square::from_index(index % 90).expect("on the board");
        Move::new(square(from), square(from + step)).expect("two squares")
    })
}

fn any_moves() -> impl Strategy<Value = Vec<Move>> {
    prop::collection::vec(any_move(), 0..5)
}

fn any_time() -> impl Strategy<Value = Option<u64>> {
    prop::option::of(0..=i64::MAX.unsigned_abs())
}

fn any_position() -> impl Strategy<Value = GivenPosition> {
    (
        prop::option::of(foreign_text()),
        any_moves(),
        foreign_words(),
    )
        .prop_map(|(fen, moves, unread)| GivenPosition { fen, moves, unread })
}

prop_compose! {
    fn any_go()(
        (ponder, draw, infinite) in any::<(bool, bool, bool)>(),
        ([time, increment, opponent_time, opponent_increment], [red, black, red_inc, black_inc], move_time)
            in (prop::array::uniform4(any_time()), prop::array::uniform4(any_time()), any_time()),
        [moves_to_go, opponent_moves_to_go, depth, mate, perft] in any::<[Option<u32>; 5]>(),
        nodes in any::<Option<u64>>(),
        (unread, ban_moves, search_moves) in (foreign_words(), any_moves(), any_moves()),
    ) -> Go {
        Go {
            ponder, draw, infinite, time, moves_to_go, increment,
            opponent_time, opponent_moves_to_go, opponent_increment,
            times: ByColor { red, black },
            increments: ByColor { red: red_inc, black: black_inc },
            move_time, depth, nodes, mate, perft, unread, ban_moves, search_moves,
        }
    }
}

fn any_command() -> impl Strategy<Value = Command> {
    let value = prop_oneof![Just(String::new()), foreign_text()];
    prop_oneof![
        prop::sample::select(vec![
            Command::Empty,
            Command::Ucci,
            Command::Uci,
            Command::Ucicyclone,
            Command::IsReady,
            Command::Stop,
            Command::NewGame,
            Command::Quit,
        ]),
        any::<bool>().prop_map(Command::Debug),
        any::<bool>().prop_map(|draw| Command::PonderHit { draw }),
        (foreign_word(), value).prop_map(|(name, value)| Command::SetOption { name, value }),
        any_position().prop_map(Command::Position),
        any_position().prop_map(Command::Probe),
        (any_moves(), foreign_words())
            .prop_map(|(moves, unread)| Command::BanMoves { moves, unread }),
        any_go().prop_map(|go| Command::Go(Box::new(go))),
        foreign_text().prop_map(Command::Unknown),
    ]
}

fn any_score() -> impl Strategy<Value = Score> {
    prop_oneof![
        (-9_499..=9_499).prop_map(Score::Centipawns),
        (0u32..250).prop_map(|moves| Score::MatesIn(2 * moves + 1)),
        (0u32..250).prop_map(|moves| Score::MatedIn(2 * moves)),
    ]
}

prop_compose! {
    fn any_report()(
        [depth, seldepth, multipv, hashfull, currmovenumber] in any::<[Option<u32>; 5]>(),
        wdl in any::<Option<[u32; 3]>>(),
        [nodes, nps, tbhits, time] in any::<[Option<u64>; 4]>(),
        score in prop::option::of(any_score()),
        bound in prop::sample::select(vec![Bound::Exact, Bound::Lower, Bound::Upper]),
        currmove in prop::option::of(any_move()),
        pv in any_moves(),
    ) -> Report {
        Report {
            depth, seldepth, multipv, score, bound, wdl, nodes, nps, hashfull, tbhits, time,
            currmove, currmovenumber, pv, ruling: None,
        }
    }
}

fn any_option() -> impl Strategy<Value = EngineOption> {
    let text = || prop_oneof![Just(String::new()), foreign_text()];
    let kind = prop_oneof![
        any::<bool>().prop_map(|default| OptionKind::Check { default }),
        any::<[i64; 3]>().prop_map(|mut numbers| {
            numbers.sort_unstable();
            let [min, default, max] = numbers;
            OptionKind::Spin { default, min, max }
        }),
        (text(), prop::collection::vec(foreign_text(), 0..4))
            .prop_map(|(default, choices)| OptionKind::Combo { default, choices }),
        text().prop_map(|default| OptionKind::Text { default }),
        Just(OptionKind::Button),
        Just(OptionKind::Label),
    ];
    (foreign_word(), kind).prop_map(|(name, kind)| EngineOption { name, kind })
}

fn any_reply() -> impl Strategy<Value = Reply> {
    let bound = || any::<Option<(i32, u32)>>();
    prop_oneof![
        prop::sample::select(vec![
            Reply::UcciOk,
            Reply::UciOk,
            Reply::ReadyOk,
            Reply::Bye
        ]),
        (foreign_word(), foreign_text()).prop_map(|(field, text)| Reply::Id { field, text }),
        any_option().prop_map(Reply::Option),
        (
            any_report(),
            foreign_words(),
            prop::option::of(foreign_text())
        )
            .prop_map(|(report, unread, message)| Reply::Info(Info {
                report,
                unread,
                message
            })),
        (any_move(), prop::option::of(any_move()), any::<[bool; 2]>()).prop_map(
            |(best, ponder, [draw, resign])| Reply::BestMove(BestMove {
                best,
                ponder,
                draw,
                resign
            })
        ),
        (prop::option::of(any_move()), bound(), bound())
            .prop_map(|(best, lower, upper)| Reply::PopHash(PopHash { best, lower, upper })),
        foreign_text().prop_map(Reply::Unknown),
    ]
}

/// Lines made of the words that the readers know, so that they get deep.
fn any_line() -> impl Strategy<Value = String> {
    let known = "ucci|setoption|name|value|position|fen|startpos|moves|banmoves|go|time|depth|infinite|wtime|\
        movestogo|searchmoves|info|score|cp|mate|wdl|pv|option|type|spin|combo|string|default|min|max|var|bestmove|\
        ponder|pophash|lowerbound|id|-1|0|99999999999999999999|h2e2|h10g8|a/b|炮|\u{feff}";
    let known: Vec<_> = known.split('|').collect();
    let words = prop::collection::vec(prop::sample::select(known), 0..12);
    prop_oneof![words.prop_map(|words| words.join(" ")), ".*"]
}

proptest! {
    #[test]
    fn a_command_written_reads_back(command in any_command()) {
        for dialect in DIALECTS {
            let line = command.write(dialect);
            prop_assert_eq!(Command::read(&line, dialect), Ok(command.clone()), "{}", line);
        }
    }

    #[test]
    fn a_reply_written_reads_back(reply in any_reply()) {
        for dialect in DIALECTS {
            let line = reply.write(dialect);
            prop_assert_eq!(&Reply::read(&line, dialect), &reply, "{}", line);
        }
    }

    #[test]
    fn no_line_panics_and_none_grows_into_two(line in any_line()) {
        for dialect in DIALECTS {
            for other in DIALECTS {
                let reply = Reply::read(&line, dialect);
                let written = reply.write(other);
                prop_assert!(matches!(reply, Reply::Unknown(_)) || !written.contains(['\r', '\n']));
                if let Ok(command) = Command::read(&line, dialect) {
                    let written = command.write(other);
                    prop_assert!(matches!(command, Command::Unknown(_)) || !written.contains(['\r', '\n']));
                    if let Command::Go(go) = command {
                        let limits = go.limits(Color::Red, TimeUnit::Seconds);
                        let _ = Go::from_limits(&limits, Color::Red, other, TimeUnit::Seconds);
                    }
                }
            }
        }
    }

    #[test]
    fn only_a_best_move_holds_the_word(text in ".*bestmove.*|(best|move|\n){0,6}", name in "(bestmove| ){1,3}") {
        let kind = OptionKind::Combo { default: text.clone(), choices: vec![text.clone()] };
        for reply in [
            Reply::Info(Info { unread: vec![text.clone()], ..Info::message(text.clone()) }),
            Reply::Id { field: name.clone(), text },
            Reply::Option(EngineOption { name, kind }),
        ] {
            for dialect in DIALECTS {
                let line = reply.write(dialect);
                prop_assert!(!line.to_lowercase().contains("bestmove"), "{}", line);
            }
        }
    }

    #[test]
    fn limits_survive_uci(limits in any_go().prop_map(|go| go.limits(Color::Black, TimeUnit::Milliseconds))) {
        let go = Go::from_limits(&limits, Color::Black, Dialect::Uci, TimeUnit::Milliseconds);
        let back = go.limits(Color::Black, TimeUnit::Milliseconds);
        let times = |limits: &Limits| limits.clocks.red.map(|clock| clock.left);
        prop_assert_eq!(times(&back), times(&limits));
        prop_assert_eq!(back.clocks[Color::Black], limits.clocks[Color::Black]);
        prop_assert_eq!((back.depth, back.nodes, back.move_time), (limits.depth, limits.nodes, limits.move_time));
        prop_assert_eq!(back.search_moves, limits.search_moves);
    }
}
