//! Profiles and settings as TOML files.
//!
//! ```toml
//! profile = "pikafish"            # what is not told here is as in that profile or file
//! name = "My fish"
//! command = "engines/pikafish"    # beside this file, else in the search path
//! arguments = ["-x"]
//! folder = "engines"              # where it runs; the command's own if not told
//! dialect = "uci"                 # or "auto", "ucci", "cyclone"
//! encoding = "utf8"               # or "gbk"
//! transcript = "game.log"         # all that is said; counts in the settings alone
//! [environment]
//! OMP_NUM_THREADS = "1"
//! [options]
//! Threads = 2                     # text, number, true or false; of a list, each that the engine takes
//! [deadlines]                     # milliseconds
//! boot = 10000                    # to the end of the handshake; 30000 if not told
//! ready = 60000                   # from isready to readyok
//! stop = 500                      # from stop to the move; a fourth of it may be lost behind a fixed time
//! quit = 1000                     # from quit to the end
//! silence = 60000                 # between two lines of a search that no clock ends
//! margin = 300                    # kept of a clock to answer without the engine
//! [quirks]
//! ranks = "0-9"                   # or "1-10"; found out if not told
//! bans = "searchmoves"            # or "banmoves", "none"
//! ```
//!
//! The reader forgives: text in GBK, a byte order mark. It does not forgive keys that it does not know. A file with
//! neither `profile` nor `command` is about the bundled searcher.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;
use toml::{Table, Value};

use super::{Deadlines, DialectChoice, Profile, Quirks, values};
use crate::engine::Program;
use crate::engine::regular_file::expect_regular;
use crate::text::{Encoding, decode, did_you_mean, on_one_line};

/// How many files may refer to each other in a row.
const FILES_IN_A_ROW: usize = 8;

/// The keys that say nothing without a program to start.
const OF_A_PROGRAM: [&str; 7] = [
    "arguments",
    "folder",
    "environment",
    "dialect",
    "encoding",
    "deadlines",
    "quirks",
];

macro_rules! embedded {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../../engines/profiles/", $name, ".toml")))),*]
    };
}

/// The profiles that come with the program.
const EMBEDDED: [(&str, &str); 8] = embedded![
    "builtin",
    "cyclone",
    "eleeye",
    "fairy-stockfish",
    "fairy-stockfish-ucci",
    "pikafish",
    "pikafish-old",
    "sjaakii",
];

/// Why there is no profile; each is one line.
#[derive(Debug, Error)]
pub enum ProfileError {
    /// No profile has the name.
    #[error("profile: found {found:?}, expected one of {}, or a file that ends in .toml", Profile::NAMES.join(", "))]
    Name {
        /// The name.
        found: String,
    },
    /// A file cannot be read.
    #[error("{}: expected a file of settings: {source}", .file.display())]
    Unread {
        /// The file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// What stands in a file is wrong.
    #[error("{place}: {fault}")]
    Wrong {
        /// The file, and the line and the key if the fault is at one.
        place: String,
        /// What was found and what was expected.
        fault: String,
    },
}

/// What a file of settings says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SettingsFile {
    /// The engine that thinks.
    pub profile: Profile,
    /// Names and values of options, in their order.
    pub options: Vec<(String, String)>,
    /// Where all that is said is written to.
    pub transcript: Option<PathBuf>,
}

/// A file as its keys.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Sheet {
    profile: Option<String>,
    name: Option<String>,
    #[serde(deserialize_with = "values::command")]
    command: Option<String>,
    arguments: Vec<String>,
    folder: Option<PathBuf>,
    transcript: Option<PathBuf>,
    #[serde(deserialize_with = "values::table")]
    environment: BTreeMap<String, String>,
    dialect: DialectChoice,
    encoding: EncodingWord,
    #[serde(deserialize_with = "values::options")]
    options: Vec<(String, String)>,
    #[serde(deserialize_with = "values::table")]
    deadlines: Deadlines,
    #[serde(deserialize_with = "values::table")]
    quirks: Quirks,
}

#[derive(Deserialize, Default, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum EncodingWord {
    #[default]
    Utf8,
    Gbk,
}

impl Profile {
    /// The names of the profiles that come with the program.
    pub const NAMES: [&str; EMBEDDED.len()] = {
        let mut names = [""; EMBEDDED.len()];
        let mut index = 0;
        while index < names.len() {
            names[index] = EMBEDDED[index].0;
            index += 1;
        }
        names
    };

    /// Gives a profile that comes with the program. Its engine is looked for in the search path.
    ///
    /// # Errors
    /// No profile has the name, or the one that has leaves open which program is to be started.
    pub fn named(name: &str) -> Result<Self, ProfileError> {
        finish(embedded(name)?, None, name)
    }

