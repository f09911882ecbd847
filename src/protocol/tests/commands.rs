//! Commands that real GUIs send, as their sources have them.

use super::*;
use crate::analysis::{Clock, Limits};
use crate::board::{ByColor, Color};

fn command(line: &str) -> Command {
    Command::read(line, Dialect::Ucci).expect(line)
}

fn go(line: &str) -> Go {
    match command(line) {
        Command::Go(go) => *go,
        other => panic!("{line}: {other:?}"),
    }
}

fn set(name: &str, value: &str) -> Command {
    Command::SetOption {
        name: name.to_owned(),
        value: value.to_owned(),
    }
}

fn position(fen: Option<&str>, played: &str, unread: &str) -> GivenPosition {
    GivenPosition {
        fen: fen.map(str::to_owned),
        moves: moves(played),
        unread: unread.split_whitespace().map(str::to_owned).collect(),
    }
}

#[test]
fn commands_of_real_guis() {
    const FEN: &str = "9/4k4/9/9/9/9/9/9/4A4/3AK4 w - - 0 1";
    let given = |fen, played, unread| Command::Position(position(fen, played, unread));
    for (line, meant) in [
        ("", Command::Empty),
        (" \t\r\n", Command::Empty),
        ("\u{feff}ucci\r\n", Command::Ucci),
        ("uci", Command::Uci),
        ("UCI ", Command::Uci),
        ("ucicyclone", Command::Ucicyclone),
        ("isready", Command::IsReady),
        ("debug", Command::Debug(true)),
        ("debug off", Command::Debug(false)),
        // XQWizard
        ("setoption guiname XQWizard", set("guiname", "XQWizard")),
        ("setoption usemillisec true", set("usemillisec", "true")),
        ("setoption newgame", set("newgame", "")),
        (
            r"setoption bookfiles C:\My  Books\A.DAT;B.DAT",
            set("bookfiles", r"C:\My  Books\A.DAT;B.DAT"),
        ),
        // TChess and cchess, to engines of either kind
        ("setoption name Hash value 64", set("Hash", "64")),
        ("setoption name Clear Hash", set("Clear Hash", "")),
        (
            "setoption NAME  Debug Log  File VALUE ",
            set("Debug Log File", ""),
        ),
        // fairyground
        ("uccinewgame", Command::NewGame),
        (
            "setoption UCCI_Variant xiangqi",
            set("UCCI_Variant", "xiangqi"),
        ),
        (
            "position fen 9/4k4/9/9/9/9/9/9/4A4/3AK4 w - - 0 1 moves ",
            given(Some(FEN), "", ""),
        ),
        // Sylvan, Cyclone
        ("newgame", Command::NewGame),
        ("ucinewgame", Command::NewGame),
        (
            "fen 9/4k4/9/9/9/9/9/9/4A4/3AK4 r moves e1f2",
            given(Some("9/4k4/9/9/9/9/9/9/4A4/3AK4 r"), "e1f2", ""),
        ),
        ("startpos", given(None, "", "")),
        ("STARTPOS MOVES H2E2", given(None, "h2e2", "")),
        // others
        (
            "position startpos moves h2e2 h9g7",
            given(None, "h2e2 h9g7", ""),
        ),
        ("Position  StartPos  h2e2\r", given(None, "h2e2", "")),
        (
            "position 9/4k4/9/9/9/9/9/9/4A4/3AK4 w - - 0 1",
            given(Some(FEN), "", ""),
        ),
        // XQWizard's promotion goes nowhere
        (
            "position startpos moves h2e2 d0d0 h9g7",
            given(None, "h2e2", "d0d0 h9g7"),
        ),
        (
            "banmoves h6i4 x e2e3",
            Command::BanMoves {
                moves: moves("h6i4 e2e3"),
                unread: vec!["x".to_owned()],
            },
        ),
        ("stop", Command::Stop),
        ("ponderhit", Command::PonderHit { draw: false }),
        ("ponderhit draw", Command::PonderHit { draw: true }),
        (
            "probe startpos moves h2e2",
            Command::Probe(position(None, "h2e2", "")),
        ),
        ("quit", Command::Quit),
        (" d \r\n", Command::Unknown(" d ".to_owned())),
    ] {
        assert_eq!(Command::read(line, Dialect::Ucci), Ok(meant), "{line:?}");
    }
}

