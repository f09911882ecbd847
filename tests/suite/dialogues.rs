//! The client's side of the protocols, against dialogues written as text, as files of `tests/data/dialogues`.
//!
//! The first line is `profile`, a dialect, and words `key=value` in which the profile differs from the default. A line
//! `! request` asks for something, `< text` is what the child says, `@ milliseconds` lets the clock run to that time, and
//! acts on each deadline in between. What comes of it must be exactly what follows: `> text` for each line sent, `= text`
//! for each event. `#` begins a comment.

use std::time::{Duration, Instant};

use caipan::engine::{Answer, BanWay, ChildEvent, Conversation, DialectChoice, Output, Profile};
use caipan::notation::coordinate::Ranks;
use caipan::position::{Line, Position};
use caipan::protocol::{BestMove, Command, Dialect, TimeUnit};
use caipan::text::{Encoding, decode};

fn profile(words: &str) -> Profile {
    let mut profile = Profile::default();
    let mut words = words.split(' ');
    profile.dialect = match words.next() {
        Some("auto") => DialectChoice::Auto,
        Some("uci") => DialectChoice::Uci,
        Some("ucci") => DialectChoice::Ucci,
        Some("cyclone") => DialectChoice::Cyclone,
        other => panic!("dialect {other:?}"),
    };
    for word in words {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        let time = || Duration::from_millis(value.parse().unwrap());
        let (deadlines, quirks) = (&mut profile.deadlines, &mut profile.quirks);
        match key {
            "boot" => deadlines.boot = time(),
            "ready" => deadlines.ready = time(),
            "stop" => deadlines.stop = time(),
            "margin" => deadlines.margin = time(),
            "silence" => deadlines.silence = time(),
            "gbk" => profile.encoding = Encoding::Gb18030,
            "option" => {
                let (name, value) = value.split_once('=').unwrap();
                let option = (name.replace('_', " "), value.to_owned());
                profile.options.push(option);
            }
            "preamble" => quirks.preamble.push(value.to_owned()),
            "ranks" if value == "0-9" => quirks.ranks = Some(Ranks::FromZero),
            "ranks" => quirks.ranks = Some(Ranks::FromOne),
            "bans" if value == "none" => quirks.bans = Some(BanWay::None),
            "bans" if value == "banmoves" => quirks.bans = Some(BanWay::BanMoves),
            "horse-and-elephant" => quirks.horse_and_elephant = true,
            "start-as-fen" => quirks.start_as_fen = true,
            "red-as-r" => quirks.red_as_r = true,
            "most-quiet-plies" => quirks.most_quiet_plies = Some(value.parse().unwrap()),
            "from-last-capture" => quirks.from_last_capture = true,
            "deaf" => quirks.deaf_while_thinking = true,
            "milliseconds" => quirks.milliseconds = true,
            "draw-offers" => quirks.draw_offers = true,
            _ => panic!("profile: {word}"),
        }
    }
    profile
}

/// Reads `POSITION | LIMITS` and asks for a search.
fn think(conversation: &mut Conversation, text: &str, now: Instant) {
    let (position, limits) = text.split_once(" | ").expect("a position and limits");
    let command = |text: &str| Command::read(text, Dialect::Ucci).unwrap();
    let Command::Position(given) = command(&format!("position {position}")) else {
        panic!("{position}");
    };
    let start = given.fen.as_deref().map_or_else(Position::start, |fen| {
        Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
    });
    let mut line = Line::new(start);
    for mv in given.moves {
        line.push(mv).unwrap();
    }
    let Command::Go(go) = command(&format!("go {limits}")) else {
        panic!("{limits}");
    };
    let limits = go.limits(line.position().turn(), TimeUnit::Milliseconds);
    conversation.think(line, limits, now);
}

fn request(conversation: &mut Conversation, text: &str, now: Instant) {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    match word {
        "begin" => conversation.begin(now),
        "think" => think(conversation, rest, now),
        "stop" => conversation.stop(now),
        "ponderhit" => conversation.ponder_hit(rest == "draw", now),
        "newgame" => conversation.new_game(now),
        "set" => {
            let (name, value) = rest.split_once(" = ").unwrap_or((rest, ""));
            conversation.set_option(name, value, now);
        }
        "bound-silence" => {
            let most = Duration::from_millis(rest.parse().expect("milliseconds"));
            conversation.bound_silence(most, now);
        }
        "ready?" => conversation.ask_ready(now),
        "pass" => conversation.pass(rest, None),
        "pass-at-start" => conversation.pass(rest, Some(&Line::default())),
        "quit" => conversation.quit(),
        "ended" => conversation.ended(rest),
        _ => panic!("{text:?} is no request"),
    }
}