    /// Gives the profile that a user means: one that comes with the program, or a file whose name ends in `.toml`. A file
    /// and a program are looked for in the folder first.
    ///
    /// # Errors
    /// As [`Profile::named`] and [`Profile::read`].
    pub fn find(word: &str, folder: &Path) -> Result<Self, ProfileError> {
        finish(base(word, folder, FILES_IN_A_ROW)?, Some(folder), word)
    }

    /// Tells whether a word means a file: its ending is `.toml`, in any case.
    #[must_use]
    pub fn is_file(word: &str) -> bool {
        let ending = Path::new(word).extension();
        ending.is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
    }

    /// Reads a profile from a file. Paths in it are relative to its folder.
    ///
    /// # Errors
    /// The file cannot be read, or something in it is wrong: the message tells file, line and key, what was found and
    /// what was expected.
    pub fn read(file: &Path) -> Result<Self, ProfileError> {
        let table = read_file(file, FILES_IN_A_ROW)?;
        finish(table, file.parent(), &file.display().to_string())
    }

    /// Reads a profile from a file of settings, whose own options are not the engine's but meant as a user's: they are
    /// given beside the profile.
    ///
    /// # Errors
    /// As [`Profile::read`].
    pub fn read_settings(file: &Path) -> Result<SettingsFile, ProfileError> {
        let place = file.display().to_string();
        let mut own = read_alone(file)?;
        let options = own.remove("options");
        let transcript = match own.remove("transcript") {
            Some(Value::String(path)) => Some(PathBuf::from(path)),
            _ => None,
        };
        let mut table = over_its_base(own, file, FILES_IN_A_ROW)?;
        let theirs = table.remove("options");
        let options = match options {
            Some(options) => {
                sheet(Table::from_iter([("options".to_owned(), options)]), &place)?.options
            }
            None => Vec::new(),
        };
        table.extend(theirs.map(|theirs| ("options".to_owned(), theirs)));
        Ok(SettingsFile {
            profile: finish(table, file.parent(), &place)?,
            options,
            transcript,
        })
    }
}

fn embedded(name: &str) -> Result<Table, ProfileError> {
    let found = EMBEDDED.iter().find(|(known, _)| *known == name);
    let (_, text) = found.ok_or_else(|| ProfileError::Name {
        found: name.to_owned(),
    })?;
    parse(text, name)
}

/// Gives the keys of a profile by name or file.
fn base(word: &str, folder: &Path, files_left: usize) -> Result<Table, ProfileError> {
    if Profile::is_file(word) {
        read_file(&folder.join(word), files_left)
    } else {
        embedded(word)
    }
}

/// Reads the keys of a file, and of the profiles it stands on.
fn read_file(file: &Path, files_left: usize) -> Result<Table, ProfileError> {
    over_its_base(read_alone(file)?, file, files_left)
}

fn read_alone(file: &Path) -> Result<Table, ProfileError> {
    let bytes = expect_regular(file).and_then(|()| fs::read(file));
    let bytes = bytes.map_err(|source| ProfileError::Unread {
        file: file.to_owned(),
        source,
    })?;
    let mut table = parse(&decode(&bytes).0, &file.display().to_string())?;
    let folder = file.parent().unwrap_or(Path::new(""));
    if let Some(Value::String(command)) = table.get_mut("command") {
        *command = beside(command, folder);
    }
    for key in ["folder", "transcript"] {
        if let Some(Value::String(path)) = table.get_mut(key) {
            *path = absolute(&folder.join(&*path));
        }
    }
    Ok(table)
}

fn over_its_base(own: Table, file: &Path, files_left: usize) -> Result<Table, ProfileError> {
    let Some(Value::String(word)) = own.get("profile") else {
        return Ok(own);
    };
    let wrong = |fault| ProfileError::Wrong {
        place: format!("{}: profile", file.display()),
        fault,
    };
    let left = files_left.checked_sub(1).ok_or_else(|| {
        wrong(format!(
            "found more than {FILES_IN_A_ROW} files that refer to each other, expected an end of them"
        ))
    })?;
    let folder = file.parent().unwrap_or(Path::new(""));
    let mut table = base(word, folder, left).map_err(|error| match error {
        ProfileError::Name { .. } => ProfileError::Wrong {
            place: file.display().to_string(),
            fault: error.to_string(),
        },
        ProfileError::Unread { .. } => wrong(error.to_string()),
        ProfileError::Wrong { .. } => error,
    })?;
    lay_over(&mut table, own);
    Ok(table)
}

/// Puts keys in place of others; tables are laid over each other key by key.
fn lay_over(table: &mut Table, over: Table) {
    for (key, value) in over {
        match (table.get_mut(&key), value) {
            (Some(Value::Table(inner)), Value::Table(value)) => lay_over(inner, value),
            (_, value) => {
                table.insert(key, value);
            }
        }
    }
}

