//! Runs of games: that they come out as the settings say, go on where they were cut off, and split into shares.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use caipan::position::Line;
use caipan::stats::Hypothesis;
use caipan::tournament::{
    EngineSettings, Entry, Halt, Head, Journal, Observer, Openings, Past, Plan, RunEnd, RunError,
    Settings, SprtSettings, Standings, Termination, read_journal,
};

use crate::support::journal::games;

/// Watches a run, and ends it after so many moves.
#[derive(Default)]
struct Watch<'a> {
    moves: usize,
    most: Option<usize>,
    halt: Option<&'a Halt>,
}

impl Observer for Watch<'_> {
    fn note(&mut self, entry: &Entry, _: &Plan, _: &Standings) -> io::Result<()> {
        if matches!(entry, Entry::Move(_)) {
            self.moves += 1;
        }
        if let (Some(most), Some(halt)) = (self.most, self.halt)
            && self.moves >= most
        {
            halt.say();
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
    plan.head("2026-11-30".to_owned())
}

/// Plays a run, or goes on with it, and gives how it ended.
fn play(plan: &Plan, path: &Path, most: Option<usize>) -> RunEnd {
    let halt = Halt::default();
    let mut journal = Journal::open(path).unwrap();
    let past = match caipan::tournament::head(path).unwrap() {
        Some(_) => {
            let past = Past::read(path, plan, |_, _| {}).unwrap();
            journal.resume(past.kept, String::new());
            past
        }
        None => {
            journal.begin(&head(plan)).unwrap();
            Past::none(&plan.settings)
        }
    };
    let mut watch = Watch {
        most,
        halt: Some(&halt),
        ..Watch::default()
    };
    plan.run(past, &mut journal, &mut watch, &halt).unwrap()
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
    let mut journal = Journal::open(&path).unwrap();
    journal.begin(&head(&plan)).unwrap();
    let date = String::new();
    journal.write(&[Entry::Resumed { date }]).unwrap();
    let known = caipan::tournament::head(&path).unwrap().unwrap();
    assert_eq!(known.settings, settings);
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

#[test]
fn a_journal_has_one_writer_and_a_first_line_that_was_cut_off_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.jsonl");
    let plan = plan(&settings(1), (1, 1));
    std::fs::write(&path, "{\"run\":{\"vers").unwrap();
    let mut journal = Journal::open(&path).unwrap();
    journal.begin(&head(&plan)).unwrap();
    let fault = Journal::open(&path).map(|_| ()).unwrap_err().to_string();
    assert!(fault.ends_with("found another run that writes it, expected a journal of one run"));
    drop(journal);
    play(&plan, &path, Some(1));
    let fault = Journal::open(&path).unwrap().begin(&head(&plan));
    let fault = fault.unwrap_err().to_string();
    assert!(
        fault.ends_with("expected a new file; -resume goes on with it"),
        "{fault}"
    );
}

/// Watches a run until it can write no more.
struct FullDisk(usize);

impl Observer for FullDisk {
    fn note(&mut self, _: &Entry, _: &Plan, _: &Standings) -> io::Result<()> {
        self.0 = self.0.checked_sub(1).ok_or(io::ErrorKind::StorageFull)?;
        Ok(())
    }

    fn complain(&mut self, _: &str) {}
}

#[test]
fn a_run_that_cannot_be_told_of_ends() {
    let plan = plan(&settings(500), (1, 1));
    let halt = Halt::default();
    let past = Past::none(&plan.settings);
    let end = plan.run(past, &mut Journal::none(), &mut FullDisk(100), &halt);
    assert!(matches!(end, Err(RunError::File(_))), "{end:?}");
}

#[test]
fn a_game_that_was_cut_off_behind_its_last_move_has_its_end() {
    // Of players that tell no score, a rule for drawn games never holds; a limit of moves does.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.jsonl");
    let plan = plan(&settings(1), (1, 1));
    play(&plan, &path, None);
    let whole = games(&path);
    let text = std::fs::read_to_string(&path).unwrap();
    let cut = text.rfind("{\"result\"").unwrap();
    std::fs::write(&path, &text[..cut]).unwrap();
    play(&plan, &path, None);
    assert_eq!(games(&path), whole);
}

#[test]
fn a_test_of_pairs_waits_for_pairs_and_its_answer_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.jsonl");
    let settings = Settings {
        engines: vec![engine("searcher", "builtin"), engine("chance", "random")],
        sprt: Some(SprtSettings {
            elo1: 100.0,
            ..SprtSettings::default()
        }),
        maxmoves: None,
        rounds: 200,
        ..settings(1)
    };
    let plan = plan(&settings, (1, 1));
    let end = play(&plan, &path, None);
    assert_eq!(end, RunEnd::Decided(Hypothesis::H1));
    let past = Past::read(&path, &plan, |_, _| {}).unwrap();
    assert_eq!(past.decided, Some(Hypothesis::H1));
    assert!(past.standings.of(0).pairs.pairs() > 0);
    assert!(past.done.len() < plan.schedule.len());
    let games = self::games(&path).len();
    assert_eq!(play(&plan, &path, None), end);
    assert_eq!(self::games(&path).len(), games);
}

#[test]
fn settings_without_faults_make_a_plan() {
    let wrong = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    let elos = [-200.1, -200.0, -1.0, 0.0, 5.0, 200.0, 200.1];
    let rates = [-0.1, 0.0, f64::MIN_POSITIVE, 0.05, 0.499, 0.5, 1.0];
    let elos: Vec<f64> = wrong.into_iter().chain(elos).collect();
    let rates: Vec<f64> = wrong.into_iter().chain(rates).collect();
    let mut plans = 0;
    for (elo0, elo1) in elos
        .iter()
        .flat_map(|one| elos.iter().map(move |other| (*one, *other)))
    {
        for (alpha, beta) in rates
            .iter()
            .flat_map(|one| rates.iter().map(move |other| (*one, *other)))
        {
            let sprt = SprtSettings {
                elo0,
                elo1,
                alpha,
                beta,
                ..SprtSettings::default()
            };
            let settings = Settings {
                sprt: Some(sprt),
                ..settings(1)
            };
            if settings.faults().is_empty() {
                plans += 1;
                plan(&settings, (1, 1));
            }
        }
    }
    assert_eq!(plans, 10 * 9, "pairs of Elo and of rates that make a test");
}
