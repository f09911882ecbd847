//! A run in a TOML file.
//!
//! ```toml
//! rounds = 100           # the keys are named like the options, but for those of [output] and natural-checks
//! rules = "axf"
//! [openings]
//! file = "builtin"
//! [output]
//! pgn = "games.pgn"
//! [each]                 # for all engines; an engine's own keys win
//! tc = "10+0.1"
//! [[engine]]             # once for each engine
//! cmd = "builtin"
//! depth = 6
//! [engine.options]
//! Hash = 32              # text, a number, true or false
//! ```
//!
//! The writer writes what is not as it is when nothing is said. Without the key `srand` the seed is left open.

use std::path::Path;

use serde::{Deserialize, Deserializer};
use toml::de::{DeTable, DeValue, ValueDeserializer};
use toml::{Spanned, Table, Value};

use crate::engine::{in_our_words, is_same_option};
use crate::text::on_one_line;
use crate::tournament::{EngineSettings, Settings};

/// What a file says.
#[derive(Default, Debug)]
pub(super) struct SettingsFile {
    /// The settings; those for all engines are among those of each.
    pub(super) settings: Settings,
    /// Whether it names the seed.
    pub(super) is_seeded: bool,
    /// What an engine has of which it does not tell.
    pub(super) each: EngineSettings,
}

/// Reads a file of settings.
///
/// # Errors
/// Tells in one line what was found, what was expected and where.
pub(super) fn load(path: &Path) -> Result<SettingsFile, String> {
    let place = path.display();
    let text = fs_err::read_to_string(path).map_err(|error| format!("-config: {error}"))?;
    read(&text).map_err(|fault| format!("{place}{fault}"))
}

fn read(text: &str) -> Result<SettingsFile, String> {
    let mut table = DeTable::parse(text).map_err(|error| wrong(text, "", &error))?;
    expect_tables(text, table.get_ref())?;
    let is_seeded = table.get_ref().contains_key("srand");
    let mut each = table.get_mut().remove("each");
    let mut nothing = DeTable::new();
    let all = match each.as_mut().map(Spanned::get_mut) {
        Some(DeValue::Table(all)) => all,
        _ => &mut nothing,
    };
    stop_clock(all);
    let engines = table.get_mut().get_mut("engine").map(Spanned::get_mut);
    if let Some(DeValue::Array(engines)) = engines {
        for engine in engines.iter_mut().map(Spanned::get_mut) {
            if let DeValue::Table(engine) = engine {
                lay_under(engine, all);
                stop_clock(engine);
            }
        }
    }
    // First, so that its faults are not told as those of an engine.
    let each = match each {
        Some(each) => take(ValueDeserializer::from(each), "each", text)?,
        None => EngineSettings::default(),
    };
    Ok(SettingsFile {
        settings: take(toml::Deserializer::from(table), "", text)?,
        is_seeded,
        each,
    })
}

/// Refuses lists where tables belong, which would be taken for the values of their keys one by one.
fn expect_tables(text: &str, table: &DeTable<'_>) -> Result<(), String> {
    let of_output = table
        .get("output")
        .and_then(|output| output.get_ref().get("pgn-details"));
    let named = ["each", "openings", "draw", "resign", "sprt", "output"];
    let tables = named.map(|key| (key.to_owned(), table.get(key)));
    let details = ("output.pgn-details".to_owned(), of_output);
    let engines = table
        .get("engine")
        .and_then(|engines| engines.get_ref().as_array());
    let engines = engines.into_iter().flatten().enumerate();
    let engines = engines.map(|(index, engine)| (format!("engine[{index}]"), Some(engine)));
    for (key, value) in tables.into_iter().chain([details]).chain(engines) {
        if let Some(list) = value.filter(|value| value.get_ref().is_array()) {
            let line = line_of(text, list.span().start);
            return Err(format!(
                ", line {line}, {key}: found a list, expected a table"
            ));
        }
    }
    Ok(())
}

