use std::fs;

use super::*;

fn load(settings: &OpeningSettings) -> Result<Openings, OpeningsError> {
    Openings::load(settings, &RuleSet::default(), 7)
}

fn of_file(
    name: &str,
    content: &str,
    change: impl Fn(&mut OpeningSettings),
) -> Result<Openings, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    let mut settings = OpeningSettings {
        file: Some(path),
        ..OpeningSettings::default()
    };
    change(&mut settings);
    let place = format!("{}/", folder.path().display());
    load(&settings).map_err(|error| error.to_string().replace(&place, ""))
}

fn lengths(openings: &Openings) -> Vec<usize> {
    (0..openings.len())
        .map(|index| openings.get(index).len())
        .collect()
}

/// Openings of 0, 1, 2 and 3 plies.
const LIST: &str =
    "startpos\nstartpos moves h2e2\nstartpos moves h2e2 h9g7\nstartpos moves h2e2 h9g7 h0g2\n";

#[test]
fn without_a_file_a_game_begins_at_the_start() {
    let openings = load(&OpeningSettings::default()).unwrap();
    assert_eq!((openings.len(), openings.get(5)), (1, &Line::default()));
}

#[test]
fn openings_come_in_order_from_the_number_named() {
    let openings = of_file("a.txt", LIST, |settings| settings.start = 3).unwrap();
    assert_eq!(lengths(&openings), [2, 3, 0, 1]);
    assert_eq!(openings.get(4), openings.get(0));
    let openings = of_file("a.txt", LIST, |settings| settings.plies = Some(1)).unwrap();
    assert_eq!(lengths(&openings), [0, 1, 1, 1]);
}

#[test]
fn the_seed_gives_the_order() {
    let shuffled = |seed, start| {
        let settings = OpeningSettings {
            file: Some("builtin".into()),
            order: OpeningOrder::Random,
            start,
            ..OpeningSettings::default()
        };
        Openings::load(&settings, &RuleSet::default(), seed)
            .unwrap()
            .lines
    };
    let first = shuffled(1, 1);
    assert_eq!(first, shuffled(1, 1));
    assert_ne!(first, shuffled(2, 1));
    assert_eq!(first[1..], shuffled(1, 2)[..first.len() - 1]);
}

#[test]
fn games_are_taken_up_to_a_ply() {
    let games = "[Red \"a\"]\n1. h2e2 h9g7 2. h0g2 *\n\n[Red \"b\"]\n1. 炮二平五 *\n";
    let two = |settings: &mut OpeningSettings| settings.plies = Some(2);
    assert_eq!(lengths(&of_file("a.PGN", games, two).unwrap()), [2, 1]);
    let told = |settings: &mut OpeningSettings| settings.format = Some(OpeningFormat::Pgn);
    assert_eq!(lengths(&of_file("a.txt", games, told).unwrap()), [3, 1]);
}

#[test]
fn faults_are_told_with_their_place() {
    let plain = |_: &mut OpeningSettings| {};
    let mated = "startpos\n3k5/3R5/9/9/9/9/9/9/9/3RK4 b\n";
    let repeated = format!("startpos moves{}", " b0c2 b9c7 c2b0 c7b9".repeat(3));
    for (name, content, fault) in [
        (
            "a",
            "",
            "openings: a: found no opening, expected one or more",
        ),
        (
            "a",
            "\nstartpos x",
            "openings: a, line 2: found \"x\" behind the position, expected moves or EPD operations that end with ;",
        ),
        (
            "a.pgn",
            "[Red \"a\"]\n\n1. h2e2 {",
            "openings: a.pgn, line 3: a comment opens here and the game ends before it closes, expected } or )",
        ),
        (
            "a",
            mated,
            "openings: a, line 2: found a game that is over (Red wins by mate), expected one that goes on",
        ),
        (
            "a",
            &repeated,
            "openings: a, line 1: found a game that is over (Draw by the ruling of a repetition), expected one that goes on; plies=N takes its first N plies alone",
        ),
    ] {
        assert_eq!(of_file(name, content, plain).unwrap_err(), fault);
    }
    let late = of_file("a", LIST, |settings| settings.start = 5).unwrap_err();
    assert_eq!(
        late,
        "openings start: found 5, expected 1 to 4, the openings of a"
    );
}