fn shown(event: ChildEvent) -> String {
    let line = |bytes: &[u8]| decode(bytes).0.trim_end().to_owned();
    match event {
        ChildEvent::Ready => "ready".to_owned(),
        ChildEvent::Info { line: bytes, .. } => line(&bytes),
        ChildEvent::Done { answer, score } => {
            let answer = match answer {
                Answer::Move(BestMove {
                    best,
                    ponder,
                    draw,
                    resign,
                }) => {
                    let ponder = ponder.map_or(String::new(), |mv| format!(" ponder {mv}"));
                    let draw = if draw { " draw" } else { "" };
                    let resign = if resign { " resign" } else { "" };
                    format!("move {best}{ponder}{draw}{resign}")
                }
                Answer::NoMove => "no move".to_owned(),
                Answer::Resign => "gives up".to_owned(),
                Answer::Unread { said } => format!("unread {said:?}"),
            };
            let score = score.map_or(String::new(), |score| format!(" at {score}"));
            format!("{answer}{score}")
        }
        ChildEvent::Overrun => "overrun".to_owned(),
        ChildEvent::Ranks(Ranks::FromZero) => "ranks 0-9".to_owned(),
        ChildEvent::Ranks(Ranks::FromOne) => "ranks 1-10".to_owned(),
        ChildEvent::Stray { line } => format!("stray: {line}"),
        ChildEvent::Noise { line: bytes } => format!("noise: {}", line(&bytes)),
        ChildEvent::Refused { message } => format!("refused: {message}"),
        ChildEvent::Failed(fault) if fault.is_fatal() => format!("fatal: {fault}"),
        ChildEvent::Failed(fault) => format!("failed: {fault}"),
    }
}

/// Lets the clock run, with a stop at each deadline.
fn run_clock(conversation: &mut Conversation, to: Instant) {
    let mut last = None;
    while let Some(deadline) = conversation.deadline().filter(|deadline| *deadline <= to) {
        assert!(last < Some(deadline), "a deadline stays when it has passed");
        conversation.expire(deadline);
        last = Some(deadline);
    }
    conversation.expire(to);
}

fn outcome(conversation: &mut Conversation) -> Vec<String> {
    std::iter::from_fn(|| conversation.next_output())
        .map(|output| match output {
            Output::Send(bytes) => {
                let text = decode(bytes.strip_suffix(b"\n").expect("a line"))
                    .0
                    .into_owned();
                format!("> {text}").trim_end().to_owned()
            }
            Output::Tell(number, event) => format!("= {number} {}", shown(event)),
            Output::Restart => "= restart".to_owned(),
        })
        .collect()
}

fn run(name: &str, script: &str) {
    let mut lines = script
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let (_, first) = lines.next().expect("a profile");
    let profile = profile(first.strip_prefix("profile ").expect("a profile"));
    let mut conversation = Conversation::new(&profile);
    let start = Instant::now();
    let mut now = start;
    let mut lines = lines.peekable();
    while let Some((number, step)) = lines.next() {
        let at = format!("{name}:{}: {step}", number + 1);
        let (sign, text) = step.split_once(' ').unwrap_or((step, ""));
        match sign {
            "!" => request(&mut conversation, text, now),
            "<" => conversation.hear(format!("{text}\r\n").into_bytes(), now),
            "@" => {
                now = start + Duration::from_millis(text.parse().unwrap());
                run_clock(&mut conversation, now);
            }
            _ => panic!("{at}: no step"),
        }
        let mut expected = Vec::new();
        while let Some((_, line)) = lines.next_if(|(_, line)| line.starts_with(['>', '='])) {
            expected.push(line.trim_end().to_owned());
        }
        assert_eq!(outcome(&mut conversation), expected, "{at}");
    }
}

macro_rules! dialogues {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                let name = stringify!($name);
                run(name, include_str!(concat!("../data/dialogues/", stringify!($name), ".txt")));
            }
        )*

        #[test]
        fn every_dialogue_is_run() {
            assert_eq!(crate::support::data::names("dialogues"), [$(stringify!($name)),*]);
        }
    };
}

dialogues! {
    answers_out_of_turn
    auto_dialect
    bans
    bans_ucci
    bans_untold
    clocks
    deaf_child
    fen_spelling
    foreign_lines
    handshake_faults
    last_capture
    late_go
    milliseconds
    no_move
    noise
    options
    other_game
    ponder
    ponder_ucci
    protection
    ranks
    ranks_against_profile
    ranks_from_zero
    seconds
    silence
    start_as_fen
    stop
    ucci
    uci
    waiting_requests
}