/// Puts what all engines have where an engine says nothing: nothing of a clock where it has one of its own, and first lines
/// before its own.
fn lay_under<'a>(engine: &mut DeTable<'a>, each: &DeTable<'a>) {
    let has_time = ["tc", "st"].iter().any(|key| engine.contains_key(*key));
    for (key, all) in each {
        let own = engine.get_mut(key).map(Spanned::get_mut);
        match (&**key.get_ref(), own, all.get_ref()) {
            ("tc" | "st", None, _) if has_time => {}
            (_, None, _) => drop(engine.insert(key.clone(), all.clone())),
            ("init", Some(DeValue::Array(own)), DeValue::Array(all)) => {
                let mut lines = all.clone();
                own.iter().for_each(|line| lines.push(line.clone()));
                *own = lines;
            }
            ("env", Some(DeValue::Table(own)), DeValue::Table(all)) => {
                lay_beside(own, all, |name, own| name == own);
            }
            ("options", Some(DeValue::Table(own)), DeValue::Table(all)) => {
                lay_beside(own, all, is_same_option);
            }
            _ => {}
        }
    }
}

/// Puts names and values that all engines have beside those of an engine that are of other names.
fn lay_beside<'a>(own: &mut DeTable<'a>, all: &DeTable<'a>, is_same: impl Fn(&str, &str) -> bool) {
    let is_missing = |name: &str| own.keys().all(|own| !is_same(name, own.get_ref()));
    let missing = all.iter().filter(|(name, _)| is_missing(name.get_ref()));
    let missing: Vec<_> = missing
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    own.extend(missing);
}

/// Takes the word for no clock as nothing.
fn stop_clock(engine: &mut DeTable<'_>) {
    let control = engine.get("tc").map(Spanned::get_ref);
    if matches!(control, Some(DeValue::String(text)) if text == "inf") {
        engine.remove("tc");
    }
}

/// Takes what stands at a place of a file.
fn take<'a, T: Deserialize<'a>>(
    reader: impl Deserializer<'a, Error = toml::de::Error>,
    place: &str,
    text: &str,
) -> Result<T, String> {
    serde_path_to_error::deserialize(reader).map_err(|error| {
        let key = error.path().to_string();
        let keys = [place, &key]
            .into_iter()
            .filter(|key| !["", "."].contains(key));
        wrong(text, &keys.collect::<Vec<_>>().join("."), error.inner())
    })
}

/// Tells what is wrong with a key, and in which line.
fn wrong(text: &str, key: &str, error: &toml::de::Error) -> String {
    let line = error
        .span()
        .map(|span| format!(", line {}", line_of(text, span.start)));
    let place = key;
    let key = match key {
        "" => String::new(),
        key => format!(", {}", on_one_line(key)),
    };
    // The keys of a file are those of the settings, and one that is none of them.
    let message = match error.message().strip_suffix("`engine`") {
        Some(known) if known.starts_with("unknown field ") => format!("{known}`each`, `engine`"),
        _ => error.message().to_owned(),
    };
    let told = in_our_words(&message);
    let told = match hint(place, error.message()) {
        None => told,
        Some(hint) => {
            let (told, _) = told.split_once("; did you mean").unwrap_or((&told, ""));
            format!("{told}; {hint}")
        }
    };
    format!("{}{key}: {told}", line.unwrap_or_default())
}

/// Tells what was probably meant where no name is like it.
fn hint(place: &str, message: &str) -> Option<String> {
    const OF_OUTPUT: [&str; 11] = [
        "format",
        "ratinginterval",
        "scoreinterval",
        "penta",
        "journal",
        "pgn",
        "epd",
        "json",
        "html",
        "log",
        "notation",
    ];
    if place == "engine" && message.starts_with("invalid type: map") {
        return Some("write [[engine]], once for each engine".to_owned());
    }
    if !message.starts_with("unknown field ") {
        return None;
    }
    if place.ends_with(".command") {
        return Some("did you mean cmd?".to_owned());
    }
    let key = place.strip_suffix("out").unwrap_or(place);
    let is_of_output = OF_OUTPUT.contains(&key);
    is_of_output.then(|| format!("did you mean {key} in [output]?"))
}

