//! What keeps a run from beginning.

use std::path::{Path, PathBuf};

use super::{EngineSettings, Format, OpeningSettings, Proto, Settings};
use crate::engine::is_same_option;
use crate::ruling::{NaturalLimit, RuleSet};
use crate::stats::MAX_ELO;
use crate::text::on_one_line;

/// How many games may run at the same time: each has a thread, and two engines.
const MOST_GAMES_AT_ONCE: usize = 1024;

/// What was found wrong so far.
#[derive(Default)]
struct Faults(Vec<String>);

impl Faults {
    /// Notes a fault unless the condition holds.
    fn expect(&mut self, holds: bool, fault: impl FnOnce() -> String) {
        if !holds {
            self.0.push(fault());
        }
    }

    /// Expects 1 or more.
    fn expect_some(&mut self, name: &str, found: u64) {
        self.expect(found > 0, || format!("{name}: found 0, expected 1 or more"));
    }

    /// Expects a number that a file of settings can hold.
    fn expect_writable(&mut self, name: &str, found: u64) {
        let most = Settings::MOST;
        self.expect(found <= most, || {
            format!("{name}: found {found}, expected {most} at most")
        });
    }

    /// Expects what a line can hold.
    fn expect_line(&mut self, name: &str, found: &str, what: &str) {
        self.expect(!found.contains(char::is_control), || {
            format!("{name}: found {found:?}, expected {what} without control characters")
        });
    }

    /// Expects that a path, if there is one, leads somewhere.
    fn expect_path(&mut self, name: &str, found: Option<&PathBuf>) {
        let Some(path) = found.map(|path| path.to_string_lossy()) else {
            return;
        };
        self.expect(!path.is_empty(), || {
            format!("{name}: found nothing, expected a path")
        });
        self.expect_line(name, &path, "a path");
    }
}

impl Settings {
    /// The greatest number that a file of settings can hold.
    pub const MOST: u64 = i64::MAX as u64;

    /// How many processors are known by their numbers, from 0: more than any machine has.
    pub const PROCESSORS: usize = 4096;

