//! Runs of games: that they come out as the settings say, go on where they were cut off, and split into shares.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use caipan::position::Line;
use caipan::tournament::{
    EngineSettings, Entry, Head, Journal, Observer, Openings, Past, Plan, RunEnd, Settings,
    SprtSettings, Standings, Termination, read_journal,
};

/// Watches a run, and ends it after so many moves.
#[derive(Default)]
struct Watch<'a> {
    moves: usize,
    most: Option<usize>,
    is_over: Option<&'a AtomicBool>,
}

impl Observer for Watch<'_> {
    fn note(&mut self, entry: &Entry, _: &Plan, _: &Standings) -> io::Result<()> {
        if matches!(entry, Entry::Move(_)) {
            self.moves += 1;
        }
        if let (Some(most), Some(is_over)) = (self.most, self.is_over)
            && self.moves >= most
        {
            is_over.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    fn complain(&mut self, complaint: &str) {
        panic!("{complaint}");
    }
}

fn engine(name: &str, cmd: &str) -> EngineSettings {
    EngineSettings {
        name: name.to_owned(),
        cmd: cmd.to_owned(),
        depth: Some(1),
        ..EngineSettings::default()
    }
}

fn settings(rounds: u32) -> Settings {
    Settings {
        engines: vec![engine("a", "random"), engine("b", "random")],
        rounds,
        concurrency: 2,
        maxmoves: Some(60),
        srand: 7,
        ..Settings::default()
    }
}

fn plan(settings: &Settings, share: (usize, usize)) -> Plan {
    let openings = Openings::new(vec![Line::default()]);
    Plan::new(settings.clone(), openings, share).unwrap()
}

fn head(plan: &Plan) -> Head {
    Head {
        version: "0".to_owned(),
        settings: plan.settings.clone(),
        share: plan.share,
        games: plan.schedule.len(),
        date: "2026-11-30".to_owned(),
    }
}

/// Plays a run, or goes on with it, and gives how it ended.
fn play(plan: &Plan, path: &Path, most: Option<usize>) -> RunEnd {
    let is_over = AtomicBool::new(false);
    let (past, mut journal) = if path.exists() {
        let past = Past::read(path, plan, |_, _| {}).unwrap();
        let journal = Journal::resume(path, past.kept, String::new()).unwrap();
        (past, journal)
    } else {
        let journal = Journal::create(path, &head(plan)).unwrap();
        (Past::none(&plan.settings), journal)
    };
    let mut watch = Watch {
        most,
        is_over: Some(&is_over),
        ..Watch::default()
    };
    plan.run(past, &mut journal, &mut watch, &is_over).unwrap()
}

/// What a journal tells of each game: who played, the moves, and the end.
fn games(path: &Path) -> BTreeMap<usize, Vec<String>> {
    let mut games: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    read_journal(path, |entry| match entry {
        Entry::Start(start) => {
            let known = games.insert(start.game, vec![start.red, start.black]);
            assert_eq!(known, None);
        }
        Entry::Move(entry) => games.get_mut(&entry.game).unwrap().push(entry.mv),
        Entry::Result(result) => {
            let end = format!("{} {}", result.result, result.termination.word());
            games.get_mut(&result.game).unwrap().push(end);
        }
        _ => {}
    })
    .unwrap();
    games
}

#[test]
fn a_run_plays_every_game_once_with_the_colours_of_the_schedule() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.jsonl");
    let plan = plan(&settings(5), (1, 1));
    assert_eq!(play(&plan, &path, None), RunEnd::Finished);
    let games = games(&path);
    assert_eq!(games.len(), 10);
    for (number, game) in &games {
        let names = if number % 2 == 0 {
            ["a", "b"]
        } else {
            ["b", "a"]
        };
        assert_eq!(game[..2], names);
    }
    let past = Past::read(&path, &plan, |_, _| {}).unwrap();
    assert_eq!((past.done.len(), past.open.len()), (10, 0));
    assert_eq!(past.standings.of(0).tally.games(), 10);
    assert_eq!(past.standings.of(0).pairs.pairs(), 5);
    // There is nothing left to play.
    assert_eq!(play(&plan, &path, None), RunEnd::Finished);
    assert_eq!(self::games(&path), games);
}

#[test]
fn a_run_goes_on_inside_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(&settings(15), (1, 1));
    let whole = folder.path().join("whole.jsonl");
    play(&plan, &whole, None);
    let broken = folder.path().join("broken.jsonl");
    let mut stops = 0;
    while play(&plan, &broken, Some(60)) != RunEnd::Finished {
        stops += 1;
        // A line that was being written when the power went.
        let mut bytes = std::fs::read(&broken).unwrap();
        bytes.truncate(bytes.len() - 7 * stops % 40);
        std::fs::write(&broken, bytes).unwrap();
    }
    assert!(stops > 5, "{stops}");
    assert_eq!(games(&broken), games(&whole));
}

#[test]
fn a_journal_keeps_settings_with_fractions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.jsonl");
    let mut settings = settings(1);
    settings.engines[0].st = Some(250);
    settings.engines[1].tc = Some("10+0.1".parse().unwrap());
    settings.sprt = Some(SprtSettings {
        elo0: -2.5,
        ..SprtSettings::default()
    });
    let plan = plan(&settings, (1, 1));
    Journal::create(&path, &head(&plan)).unwrap();
    assert_eq!(caipan::tournament::head(&path).unwrap().settings, settings);
}

#[test]
fn shares_add_up_to_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole.jsonl");
    play(&plan(&settings(6), (1, 1)), &whole, None);
    let mut together = BTreeMap::new();
    for share in 1..=4 {
        let path = folder.path().join(format!("{share}.jsonl"));
        play(&plan(&settings(6), (share, 4)), &path, None);
        together.extend(games(&path));
    }
    assert_eq!(together, games(&whole));
}

#[test]
fn the_bundled_searcher_beats_chance_and_mates() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.jsonl");
    let settings = Settings {
        engines: vec![
            EngineSettings {
                depth: Some(4),
                ..engine("searcher", "builtin")
            },
            engine("chance", "random"),
        ],
        maxmoves: None,
        rounds: 1,
        ..settings(1)
    };
    let plan = plan(&settings, (1, 1));
    assert_eq!(play(&plan, &path, None), RunEnd::Finished);
    let past = Past::read(&path, &plan, |_, _| {}).unwrap();
    assert_eq!(past.standings.of(0).tally.wins, 2);
    read_journal(&path, |entry| {
        if let Entry::Result(result) = entry {
            assert_eq!(result.termination, Termination::Mate);
        }
    })
    .unwrap();
}