/// Gives the line, from 1, of what stands at an offset.
fn line_of(text: &str, at: usize) -> usize {
    text.get(..at).unwrap_or(text).matches('\n').count() + 1
}

/// Writes settings; the seed too if it `is_seeded`.
///
/// # Errors
/// Tells of a number that is too great for the format.
pub(super) fn write(settings: &Settings, is_seeded: bool) -> Result<String, toml::ser::Error> {
    let usual = Table::try_from(Settings::default())?;
    let usual_engine = Table::try_from(EngineSettings::default())?;
    let mut all = Table::try_from(settings)?;
    let seed = all.remove("srand");
    let mut table = differences(all, &usual);
    if let Some(Value::Array(engines)) = table.get_mut("engine") {
        for engine in engines.iter_mut().filter_map(Value::as_table_mut) {
            *engine = differences(std::mem::take(engine), &usual_engine);
        }
    }
    if let Some(seed) = seed.filter(|_| is_seeded) {
        table.insert("srand".to_owned(), seed);
    }
    toml::to_string(&table)
}

/// Gives what differs, table by table.
fn differences(table: Table, usual: &Table) -> Table {
    let differing = table
        .into_iter()
        .filter_map(|(key, value)| match (value, usual.get(&key)) {
            (value, Some(usual)) if value == *usual => None,
            (Value::Table(table), Some(Value::Table(usual))) => {
                Some((key, Value::Table(differences(table, usual))))
            }
            (value, _) => Some((key, value)),
        });
    differing.collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::collection::{btree_map, vec};
    use proptest::option;
    use proptest::prelude::*;

    use super::*;
    use crate::tournament::{
        DrawRule, EncodingChoice, Format, MoveDetails, NotationChoice, OnViolation, OpeningFormat,
        OpeningOrder, OpeningSettings, OutputFormat, OutputSettings, Proto, ResignRule, SprtModel,
        SprtSettings, TimeControl,
    };

    fn one_of<T: Copy + std::fmt::Debug>(all: &'static [T]) -> impl Strategy<Value = T> {
        prop::sample::select(all)
    }

    fn path() -> impl Strategy<Value = Option<std::path::PathBuf>> {
        option::of(any::<String>().prop_map(Into::into))
    }

    /// Milliseconds up to a month.
    fn time() -> impl Strategy<Value = u64> {
        0..2_678_400_000_u64
    }

    prop_compose! {
        fn engine()(
            [name, cmd] in any::<[String; 2]>(),
            (args, init) in (vec(any::<String>(), 0..3), vec(any::<String>(), 0..3)),
            (dir, profile) in (path(), any::<Option<String>>()),
            [env, options] in [(); 2].map(|()| btree_map(any::<String>(), any::<String>(), 0..3)),
            proto in one_of(&[Proto::Auto, Proto::Uci, Proto::Ucci, Proto::Cyclone, Proto::Internal]),
            encoding in option::of(one_of(&[EncodingChoice::Utf8, EncodingChoice::Gbk])),
            tc in option::of((option::of(1..u32::MAX), time(), time())),
            (st, timemargin) in (option::of(time()), option::of(0..i64::MAX as u64)),
            (depth, nodes) in (any::<Option<u32>>(), option::of(0..i64::MAX as u64)),
            [restart, ponder] in any::<[bool; 2]>(),
        ) -> EngineSettings {
            let tc = tc.map(|(moves, time, increment)| TimeControl { moves, time: time + 1, increment });
            EngineSettings {
                name, cmd, args, dir, env, profile, proto, encoding, init, options, tc, st, depth, nodes,
                timemargin, restart, ponder,
            }
        }
    }

    prop_compose! {
        fn output()(
            format in one_of(&[OutputFormat::Caipan, OutputFormat::Fastchess, OutputFormat::Cutechess]),
            [ratinginterval, scoreinterval] in any::<[u32; 2]>(),
            [journal, pgn, epd, json, html, log] in [(); 6].map(|()| path()),
            [pgn_append, pgn_min, epd_append, penta] in any::<[bool; 4]>(),
            [timeleft, latency, nodes, seldepth, nps, hashfull, pv] in any::<[bool; 7]>(),
            notation in one_of(&[NotationChoice::Iccs, NotationChoice::Uci, NotationChoice::Wxf, NotationChoice::Chinese]),
            encoding in one_of(&[EncodingChoice::Utf8, EncodingChoice::Gbk]),
        ) -> OutputSettings {
            let pgn_details = MoveDetails { timeleft, latency, nodes, seldepth, nps, hashfull, pv };
            OutputSettings {
                format, ratinginterval, scoreinterval, penta, journal, pgn, pgn_append, pgn_min, pgn_details,
                notation, encoding, epd, epd_append, json, html, log,
            }
        }
    }

    prop_compose! {
        fn openings()(
            file in path(),
            format in option::of(one_of(&[OpeningFormat::Epd, OpeningFormat::Pgn])),
            order in one_of(&[OpeningOrder::Sequential, OpeningOrder::Random]),
            plies in option::of(0..1_000_usize),
            start in 0..1_000_usize,
        ) -> OpeningSettings {
            OpeningSettings { file, format, order, plies, start }
        }
    }

    prop_compose! {
        fn sprt()(
            [elo0, elo1, alpha, beta] in [(); 4].map(|()| prop::num::f64::NORMAL | prop::num::f64::ZERO),
            model in one_of(&[SprtModel::Normalized, SprtModel::Logistic]),
        ) -> SprtSettings {
            SprtSettings { elo0, elo1, alpha, beta, model }
        }
    }

    prop_compose! {
        fn settings()(
            [event, site, rules] in any::<[String; 3]>(),
            tournament in one_of(&[Format::RoundRobin, Format::Gauntlet]),
            [rounds, games] in any::<[u32; 2]>(),
            [repeat, noswap, reverse, bans, recover, check_mate_pvs] in any::<[bool; 6]>(),
            [seeds, concurrency] in [(); 2].map(|()| 0..1_000_usize),
            [srand, startup_ms, newgame_ms, ping_ms, stall_ms, wait] in [(); 6].map(|()| 0..i64::MAX as u64),
            repetition_count in option::of(0..1_000_usize),
            [natural_limit, natural_checks, maxmoves] in any::<[Option<u32>; 3]>(),
            on_violation in one_of(&[OnViolation::Lose, OnViolation::Warn, OnViolation::Forbid]),
            draw in any::<Option<[u32; 3]>>(),
            resign in any::<Option<(u32, u32, bool)>>(),
            (openings, sprt, output) in (openings(), option::of(sprt()), output()),
            use_affinity in option::of(vec(0..1_000_usize, 0..4)),
            engines in vec(engine(), 0..4),
        ) -> Settings {
            let draw = draw.map(|[movenumber, movecount, score]| DrawRule { movenumber, movecount, score });
            let resign = resign.map(|(movecount, score, twosided)| ResignRule { movecount, score, twosided });
            Settings {
                event, site, tournament, seeds, rounds, games, repeat, noswap, reverse, concurrency, srand, rules,
                repetition_count, natural_limit, natural_checks, on_violation, bans, maxmoves, draw, resign, openings, sprt, recover,
                use_affinity, startup_ms, newgame_ms, ping_ms, stall_ms, wait, check_mate_pvs, output, engines,
            }
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(settings in settings(), is_seeded: bool) {
            let text = write(&settings, is_seeded).unwrap();
            let srand = if is_seeded { settings.srand } else { 0 };
            let file = read(&text).unwrap();
            prop_assert_eq!(file.settings, Settings { srand, ..settings });
            prop_assert_eq!(file.is_seeded, is_seeded);
            prop_assert_eq!(file.each, EngineSettings::default());
        }
    }

    #[test]
    fn only_what_is_unusual_is_written() {
        assert_eq!(write(&Settings::default(), false).unwrap(), "");
        let mut settings = Settings {
            rounds: 5,
            engines: vec![EngineSettings {
                options: BTreeMap::from([("Hash".to_owned(), "1".to_owned())]),
                ..EngineSettings::default()
            }],
            ..Settings::default()
        };
        settings.output.pgn = Some("a.pgn".into());
        let text = "rounds = 5\nsrand = 0\n\n[output]\npgn = \"a.pgn\"\n\n[[engine]]\n\n[engine.options]\nHash = \"1\"\n";
        assert_eq!(write(&settings, true).unwrap(), text);
    }

    #[test]
    fn what_was_meant_is_told_where_no_name_is_like_it() {
        let outputs = [
            ("pgnout = \"a\"", "pgn"),
            ("epdout = \"a\"", "epd"),
            ("jsonout = \"a\"", "json"),
            ("htmlout = \"a\"", "html"),
            ("journal = \"a\"", "journal"),
            ("log = \"a\"", "log"),
            ("format = \"a\"", "format"),
            ("notation = \"a\"", "notation"),
            ("ratinginterval = 1", "ratinginterval"),
            ("scoreinterval = 1", "scoreinterval"),
            ("penta = true", "penta"),
        ]
        .map(|(text, key)| (text, format!("; did you mean {key} in [output]?")));
        let others = [
            (
                "[engine]\ncmd = \"a\"",
                "; write [[engine]], once for each engine",
            ),
            ("[[engine]]\ncommand = \"a\"", "; did you mean cmd?"),
            ("[each]\ncommand = \"a\"", "; did you mean cmd?"),
        ]
        .map(|(text, hint)| (text, hint.to_owned()));
        for (text, hint) in outputs.into_iter().chain(others) {
            let told = read(text).unwrap_err();
            assert!(told.ends_with(&hint), "{told}");
            assert_eq!(told.matches("; ").count(), 1, "{told}");
        }
    }

    #[test]
    fn options_are_text_however_they_are_written() {
        let text = "[each.options]\nPonder = false\n[[engine]]\n[engine.options]\nHash = 8\nOwnBook = true\nName = \"x\"";
        let expected = [
            ("Hash", "8"),
            ("Name", "x"),
            ("OwnBook", "true"),
            ("Ponder", "false"),
        ];
        let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let file = read(text).unwrap();
        assert_eq!(file.settings.engines[0].options, BTreeMap::from(expected));
        let fault = read("[[engine]]\n[engine.options]\nHash = [1, 2]").unwrap_err();
        let expected = ", line 3, engine[0].options.Hash: found another value, expected a text, a whole number, true or false";
        assert_eq!(fault, expected);
    }

    #[test]
    fn faults_are_told_with_line_and_key() {
        for (text, fault) in [
            (
                "rounds = ",
                ", line 1: string values must be quoted, expected literal string",
            ),
            (
                "\nrounds = -1",
                ", line 2, rounds: found integer `-1`, expected a whole number from 0 to 4294967295",
            ),
            (
                "bans = 1",
                ", line 1, bans: found integer `1`, expected a boolean",
            ),
            (
                "[sprt]\nelo1 = \"x\"",
                ", line 2, sprt.elo1: found string \"x\", expected a number",
            ),
            (
                "[[engine]]\ncmd = \"a\"\ntc = \"x\"",
                ", line 3, engine[0].tc: found \"x\", expected [moves/][minutes:]seconds[+increment], as 40/60+0.5 or 10+0.1",
            ),
            (
                "[[engine]]\nst = -1",
                ", line 2, engine[0].st: found -1, expected seconds, at most 2678400",
            ),
            (
                "[[engine]]\nproto = \"x\"",
                ", line 2, engine[0].proto: found `x`, expected one of `auto`, `uci`, `ucci`, `cyclone`, `internal`",
            ),
            (
                "[draw]\nfoo = 1",
                ", line 2, draw.foo: found the key `foo`, expected one of `movenumber`, `movecount`, `score`",
            ),
            (
                "[[engine]]\ntc = \"0+0.1\"",
                ", line 2, engine[0].tc: found \"0+0.1\", expected more than 0 seconds beside the increment",
            ),
        ] {
            assert_eq!(read(text).unwrap_err(), fault);
        }
    }
}
