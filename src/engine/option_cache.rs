//! The options that an engine declared when it was last up, so that a GUI need not wait until it is up again.
//!
//! There is one file for each way to start a program:
//!
//! ```text
//! # options kept by caipan 1
//! # program "/usr/games/sjaakii" ["-uci"]
//! # asked Uci []
//! # file 2186880 bytes of 1585958400.000000000
//! option name Hash type spin default 48 min 1 max 4096
//! uciok
//! ```
//!
//! The lines with `#` tell what the list is about; where they are not those of the program as it is now, the list counts
//! for nothing. The options follow in UCI. A list without its last line was cut off and counts for nothing.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::time::UNIX_EPOCH;

use etcetera::BaseStrategy;

use super::Profile;
use crate::protocol::{Dialect, EngineOption, Reply};

/// A folder with the options of engines.
#[derive(Clone, Debug)]
pub struct OptionCache {
    /// `None` keeps nothing.
    folder: Option<PathBuf>,
}

/// What a list is about.
struct Key {
    file: String,
    header: String,
}

impl OptionCache {
    /// Keeps options in a folder, which is made when the first are written.
    #[must_use]
    pub fn in_folder(folder: PathBuf) -> Self {
        Self {
            folder: Some(folder),
        }
    }

    /// Keeps options where the user's programs keep what they can do without; nowhere if there is no such place.
    #[must_use]
    pub fn of_user() -> Self {
        let places = etcetera::base_strategy::choose_native_strategy();
        Self {
            folder: places.ok().map(|places| places.cache_dir().join("caipan")),
        }
    }

    /// Gives the options of an engine; `None` if they are not kept, or are those of another version of its file.
    #[must_use]
    pub fn read(&self, profile: &Profile) -> Option<Vec<EngineOption>> {
        let key = Key::of(profile)?;
        let text = fs::read_to_string(self.folder.as_ref()?.join(key.file)).ok()?;
        let list = text.strip_prefix(&key.header)?.strip_suffix(END)?;
        list.lines()
            .map(|line| match Reply::read(line, Dialect::Uci) {
                Reply::Option(option) => Some(option),
                _ => None,
            })
            .collect()
    }

    /// Keeps the options of an engine in place of those kept before. Nothing is kept of the bundled searcher, or of a
    /// program whose file is not found.
    ///
    /// # Errors
    /// Returns that of the file system; what was kept before is then still there.
    pub fn write(&self, profile: &Profile, options: &[EngineOption]) -> io::Result<()> {
        let (Some(folder), Some(key)) = (&self.folder, Key::of(profile)) else {
            return Ok(());
        };
        if self.read(profile).is_some_and(|kept| kept == options) {
            return Ok(());
        }
        let mut text = key.header;
        for option in options {
            text.push_str(&option.write(Dialect::Uci));
            text.push('\n');
        }
        text.push_str(END);
        fs::create_dir_all(folder)?;
        // Whoever reads meanwhile finds the old list or the new one.
        let unfinished = folder.join(format!("{}.{}", key.file, process::id()));
        fs::write(&unfinished, text)?;
        fs::rename(unfinished, folder.join(key.file))
    }
}

/// The last line of a list.
const END: &str = "uciok\n";