/// Reads text as keys that are all known and have values that fit.
fn parse(text: &str, place: &str) -> Result<Table, ProfileError> {
    let wrong = |key: String, error: &toml::de::Error| {
        let line = error.span().map(|span| {
            let before = text.get(..span.start).unwrap_or(text);
            format!(", line {}", before.matches('\n').count() + 1)
        });
        ProfileError::Wrong {
            place: format!("{place}{}{key}", line.unwrap_or_default()),
            fault: in_our_words(error.message()),
        }
    };
    let reader = toml::Deserializer::parse(text).map_err(|error| wrong(String::new(), &error))?;
    let _: Sheet = serde_path_to_error::deserialize(reader).map_err(|error| {
        let key = match error.path().to_string().as_str() {
            "." => String::new(),
            key => format!(": {key}"),
        };
        wrong(key, error.inner())
    })?;
    text.parse().map_err(|error| wrong(String::new(), &error))
}

/// Says "found" and "expected" as everywhere, in one line.
pub(crate) fn in_our_words(message: &str) -> String {
    let line = on_one_line(&message.lines().collect::<Vec<_>>().join(", "));
    let begins = [
        ("invalid type: sequence", "found a list"),
        ("invalid type: map", "found a table"),
        ("invalid type: ", "found "),
        ("invalid value: ", "found "),
        ("unknown variant ", "found "),
        ("unknown field ", "found the key "),
    ];
    let begin = begins
        .iter()
        .find_map(|(theirs, ours)| Some((ours, line.strip_prefix(theirs)?)));
    let Some((found, rest)) = begin else {
        return line;
    };
    if line.starts_with("unknown") {
        return format!("{found}{rest}{}", meant(rest));
    }
    // What was found may hold the same words.
    match rest.rsplit_once(", expected ") {
        Some((value, theirs)) => {
            let expected = match theirs {
                "u16" => "a whole number from 0 to 65535",
                "u32" => "a whole number from 0 to 4294967295",
                "u64" | "usize" => "a whole number, 0 or more",
                "f64" => "a number",
                "path string" => "a path as text",
                "a sequence" => "a list",
                "a map" => "a table",
                theirs if theirs.starts_with("struct ") => "a table",
                theirs => theirs,
            };
            format!("{found}{value}, expected {expected}")
        }
        None => format!("{found}{rest}"),
    }
}

/// Asks for the one of the expected words that is most like the one found: all of them stand between backticks.
fn meant(fault: &str) -> String {
    let mut words = fault.split('`').skip(1).step_by(2);
    let found = words.next().unwrap_or_default();
    did_you_mean(found, words)
}

/// Takes the values of keys that were parsed one file at a time.
fn sheet(table: Table, place: &str) -> Result<Sheet, ProfileError> {
    table
        .try_into()
        .map_err(|error: toml::de::Error| ProfileError::Wrong {
            place: place.to_owned(),
            fault: in_our_words(error.message()),
        })
}

/// Makes a profile of all keys; a program that is named alone is looked for in the folder, then in the search path.
fn finish(table: Table, folder: Option<&Path>, place: &str) -> Result<Profile, ProfileError> {
    let idle = OF_A_PROGRAM.iter().find(|key| table.contains_key(**key));
    let sheet = sheet(table, place)?;
    if let (None, Some(key)) = (&sheet.command, idle) {
        return Err(ProfileError::Wrong {
            place: format!("{place}: command"),
            fault: format!("found none, expected the path of the engine that {key:?} is about"),
        });
    }
    let program = sheet.command.map(|command| Program {
        command: match folder {
            Some(folder) => beside(&command, folder),
            None => command,
        },
        arguments: sheet.arguments,
        folder: sheet.folder,
        environment: sheet.environment,
    });
    let name = sheet.name.unwrap_or_else(|| match &program {
        Some(program) => {
            let path = Path::new(&program.command);
            let stem = path.file_stem().unwrap_or(path.as_os_str());
            stem.to_string_lossy().into_owned()
        }
        None => Profile::default().name,
    });
    Ok(Profile {
        name,
        program,
        dialect: sheet.dialect,
        options: sheet.options,
        encoding: match sheet.encoding {
            EncodingWord::Utf8 => Encoding::Utf8,
            EncodingWord::Gbk => Encoding::Gb18030,
        },
        deadlines: sheet.deadlines,
        quirks: sheet.quirks,
    })
}

/// Gives the whole path of a command; a bare name stays as it is where the folder has no such program.
fn beside(command: &str, folder: &Path) -> String {
    let here = folder.join(command);
    // On Windows the ending is usually left out.
    let with_ending = folder.join(format!("{command}{}", std::env::consts::EXE_SUFFIX));
    let is_bare = Path::new(command).components().count() == 1;
    match [&here, &with_ending]
        .into_iter()
        .find(|path| path.is_file())
    {
        Some(path) => absolute(path),
        None if is_bare => command.to_owned(),
        None => absolute(&here),
    }
}

fn absolute(path: &Path) -> String {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    whole.to_string_lossy().into_owned()
}