    /// Lists all that keeps the run from beginning, each fault on a line: what was found, what was expected and where.
    /// This judges values wherever they were written: a command line, a file of settings and the head of a journal.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Faults::default();
        let count = self.engines.len();
        faults.expect(count >= 2, || {
            format!("engines: found {count}, expected two or more")
        });
        [faults.0, self.faults_of_values()].concat()
    }

    /// Lists all of these but that there are too few engines: others may come yet.
    #[must_use]
    pub fn faults_of_values(&self) -> Vec<String> {
        let mut faults = Faults::default();
        faults.expect_line("event", &self.event, "a name");
        faults.expect_line("site", &self.site, "a name");
        self.judge_rules(&mut faults);
        self.judge_files(&mut faults);
        self.judge_schedule(&mut faults);
        self.judge_test(&mut faults);
        for (index, engine) in self.engines.iter().enumerate() {
            let who = match &*engine.name {
                "" => format!("engine {}", index + 1),
                name => format!("engine {}", on_one_line(name)),
            };
            let is_other = |other: &EngineSettings| other.name != engine.name;
            let is_alone = self.engines[..index].iter().all(is_other);
            faults.expect(is_alone, || {
                format!("{who}: found the name twice, expected another for each")
            });
            engine.judge(&who, &mut faults);
        }
        faults.0
    }

    fn judge_rules(&self, faults: &mut Faults) {
        let is_known = RuleSet::by_name(&self.rules).is_some();
        faults.expect(is_known, || {
            let names = RuleSet::NAMES.join(", ");
            format!("rules: found {:?}, expected one of {names}", self.rules)
        });
        let counts = RuleSet::COUNTS;
        if let Some(found) = self.repetition_count {
            faults.expect(counts.contains(&found), || {
                let (least, most) = (counts.start(), counts.end());
                format!("repetition-count: found {found}, expected {least} to {most}")
            });
        }
        for (name, found) in [
            ("natural-limit", self.natural_limit),
            ("natural-checks", self.natural_checks),
        ] {
            let (found, most) = (found.unwrap_or_default(), NaturalLimit::MOST_PLIES);
            faults.expect(found <= most, || {
                format!("{name}: found {found}, expected 0 to {most}")
            });
        }
        faults.expect(self.maxmoves != Some(0), || {
            "maxmoves: found 0, expected 1 or more, or none for no limit".to_owned()
        });
        if let Some(draw) = &self.draw {
            faults.expect_some("draw movecount", draw.movecount.into());
        }
        if let Some(resign) = &self.resign {
            faults.expect_some("resign movecount", resign.movecount.into());
            faults.expect_some("resign score", resign.score.into());
        }
    }

    fn outputs(&self) -> [(&'static str, &Option<PathBuf>); 6] {
        let output = &self.output;
        [
            ("journal", &output.journal),
            ("pgn", &output.pgn),
            ("epd", &output.epd),
            ("json", &output.json),
            ("html", &output.html),
            ("log", &output.log),
        ]
    }

    /// Tells which of the outputs would be written to this file.
    #[must_use]
    pub fn overwrites(&self, path: &Path) -> Option<&'static str> {
        let is_same = |output: &Option<PathBuf>| {
            let output = output.as_deref();
            output.is_some_and(|output| place(output) == place(path))
        };
        let same = self
            .outputs()
            .into_iter()
            .find(|(_, output)| is_same(output));
        same.map(|(name, _)| name)
    }

    fn judge_files(&self, faults: &mut Faults) {
        let has_openings = self.openings.file.is_some();
        faults.expect(
            has_openings || self.openings == OpeningSettings::default(),
            || "openings: found no file, expected a path or builtin".to_owned(),
        );
        let ending = self.openings.file.as_deref().and_then(Path::extension);
        let unread = ["xqf", "cbl", "cbr"]
            .iter()
            .find(|unread| ending.is_some_and(|ending| ending.eq_ignore_ascii_case(unread)));
        if let (Some(unread), None) = (unread, self.openings.format) {
            faults.expect(false, || {
                format!("openings: found a file of {unread}, which is not read yet, expected FEN, EPD or PGN")
            });
        }
        let [journal, pgn, epd, json, html, log] = self.outputs();
        let openings = ("openings", &self.openings.file);
        let files = [openings, journal, pgn, epd, json, html, log];
        for (index, (name, path)) in files.iter().enumerate() {
            faults.expect_path(name, path.as_ref());
            let place = path.as_deref().map(place);
            let is_same =
                |other: &&(_, &Option<PathBuf>)| other.1.as_deref().map(self::place) == place;
            let same = files[..index].iter().find(is_same);
            if let (Some((other, _)), Some(path)) = (same, path) {
                let fault =
                    format!("{name}: found {path:?}, the file of {other}, expected another");
                faults.expect(false, || fault);
            }
        }
        for engine in self.engines.iter().filter(|engine| !engine.is_internal()) {
            // A program that is named alone is looked for elsewhere.
            let program = Path::new(&engine.cmd);
            let program = Some(program).filter(|path| path.components().count() > 1);
            for path in program
                .into_iter()
                .chain(engine.profile.as_deref().map(Path::new))
            {
                if let Some(name) = self.overwrites(path) {
                    faults.expect(false, || {
                        format!(
                            "{name}: found {path:?}, which is of an engine, expected another file"
                        )
                    });
                }
            }
        }
    }

    fn judge_schedule(&self, faults: &mut Faults) {
        faults.expect(self.concurrency <= MOST_GAMES_AT_ONCE, || {
            let found = self.concurrency;
            format!("concurrency: found {found}, expected {MOST_GAMES_AT_ONCE} at most")
        });
        for (name, found) in [
            ("rounds", u64::from(self.rounds)),
            ("games", u64::from(self.games)),
            ("concurrency", self.concurrency as u64),
            ("openings start", self.openings.start as u64),
        ] {
            faults.expect_some(name, found);
        }
        let (count, seeds) = (self.engines.len(), self.seeds);
        match self.tournament {
            Format::Gauntlet => faults.expect(seeds > 0 && (count < 2 || seeds < count), || {
                format!(
                    "seeds: found {seeds}, expected fewer than the {count} engines, and one at least"
                )
            }),
            Format::RoundRobin => faults.expect(seeds == 1, || {
                format!("seeds: found {seeds} in a round robin, expected a gauntlet")
            }),
        }
        let most_pairs = (count as u64).saturating_mul(count as u64);
        let of_pair = u64::from(self.rounds) * u64::from(self.games);
        let is_countable = most_pairs.checked_mul(of_pair);
        faults.expect(is_countable.is_some_and(|all| all <= Self::MOST), || {
            let (rounds, games) = (self.rounds, self.games);
            format!("rounds: found {rounds} of {games} games, expected fewer than can be counted")
        });
        for (name, found) in [
            ("srand", self.srand),
            ("wait", self.wait),
            ("startup-ms", self.startup_ms),
            ("newgame-ms", self.newgame_ms),
            ("ping-ms", self.ping_ms),
            ("stall-ms", self.stall_ms),
            ("openings start", self.openings.start as u64),
            (
                "openings plies",
                self.openings.plies.unwrap_or_default() as u64,
            ),
        ] {
            faults.expect_writable(name, found);
        }
        let processors = self.use_affinity.iter().flatten();
        if let Some(found) = processors.max().filter(|most| **most >= Self::PROCESSORS) {
            let most = Self::PROCESSORS - 1;
            faults.expect(false, || {
                format!("use-affinity: found {found}, expected 0 to {most}")
            });
        }
    }

    fn judge_test(&self, faults: &mut Faults) {
        let (Some(sprt), count) = (&self.sprt, self.engines.len()) else {
            return;
        };
        faults.expect(count <= 2, || {
            format!("sprt: found {count} engines, expected two")
        });
        let (elo0, elo1) = (sprt.elo0, sprt.elo1);
        let is_finite = elo0.is_finite() && elo1.is_finite();
        faults.expect(is_finite && elo0 < elo1, || {
            format!("sprt: found elo0={elo0} and elo1={elo1}, expected two numbers, the first less")
        });
        for (name, elo) in [("elo0", elo0), ("elo1", elo1)] {
            faults.expect(!elo.is_finite() || elo.abs() <= MAX_ELO, || {
                format!("sprt {name}: found {elo}, expected -{MAX_ELO} to {MAX_ELO}")
            });
        }
        for (name, rate) in [("alpha", sprt.alpha), ("beta", sprt.beta)] {
            faults.expect(rate > 0.0 && rate < 0.5, || {
                format!("sprt {name}: found {rate}, expected more than 0 and less than 0.5")
            });
        }
    }
}

