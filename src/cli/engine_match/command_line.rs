//! The options to settings.

use clap::ArgMatches;

use super::run::Switches;
use super::settings_file::SettingsFile;
use super::words::Word;
use super::{engine_words, options, settings_file, settings_words};
use crate::tournament::{EngineSettings, Settings};

/// A run as the command line and the file that it names tell it.
#[derive(Debug)]
pub(super) struct CommandLine {
    pub(super) settings: Settings,
    pub(super) switches: Switches,
    /// Whether only the settings are asked for.
    pub(super) is_print: bool,
}

impl CommandLine {
    /// Reads the file of settings if there is one, then the options over it. Without a file the options stand over what is
    /// known of the run, if it has begun; with one its seed alone is, where nobody names another.
    ///
    /// # Errors
    /// Tells in one line the first option that is wrong, or what is wrong with the file.
    pub(super) fn read(matches: &ArgMatches, known: Option<&Settings>) -> Result<Self, String> {
        let config = words(matches, "config");
        let config = config
            .first()
            .map(|word| Word::alone("-config", word, "file").path());
        let config = config.transpose()?;
        let SettingsFile {
            mut settings,
            is_seeded,
            each,
        } = match &config {
            Some(path) => settings_file::load(path)?,
            None => SettingsFile {
                settings: known.cloned().unwrap_or_default(),
                ..SettingsFile::default()
            },
        };
        if let (Some(known), false) = (known, is_seeded) {
            settings.srand = known.srand;
        }
        let mut switches = Switches {
            resume: matches.get_flag("resume"),
            is_seeded: is_seeded || known.is_some() || matches.contains_id("srand"),
            ..Switches::default()
        };
        let given = |name: &&str| matches.contains_id(name);
        let valued = options::all().filter(|option| !option.is_bare());
        for name in valued.map(|option| option.name).filter(given) {
            let place = format!("-{name}");
            let words = words(matches, name);
            match name {
                // The file is read, and the engines come last.
                "config" | "engine" | "each" => {}
                "shard" => {
                    let word = Word::alone(&place, words.first().copied().unwrap_or_default(), "");
                    switches.shard = Some(shard(&word)?);
                }
                _ => settings_words::apply(&mut settings, name, &place, &words)?,
            }
        }
        // Both roads say never so.
        settings.maxmoves = settings.maxmoves.filter(|moves| *moves > 0);
        settings.engines = engines(matches, settings.engines, each)?;
        if let Some(path) = &config
            && let Some(name) = settings.overwrites(path)
        {
            return Err(format!(
                "{name}: found {path:?}, which is the file of -config, expected another file"
            ));
        }
        Ok(Self {
            settings,
            switches,
            is_print: matches.get_flag("print-config"),
        })
    }
}

/// Gives all words behind an option.
fn words<'a>(matches: &'a ArgMatches, name: &str) -> Vec<&'a str> {
    let words = matches.get_many::<String>(name).into_iter().flatten();
    words.map(String::as_str).collect()
}

/// Gives the engines: those named, which begin as the file says of all, or those of the file; with the words for all of
/// them.
fn engines(
    matches: &ArgMatches,
    of_file: Vec<EngineSettings>,
    each_of_file: EngineSettings,
) -> Result<Vec<EngineSettings>, String> {
    let each: Vec<_> = words(matches, "each")
        .into_iter()
        .map(|word| Word::with_key("-each", word))
        .collect();
    // What is wrong with them is told even where there is no engine yet.
    engine_words::apply(&mut EngineSettings::default(), &each)?;
    let mut engines = of_file;
    if let Some(named) = matches.get_occurrences::<String>("engine") {
        engines = vec![each_of_file; named.len()];
    }
    for engine in &mut engines {
        engine_words::apply(engine, &each)?;
    }
    let named = matches.get_occurrences::<String>("engine");
    for (index, (engine, words)) in engines
        .iter_mut()
        .zip(named.into_iter().flatten())
        .enumerate()
    {
        let place = format!("-engine {}", index + 1);
        let words: Vec<_> = words.map(|word| Word::with_key(&place, word)).collect();
        engine_words::apply(engine, &words)?;
    }
    engine_words::name_all(&mut engines);
    Ok(engines)
}

/// Reads `K/N`.
fn shard(word: &Word<'_>) -> Result<(usize, usize), String> {
    let text = word.text()?;
    let numbers = text.split_once('/').and_then(|(part, parts)| {
        Some((part.parse::<usize>().ok()?, parts.parse::<usize>().ok()?))
    });
    numbers
        .filter(|(part, parts)| (1..=*parts).contains(part))
        .ok_or_else(|| word.fault("K/N with K from 1 to N, as 2/4"))
}
