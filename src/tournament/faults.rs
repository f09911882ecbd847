//! What keeps a run from beginning.

use super::{EngineSettings, Format, OpeningSettings, Proto, Settings};
use crate::ruling::{NaturalLimit, RuleSet};

/// How many games may run at the same time: each has a thread, and two engines.
const MOST_GAMES_AT_ONCE: usize = 1024;

impl Settings {
    /// Lists all that keeps the run from beginning, each fault on a line: what was found, what was expected and where.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut expect = |holds: bool, fault: String| {
            if !holds {
                faults.push(fault);
            }
        };
        let count = self.engines.len();
        expect(
            count >= 2,
            format!("engines: found {count}, expected two or more"),
        );
        let is_known = RuleSet::by_name(&self.rules).is_some();
        let names = RuleSet::NAMES.join(", ");
        expect(
            is_known,
            format!("rules: found {:?}, expected one of {names}", self.rules),
        );
        let counts = RuleSet::COUNTS;
        if let Some(found) = self.repetition_count {
            let fault = format!(
                "repetition-count: found {found}, expected {} to {}",
                counts.start(),
                counts.end()
            );
            expect(counts.contains(&found), fault);
        }
        for (name, found) in [
            ("natural-limit", self.natural_limit),
            ("natural-checks", self.natural_checks),
        ] {
            let (found, most) = (found.unwrap_or_default(), NaturalLimit::MOST_PLIES);
            let fault = format!("{name}: found {found}, expected 0 to {most}");
            expect(found <= most, fault);
        }
        expect(
            self.maxmoves != Some(0),
            "maxmoves: found 0, expected 1 or more, or none for no limit".to_owned(),
        );
        let has_openings = self.openings.file.is_some();
        expect(
            has_openings || self.openings == OpeningSettings::default(),
            "openings: found no file, expected a path or builtin".to_owned(),
        );
        let output = &self.output;
        let files = [
            ("openings", &self.openings.file),
            ("journal", &output.journal),
            ("pgn", &output.pgn),
            ("epd", &output.epd),
            ("json", &output.json),
            ("html", &output.html),
            ("log", &output.log),
        ];
        for (index, (name, path)) in files.iter().enumerate() {
            let same = files[..index].iter().find(|other| other.1 == *path);
            if let (Some((other, _)), Some(path)) = (same, path) {
                let fault =
                    format!("{name}: found {path:?}, the file of {other}, expected another");
                expect(false, fault);
            }
        }
        expect(
            self.concurrency <= MOST_GAMES_AT_ONCE,
            format!(
                "concurrency: found {}, expected {MOST_GAMES_AT_ONCE} at most",
                self.concurrency
            ),
        );
        for (name, found) in [
            ("rounds", u64::from(self.rounds)),
            ("games", u64::from(self.games)),
            ("concurrency", self.concurrency as u64),
            ("openings start", self.openings.start as u64),
        ] {
            expect(found > 0, format!("{name}: found 0, expected 1 or more"));
        }
        let is_gauntlet = self.tournament == Format::Gauntlet;
        let fault = format!(
            "seeds: found {}, expected fewer than the {count} engines, and one at least",
            self.seeds
        );
        expect(
            !is_gauntlet || (1..count.max(2)).contains(&self.seeds),
            fault,
        );
        if let Some(sprt) = &self.sprt {
            let fault = format!("sprt: found {count} engines, expected two");
            expect(count == 2, fault);
            let fault = format!(
                "sprt: found elo0={} and elo1={}, expected elo0 less than elo1",
                sprt.elo0, sprt.elo1
            );
            expect(sprt.elo0 < sprt.elo1, fault);
            for (name, rate) in [("alpha", sprt.alpha), ("beta", sprt.beta)] {
                let fault =
                    format!("sprt {name}: found {rate}, expected more than 0 and less than 0.5");
                expect(rate > 0.0 && rate < 0.5, fault);
            }
        }
        for (index, engine) in self.engines.iter().enumerate() {
            let who = match &*engine.name {
                "" => format!("engine {}", index + 1),
                name => format!("engine {name}"),
            };
            let is_other = |other: &EngineSettings| other.name != engine.name;
            expect(
                self.engines[..index].iter().all(is_other),
                format!("{who}: found the name twice, expected another for each"),
            );
            expect(
                !engine.cmd.is_empty() || engine.profile.is_some(),
                format!("{who}: found no cmd, expected the path of a program, builtin or random"),
            );
            let is_limited = engine.tc.is_some()
                || engine.st.is_some()
                || engine.depth.is_some()
                || engine.nodes.is_some()
                || engine.cmd == "random";
            expect(
                engine.tc.is_none() || engine.st.is_none(),
                format!("{who}: found tc and st, expected one of them"),
            );
            expect(
                is_limited,
                format!("{who}: found no limit, expected tc, st, depth or nodes"),
            );
            let of_process =
                !engine.is_internal() || engine.args.is_empty() && engine.init.is_empty();
            expect(
                of_process,
                format!(
                    "{who}: found args or init, expected none for an engine that is part of the program"
                ),
            );
            expect(
                engine.is_internal() || engine.proto != Proto::Internal,
                format!("{who}: found proto=internal, expected cmd=builtin or cmd=random with it"),
            );
            for (name, found) in [
                ("st", engine.st),
                ("depth", engine.depth.map(u64::from)),
                ("nodes", engine.nodes),
            ] {
                expect(
                    found != Some(0),
                    format!("{who}: found {name}=0, expected more"),
                );
            }
        }
        faults
    }
}