/// Gives where a path leads, which may not be there yet: many are written for one place.
fn place(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let in_folder = || Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?));
    let place = path.canonicalize().ok().or_else(in_folder);
    place.unwrap_or(path)
}

impl EngineSettings {
    fn judge(&self, who: &str, faults: &mut Faults) {
        faults.expect_line(&format!("{who}: name"), &self.name, "a name");
        faults.expect(!self.cmd.is_empty() || self.profile.is_some(), || {
            format!("{who}: found no cmd, expected the path of a program, builtin or random")
        });
        faults.expect_path(&format!("{who}: dir"), self.dir.as_ref());
        faults.expect(self.tc.is_none() || self.st.is_none(), || {
            format!("{who}: found tc and st, expected one of them")
        });
        let is_limited = self.tc.is_some()
            || self.st.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.cmd == "random";
        faults.expect(is_limited, || {
            format!("{who}: found no limit, expected tc, st, depth or nodes")
        });
        let of_process = !self.is_internal() || self.args.is_empty() && self.init.is_empty();
        faults.expect(of_process, || {
            format!(
                "{who}: found args or init, expected none for an engine that is part of the program"
            )
        });
        faults.expect(self.is_internal() || self.proto != Proto::Internal, || {
            format!("{who}: found proto=internal, expected cmd=builtin or cmd=random with it")
        });
        for (name, found) in [
            ("st", self.st),
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
        ] {
            faults.expect(found != Some(0), || {
                format!("{who}: found {name}=0, expected more")
            });
        }
        for (name, found) in [("nodes", self.nodes), ("timemargin", self.timemargin)] {
            faults.expect_writable(&format!("{who}: {name}"), found.unwrap_or_default());
        }
        for (index, (name, value)) in self.options.iter().enumerate() {
            faults.expect_line(&format!("{who}: options"), name, "a name");
            let place = format!("{who}: option {}", on_one_line(name));
            faults.expect_line(&place, value, "a value");
            faults.expect(!name.is_empty(), || {
                format!("{who}: options: found the name {name:?}, expected one with letters")
            });
            let mut others = self.options.keys().take(index);
            if let Some(other) = others.find(|other| is_same_option(other, name)) {
                let fault =
                    format!("{who}: options: found {other:?} and {name:?}, expected one of them");
                faults.expect(false, || fault);
            }
        }
        for name in self.env.keys() {
            faults.expect(!name.is_empty() && !name.contains(['=', '\0']), || {
                format!("{who}: env: found the name {name:?}, expected one without =")
            });
        }
    }
}