#[test]
fn go_of_real_guis() {
    let none = Go::default;
    for (line, meant) in [
        ("go", none()),
        (
            "go draw time 1800 increment 10 opptime 1790 oppincrement 10",
            Go {
                draw: true,
                time: Some(1_800),
                increment: Some(10),
                opponent_time: Some(1_790),
                opponent_increment: Some(10),
                ..none()
            },
        ),
        (
            "go ponder time 60000 movestogo 40 opptime -5 oppmovestogo 39",
            Go {
                ponder: true,
                time: Some(60_000),
                moves_to_go: Some(40),
                opponent_time: Some(0),
                opponent_moves_to_go: Some(39),
                ..none()
            },
        ),
        (
            "go wtime 1000 btime -20 winc 5 binc 6 movestogo 7",
            Go {
                times: ByColor {
                    red: Some(1_000),
                    black: Some(0),
                },
                increments: ByColor {
                    red: Some(5),
                    black: Some(6),
                },
                moves_to_go: Some(7),
                ..none()
            },
        ),
        (
            "go ponder movetime 3000 depth 12",
            Go {
                ponder: true,
                move_time: Some(3_000),
                depth: Some(12),
                ..none()
            },
        ),
        (
            "go nodes 46656",
            Go {
                nodes: Some(46_656),
                ..none()
            },
        ),
        (
            "go depth 0",
            Go {
                depth: Some(0),
                ..none()
            },
        ),
        (
            "go depth infinite",
            Go {
                infinite: true,
                ..none()
            },
        ),
        (
            "GO Infinite",
            Go {
                infinite: true,
                ..none()
            },
        ),
        (
            "go mate 3 searchmoves h2e2 b2e2 depth 9 banmoves a0a1 wonder 8",
            Go {
                mate: Some(3),
                search_moves: moves("h2e2 b2e2"),
                depth: Some(9),
                ban_moves: moves("a0a1"),
                unread: vec!["wonder".to_owned(), "8".to_owned()],
                ..none()
            },
        ),
        (
            "go perft 4",
            Go {
                perft: Some(4),
                ..none()
            },
        ),
    ] {
        assert_eq!(go(line), meant, "{line}");
    }
}

