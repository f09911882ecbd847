//! The reduced forms of the matches of `scripts/accept-searcher`, bounded by nodes so that each run plays the same games.

use std::path::Path;
use std::process::Command;

use super::support::journal::games;

/// Plays a match of 20 games at so many nodes a move, and gives the names of red and black and the end of each.
fn play(opponent: &str, nodes: u32) -> Vec<[String; 3]> {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("journal");
    let run = Command::new(env!("CARGO_BIN_EXE_caipan"))
        .args(["match", "-engine", "cmd=builtin", "name=caipan", "-engine"])
        .args(opponent.split(' '))
        .args([
            "-each",
            &format!("nodes={nodes}"),
            "-rounds",
            "10",
            "-concurrency",
            "2",
        ])
        .args([
            "-srand",
            "6",
            "-openings",
            "file=builtin",
            "order=random",
            "-journal",
        ])
        .arg(&journal)
        .output()
        .unwrap();
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    read(&journal)
}

fn read(journal: &Path) -> Vec<[String; 3]> {
    let ends = games(journal).into_values().map(|mut game| {
        let end = game.pop().unwrap();
        let black = game.swap_remove(1);
        [game.swap_remove(0), black, end]
    });
    ends.collect()
}

/// Gives twice the points of caipan.
fn points(games: &[[String; 3]]) -> usize {
    let of_game = |[red, _, end]: &[String; 3]| match (&**red == "caipan", end.split(' ').next()) {
        (true, Some("1-0")) | (false, Some("0-1")) => 2,
        (_, Some("1/2-1/2")) => 1,
        _ => 0,
    };
    games.iter().map(of_game).sum()
}

/// Gives the games that caipan lost by anything but mate or stalemate: by a ruling, as a rule.
fn lost_by_fault(games: &[[String; 3]]) -> Vec<&[String; 3]> {
    let is_lost = |[red, black, end]: &&[String; 3]| {
        let lost = match &end[..3] {
            "0-1" => red == "caipan",
            "1-0" => black == "caipan",
            _ => false,
        };
        lost && !end.ends_with("mate")
    };
    games.iter().filter(is_lost).collect()
}

#[test]
fn fairy_stockfish_is_beaten_in_about_the_same_time() {
    let games = play(
        "cmd=/usr/games/fairy-stockfish name=fairy nodes=3000",
        9_000,
    );
    assert!(points(&games) >= 26, "{games:?}");
    assert!(lost_by_fault(&games).is_empty(), "{games:?}");
}

#[test]
fn fast_games_are_not_lost_by_a_ruling() {
    let games = play("cmd=builtin name=itself nodes=700", 500);
    assert!(lost_by_fault(&games).is_empty(), "{games:?}");
}

#[test]
fn the_network_beats_the_hand_made_evaluation() {
    let games = play("cmd=builtin name=hand-made option.Use_NNUE=false", 1_500);
    assert!(points(&games) > 20, "{games:?}");
}
