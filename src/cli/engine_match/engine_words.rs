//! The words of `-engine` and `-each`.

use std::path::Path;

use super::words::Word;
use crate::engine::is_same_option;
use crate::tournament::{EngineSettings, TimeControl, TimeControlError};

const KNOWN: &str = "one of cmd=, name=, args=, dir=, env.NAME=, profile=, proto=, encoding=, init=, initstr=, \
                     option.NAME=, tc=, st=, depth=, plies=, nodes=, timemargin=, restart= and ponder=";

/// Changes an engine as words say.
///
/// # Errors
/// Tells in one line the first word that is wrong.
pub(super) fn apply(engine: &mut EngineSettings, words: &[Word<'_>]) -> Result<(), String> {
    // Who is given a clock here keeps no time for each move from elsewhere, and the other way round.
    let has = |key| words.iter().any(|word| word.key == key);
    match (has("tc"), has("st")) {
        (true, false) => engine.st = None,
        (false, true) => engine.tc = None,
        _ => {}
    }
    // An option may have had another of its names elsewhere.
    let options = words
        .iter()
        .filter_map(|word| word.key.strip_prefix("option."));
    for name in options {
        engine
            .options
            .retain(|known, _| !is_same_option(known, name));
    }
    words.iter().try_for_each(|word| apply_word(engine, word))
}

fn apply_word(engine: &mut EngineSettings, word: &Word<'_>) -> Result<(), String> {
    match word.key {
        "cmd" => engine.cmd = word.text()?,
        "name" => engine.name = word.text()?,
        "args" => {
            let args = shlex::split(&word.text()?);
            engine.args = args.ok_or_else(|| word.fault("quotation marks in pairs"))?;
        }
        "dir" => engine.dir = Some(word.path()?),
        "profile" => engine.profile = Some(word.text()?),
        "proto" => engine.proto = word.name()?,
        "encoding" => engine.encoding = Some(word.name()?),
        "init" => engine.init.push(word.text()?),
        // So cutechess writes several lines in one word.
        "initstr" => {
            let text = word.text()?;
            engine.init.extend(text.split("\\n").map(str::to_owned));
        }
        "tc" => {
            let text = word.text()?;
            let control = (text != "inf").then(|| text.parse::<TimeControl>());
            let expected = |error: TimeControlError| format!("{}, or inf", error.expected);
            engine.tc = (control.transpose()).map_err(|error| word.fault(expected(error)))?;
        }
        "st" => engine.st = Some(word.seconds()?),
        "depth" | "plies" => engine.depth = Some(word.count()?),
        "nodes" => engine.nodes = Some(word.count()?),
        "timemargin" => engine.timemargin = Some(word.whole()?),
        "restart" => engine.restart = word.text()? != "auto" && word.switch()?,
        "ponder" => engine.ponder = word.is_bare() || word.switch()?,
        key => {
            let (map, name) = match (key.strip_prefix("option."), key.strip_prefix("env.")) {
                (Some(name), _) if !name.is_empty() => (&mut engine.options, name),
                (_, Some(name)) if !name.is_empty() => (&mut engine.env, name),
                _ => return Err(word.unknown(KNOWN)),
            };
            map.insert(name.to_owned(), word.text()?);
        }
    }
    Ok(())
}

/// Names the engines that have no name after their program, each unlike all others.
pub(super) fn name_all(engines: &mut [EngineSettings]) {
    for index in 0..engines.len() {
        let engine = &engines[index];
        if !engine.name.is_empty() {
            continue;
        }
        let program = match &engine.profile {
            Some(profile) if engine.cmd.is_empty() => Path::new(profile).file_stem(),
            _ => Path::new(engine.cmd.trim_end_matches(".exe")).file_name(),
        };
        let Some(program) = program.map(|name| name.to_string_lossy().into_owned()) else {
            continue;
        };
        let is_free = |name: &String| engines.iter().all(|engine| engine.name != *name);
        let mut numbered = (2..).map(|number| format!("{program}-{number}"));
        let name = if is_free(&program) {
            Some(program.clone())
        } else {
            numbered.find(is_free)
        };
        engines[index].name = name.unwrap_or_default();
    }
}