#[test]
fn faults_of_commands_name_the_word() {
    for (line, message) in [
        (
            "go depth",
            "go depth: expected a whole number from 0 to 4294967295, found nothing",
        ),
        (
            "go depth -1",
            "go depth: expected a whole number from 0 to 4294967295, found \"-1\"",
        ),
        (
            "go wtime 1.5 btime 3",
            "go wtime: expected a whole number from 0 to 9223372036854775807, found \"1.5\"",
        ),
        (
            "go nodes 18446744073709551616",
            "go nodes: expected a whole number from 0 to 18446744073709551615, found \"18446744073709551616\"",
        ),
        (
            "position midgamepos",
            "position: expected startpos, or fen and a position, found \"midgamepos\"",
        ),
        (
            "probe fen moves h2e2",
            "probe: expected startpos, or fen and a position, found \"fen moves h2e2\"",
        ),
        (
            "fen",
            "position: expected startpos, or fen and a position, found \"fen\"",
        ),
        (
            "setoption",
            "setoption: expected the name of an option, found nothing",
        ),
        (
            "setoption name value 3",
            "setoption: expected the name of an option, found \"name value 3\"",
        ),
        ("debug maybe", "debug: expected on or off, found \"maybe\""),
    ] {
        let error = Command::read(line, Dialect::Uci).expect_err(line);
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn clocks_follow_unit_and_turn() {
    let clock = |left, increment, moves_to_go| {
        Some(Clock {
            left,
            increment,
            moves_to_go,
        })
    };
    for (line, turn, unit, red, black) in [
        (
            "go time 300 increment 2 opptime 290 oppincrement 3",
            Color::Black,
            TimeUnit::Seconds,
            clock(290_000, 3_000, None),
            clock(300_000, 2_000, None),
        ),
        (
            "go time 300 movestogo 40 opptime 290 oppmovestogo 39",
            Color::Red,
            TimeUnit::Milliseconds,
            clock(300, 0, Some(40)),
            clock(290, 0, Some(39)),
        ),
        // bare time: for this move
        (
            "go time 5000",
            Color::Red,
            TimeUnit::Milliseconds,
            clock(5_000, 0, Some(1)),
            None,
        ),
        // Sylvan's clock words, in milliseconds whatever the unit
        (
            "go wtime 9000 btime 8000 winc 10 binc 20 movestogo 0",
            Color::Black,
            TimeUnit::Seconds,
            clock(9_000, 10, None),
            clock(8_000, 20, None),
        ),
        (
            "go wtime 9000 btime 8000 movestogo 5",
            Color::Red,
            TimeUnit::Milliseconds,
            clock(9_000, 0, Some(5)),
            clock(8_000, 0, Some(5)),
        ),
        // nothing told of the clock of the side to move
        (
            "go wtime 9000 winc 10",
            Color::Black,
            TimeUnit::Milliseconds,
            clock(9_000, 10, None),
            clock(9_000, 10, None),
        ),
        // increments or moves to go without a time
        (
            "go winc 100 binc 200",
            Color::Red,
            TimeUnit::Seconds,
            clock(100, 100, None),
            clock(200, 200, None),
        ),
        (
            "go winc 100",
            Color::Black,
            TimeUnit::Milliseconds,
            clock(100, 100, None),
            clock(100, 100, None),
        ),
        (
            "go movestogo 3",
            Color::Red,
            TimeUnit::Seconds,
            clock(0, 0, Some(3)),
            clock(0, 0, Some(3)),
        ),
        (
            "go increment 1 oppincrement 2",
            Color::Black,
            TimeUnit::Seconds,
            clock(2_000, 2_000, None),
            clock(1_000, 1_000, None),
        ),
        (
            "go ponder oppincrement 2",
            Color::Red,
            TimeUnit::Milliseconds,
            clock(2, 2, None),
            clock(2, 2, None),
        ),
        // no clock: nothing is told of it, or all else
        ("go", Color::Red, TimeUnit::Seconds, None, None),
        (
            "go winc 0 binc 0 movestogo 0",
            Color::Red,
            TimeUnit::Seconds,
            None,
            None,
        ),
        (
            "go depth 5 winc 100 binc 100",
            Color::Red,
            TimeUnit::Seconds,
            None,
            None,
        ),
        (
            "go infinite increment 1",
            Color::Red,
            TimeUnit::Seconds,
            None,
            None,
        ),
    ] {
        let clocks = go(line).limits(turn, unit).clocks;
        assert_eq!(clocks, ByColor { red, black }, "{line}");
    }
}

#[test]
fn limits_become_go_in_each_dialect() {
    let clocks = ByColor {
        red: Some(Clock {
            left: 61_900,
            increment: 2_000,
            moves_to_go: None,
        }),
        black: Some(Clock {
            left: 50_000,
            increment: 0,
            moves_to_go: Some(8),
        }),
    };
    let timed = Limits {
        clocks,
        depth: Some(20),
        ..Limits::default()
    };
    let moved = Limits {
        move_time: Some(700),
        banned_moves: moves("h2e2"),
        draw_offered: true,
        ..Limits::default()
    };
    let counted = Limits {
        nodes: Some(5),
        depth: Some(6),
        search_moves: moves("h9g7"),
        ..Limits::default()
    };
    let mated = Limits {
        mate: Some(2),
        ..Limits::default()
    };
    let (seconds, millis) = (TimeUnit::Seconds, TimeUnit::Milliseconds);
    for (limits, dialect, unit, line) in [
        (
            &timed,
            Dialect::Ucci,
            seconds,
            "go time 61 increment 2 opptime 50 oppmovestogo 8",
        ),
        (
            &timed,
            Dialect::Uci,
            millis,
            "go wtime 61900 btime 50000 winc 2000 binc 0 depth 20",
        ),
        (
            &moved,
            Dialect::Ucci,
            millis,
            "go draw time 700 movestogo 1",
        ),
        (&moved, Dialect::Uci, millis, "go movetime 700"),
        (&counted, Dialect::Ucci, millis, "go nodes 5"),
        (
            &counted,
            Dialect::FairyUci,
            millis,
            "go depth 6 nodes 5 searchmoves h10g8",
        ),
        (&mated, Dialect::Ucci, millis, "go depth 4"),
        (&mated, Dialect::Uci, millis, "go mate 2"),
        (&Limits::default(), Dialect::Uci, millis, "go infinite"),
        (&Limits::default(), Dialect::Ucci, millis, "go infinite"),
    ] {
        let go = Go::from_limits(limits, Color::Red, dialect, unit);
        assert_eq!(Command::Go(Box::new(go)).write(dialect), line);
    }
}

#[test]
fn an_option_is_set_in_the_words_of_the_dialect() {
    let [ucci, uci, fairy] = DIALECTS.map(|dialect| set("Clear Hash", "h9g7").write(dialect));
    assert_eq!(ucci, "setoption clear_hash h9g7");
    assert_eq!(uci, "setoption name Clear Hash value h9g7");
    assert_eq!(fairy, uci);
}