impl Key {
    fn of(profile: &Profile) -> Option<Self> {
        let program = profile.program.as_ref()?;
        let path = program.find().ok()?;
        let data = fs::metadata(&path).ok()?;
        let age = data.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        let asked = format!(
            "# program {path:?} {:?}\n# asked {:?} {:?}\n",
            program.arguments, profile.dialect, profile.quirks.preamble
        );
        let mut hasher = DefaultHasher::new();
        asked.hash(&mut hasher);
        let stem = path.file_stem().map(Path::new).unwrap_or(&path);
        Some(Self {
            file: format!("{}-{:016x}.options", stem.display(), hasher.finish()),
            header: format!(
                "# options kept by caipan 1\n{asked}# file {} bytes of {}.{:09}\n",
                data.len(),
                age.as_secs(),
                age.subsec_nanos()
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::time::{Duration, SystemTime};

    use tempfile::TempDir;

    use super::*;
    use crate::engine::{DialectChoice, Program};
    use crate::protocol::OptionKind;

    /// A folder with a program that may be run.
    fn engine() -> (TempDir, Profile) {
        let folder = TempDir::new().unwrap();
        let command = folder
            .path()
            .join(format!("engine{}", std::env::consts::EXE_SUFFIX));
        fs::write(&command, "not started").unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&command, PermissionsExt::from_mode(0o755)).unwrap();
        }
        let profile = Profile {
            program: Some(Program {
                command: command.to_str().unwrap().to_owned(),
                ..Program::default()
            }),
            ..Profile::default()
        };
        (folder, profile)
    }

    fn options() -> Vec<EngineOption> {
        let option = |name: &str, kind| EngineOption {
            name: name.to_owned(),
            kind,
        };
        vec![
            option(
                "Hash",
                OptionKind::Spin {
                    default: 16,
                    min: 1,
                    max: 1024,
                },
            ),
            option("Clear Hash", OptionKind::Button),
            option(
                "EvalFile",
                OptionKind::Text {
                    default: "象棋.nnue".to_owned(),
                },
            ),
        ]
    }

    #[test]
    fn what_was_kept_is_given_again_for_the_same_program_only() {
        let (folder, profile) = engine();
        let cache = OptionCache::in_folder(folder.path().join("kept/here"));
        assert_eq!(cache.read(&profile), None);
        cache.write(&profile, &options()).unwrap();
        assert_eq!(cache.read(&profile), Some(options()));
        cache.write(&profile, &options()[1..]).unwrap();
        assert_eq!(cache.read(&profile).unwrap(), options()[1..]);

        let mut other = profile.clone();
        other.dialect = DialectChoice::Ucci;
        assert_eq!(cache.read(&other), None);
        let mut other = profile.clone();
        other.program.as_mut().unwrap().arguments = vec!["-uci".to_owned()];
        assert_eq!(cache.read(&other), None);

        let command = profile.program.as_ref().unwrap().command.clone();
        let earlier = SystemTime::now() - Duration::from_secs(90);
        let file = File::options().write(true).open(&command).unwrap();
        file.set_modified(earlier).unwrap();
        assert_eq!(cache.read(&profile), None);
        cache.write(&profile, &options()).unwrap();
        assert_eq!(cache.read(&profile), Some(options()));
        file.set_len(1).unwrap();
        file.set_modified(earlier).unwrap();
        assert_eq!(cache.read(&profile), None);
        assert_eq!(fs::read_dir(cache.folder.unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn a_list_that_was_cut_off_or_changed_counts_for_nothing() {
        let (folder, profile) = engine();
        let cache = OptionCache::in_folder(folder.path().to_owned());
        cache.write(&profile, &options()).unwrap();
        let file = folder.path().join(Key::of(&profile).unwrap().file);
        let whole = fs::read_to_string(&file).unwrap();
        fs::write(&file, &whole[..whole.len() - 9]).unwrap();
        assert_eq!(cache.read(&profile), None);
        fs::write(&file, whole.replace("option", "opinion")).unwrap();
        assert_eq!(cache.read(&profile), None);
        fs::write(&file, b"\xff\xfe").unwrap();
        assert_eq!(cache.read(&profile), None);
        cache.write(&profile, &options()).unwrap();
        assert_eq!(cache.read(&profile), Some(options()));
    }

    #[test]
    fn nothing_is_kept_of_what_has_no_file() {
        let folder = TempDir::new().unwrap();
        let cache = OptionCache::in_folder(folder.path().to_owned());
        let mut profile = Profile::default();
        cache.write(&profile, &options()).unwrap();
        profile.program = Some(Program {
            command: "no-such-engine".to_owned(),
            ..Program::default()
        });
        cache.write(&profile, &options()).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        assert_eq!(cache.read(&profile), None);
    }
}
