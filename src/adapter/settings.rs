//! The settings with which the engine comes up, from the first of three files that is there.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::engine::{Profile, ProfileError};

/// The variable of the environment that names a file of settings.
const VARIABLE: &str = "CAIPAN_CONFIG";

/// The variable of the environment that tells an engine behind us so. One that is caipan itself reads no settings then:
/// they would have it start itself, and so on without end.
pub(super) const BEHIND: &str = "CAIPAN_BEHIND";

/// The variable of the environment that names a file for the transcript; it goes before the settings.
const TRANSCRIPT: &str = "CAIPAN_TRANSCRIPT";

/// The name of the file beside every copy of the executable that has none of its own.
const SHARED: &str = "caipan.toml";

/// The settings with which the engine comes up: by default, the bundled searcher and no options.
///
/// A file of settings is a profile whose options are meant as a user's:
///
/// ```toml
/// profile = "pikafish"
/// command = "engines/pikafish"
/// transcript = "game.log"
/// [options]
/// ruleset = "cn2020"
/// Threads = 2
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    /// The file they were read from, if there is one.
    pub file: Option<PathBuf>,
    /// Where profiles and programs that the user names are looked for first: beside the file, else the executable.
    pub folder: PathBuf,
    /// The engine that thinks.
    pub profile: Profile,
    /// Names and values in the order in which they are to be set, as if the GUI had set them first.
    pub options: Vec<(String, String)>,
    /// The file that all that is said is written to, in place of what is in it.
    pub transcript: Option<PathBuf>,
}

impl Settings {
    /// Reads the first file that is there, and no other: `<name>.toml`, then `caipan.toml`, then the one that the variable
    /// `CAIPAN_CONFIG` of the environment names. The name is the one the program was called by, then that of the
    /// executable, and they are looked for beside what was called, then beside the executable: the two differ where a link
    /// was called. An engine behind another caipan reads none.
    ///
    /// # Errors
    /// The file cannot be read (one that the environment names has to be there), or something in it is wrong; in one
    /// line.
    pub fn find(
        executable: &Path,
        called: Option<&Path>,
        environment: impl Fn(&str) -> Option<OsString>,
    ) -> Result<Self, ProfileError> {
        let called = called.filter(|called| called.file_name().is_some());
        // A bare name was found in PATH, we do not know where.
        let link = called.filter(|called| called.components().count() > 1);
        let link = link.and_then(|link| std::path::absolute(link).ok());
        let link = link.as_deref().unwrap_or(executable);
        let name = called.unwrap_or(executable).file_name().unwrap_or_default();
        let beside = [
            own_file(&link.with_file_name(name)),
            own_file(&executable.with_file_name(name)),
            own_file(executable),
            link.with_file_name(SHARED),
            executable.with_file_name(SHARED),
        ];
        let named = environment(VARIABLE).filter(|path| !path.is_empty());
        let file = beside
            .into_iter()
            .find(|file| file.exists())
            .or(named.map(PathBuf::from))
            .filter(|_| environment(BEHIND).is_none());
        let file_or_executable = file.as_deref().unwrap_or(executable);
        let folder = file_or_executable
            .parent()
            .unwrap_or(Path::new(""))
            .to_owned();
        let settings = file.map_or_else(|| Ok(Self::default()), Self::read)?;
        // Two that write to one file would spoil it.
        let transcript = environment(TRANSCRIPT)
            .filter(|path| !path.is_empty() && environment(BEHIND).is_none());
        Ok(Self {
            folder,
            transcript: transcript.map(PathBuf::from).or(settings.transcript),
            ..settings
        })
    }

    fn read(file: PathBuf) -> Result<Self, ProfileError> {
        let read = Profile::read_settings(&file)?;
        Ok(Self {
            file: Some(file),
            profile: read.profile,
            options: read.options,
            transcript: read.transcript,
            ..Self::default()
        })
    }
}

/// Gives the file of one copy of the executable: of `fish` and `fish.exe`, `fish.toml`; of `fish-1.2`, `fish-1.2.toml`.
fn own_file(executable: &Path) -> PathBuf {
    let is_windows = |ending: &OsStr| ending.eq_ignore_ascii_case("exe");
    let name = match executable.extension() {
        Some(ending) if is_windows(ending) => executable.file_stem(),
        _ => executable.file_name(),
    };
    let mut name = name.unwrap_or_default().to_owned();
    name.push(".toml");
    executable.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;
    use crate::engine::DialectChoice;

    fn name(found: &Result<Settings, ProfileError>) -> &str {
        &found.as_ref().unwrap().profile.name
    }

    #[test]
    fn the_first_file_is_the_only_one_read() {
        let folder = TempDir::new().unwrap();
        let write = |name: &str| {
            let path = folder.path().join(name);
            fs::write(&path, format!("name = {name:?}")).unwrap();
            path
        };
        let elsewhere = write("elsewhere");
        let environment =
            |name: &str| (name == "CAIPAN_CONFIG").then(|| elsewhere.clone().into_os_string());
        let find = |name: &str| Settings::find(&folder.path().join(name), None, environment);
        let behind = |name: &str| environment(name).or((name == BEHIND).then(|| "1".into()));
        let find_behind = || Settings::find(&folder.path().join("fish-1.2"), None, behind);
        assert_eq!(name(&find_behind()), "caipan");
        assert_eq!(name(&find("fish-1.2")), "elsewhere");
        write("caipan.toml");
        assert_eq!(name(&find("fish-1.2")), "caipan.toml");
        let own = write("fish-1.2.toml");
        assert_eq!(name(&find("fish-1.2")), "fish-1.2.toml");
        assert_eq!(find("fish-1.2.EXE").unwrap().file, Some(own.clone()));
        assert_eq!(name(&find_behind()), "caipan");
        assert_eq!(name(&find("fish")), "caipan.toml");
        // A first file that is wrong is told of; the next is not taken in its place.
        fs::write(&own, "name = 1").unwrap();
        let error = find("fish-1.2").unwrap_err().to_string();
        assert_eq!(
            error,
            format!(
                "{}, line 1: name: found integer `1`, expected a string",
                own.display()
            )
        );
    }

    #[test]
    fn the_name_of_a_link_goes_before_that_of_the_executable() {
        let folder = TempDir::new().unwrap();
        let [link, executable] = ["links/fish", "bin/caipan"].map(|name| folder.path().join(name));
        let found = |called: &Path| {
            let settings = Settings::find(&executable, Some(called), |_| None).unwrap();
            let file = settings.file.unwrap_or_default();
            file.strip_prefix(folder.path())
                .unwrap_or(Path::new(""))
                .to_owned()
        };
        for name in ["bin", "links"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        assert_eq!(found(&link), Path::new(""));
        // From the last that is looked for to the first.
        for name in [
            "bin/caipan.toml",
            "links/caipan.toml",
            "bin/fish.toml",
            "links/fish.toml",
        ] {
            fs::write(folder.path().join(name), "").unwrap();
            let expected = match name {
                // The executable has the name of the shared file here.
                "links/caipan.toml" => "bin/caipan.toml",
                name => name,
            };
            assert_eq!(found(&link), Path::new(expected));
        }
        assert_eq!(found(Path::new("fish")), Path::new("bin/fish.toml"));
        assert_eq!(found(&executable), Path::new("bin/caipan.toml"));
    }

    #[test]
    fn without_a_file_the_bundled_searcher_thinks() {
        let folder = TempDir::new().unwrap();
        let executable = folder.path().join("caipan");
        for variable in [None, Some(OsString::new())] {
            let found = Settings::find(&executable, None, |name| {
                variable.clone().filter(|_| name == VARIABLE)
            })
            .unwrap();
            let folder = folder.path().to_owned();
            let expected = Settings {
                folder,
                ..Settings::default()
            };
            assert_eq!(found, expected);
        }
        let gone = folder.path().join("gone.toml");
        let variable = |name: &str| (name == "CAIPAN_CONFIG").then(|| gone.clone().into());
        let error = Settings::find(&executable, None, variable).unwrap_err();
        assert!(
            error.to_string().contains("gone.toml: expected a file"),
            "{error}"
        );
    }

    #[test]
    fn the_environment_names_the_transcript_before_the_settings() {
        let folder = TempDir::new().unwrap();
        let executable = folder.path().join("caipan");
        let find = |variable: Option<&str>| {
            let environment = |name: &str| variable.filter(|_| name == "CAIPAN_TRANSCRIPT");
            let found = Settings::find(&executable, None, |name| {
                environment(name).map(OsString::from)
            });
            found.map(|settings| settings.transcript)
        };
        assert_eq!(find(None).unwrap(), None);
        assert_eq!(find(Some("here.log")).unwrap(), Some("here.log".into()));
        fs::write(
            folder.path().join("caipan.toml"),
            "transcript = \"a/b.log\"",
        )
        .unwrap();
        let beside = folder.path().join("a/b.log");
        assert_eq!(find(None).unwrap(), Some(beside.clone()));
        assert_eq!(find(Some("")).unwrap(), Some(beside));
        assert_eq!(find(Some("here.log")).unwrap(), Some("here.log".into()));
        // A file of settings is a profile too, and its transcript is not the profile's.
        let read = Profile::read(&folder.path().join("caipan.toml"));
        assert_eq!(read.unwrap(), Profile::default());
        let own = folder.path().join("fish.toml");
        fs::write(own, "profile = \"caipan.toml\"").unwrap();
        let settings = Settings::find(&folder.path().join("fish"), None, |_| None).unwrap();
        assert_eq!(settings.transcript, None);
    }

    #[test]
    fn one_file_tells_everything() {
        let folder = TempDir::new().unwrap();
        let text = "profile = \"fairy-stockfish\"\ncommand = \"bin/fairy\"\ndialect = \"ucci\"
            [options]\nruleset = \"axf\"\n\"Skill Level\" = -5\nguard = \"warn\"\n[quirks]\npreamble = []";
        fs::write(folder.path().join("caipan.toml"), text).unwrap();
        let found = Settings::find(&folder.path().join("caipan"), None, |_| None).unwrap();
        let options: Vec<_> = found.options.iter().map(|(n, v)| (&**n, &**v)).collect();
        assert_eq!(
            options,
            [("ruleset", "axf"), ("Skill Level", "-5"), ("guard", "warn")]
        );
        let profile = found.profile;
        assert_eq!(profile.dialect, DialectChoice::Ucci);
        assert_eq!(profile.quirks.preamble, [""; 0]);
        assert_eq!(
            profile.options,
            [("UCI_Variant".to_owned(), "xiangqi".to_owned())]
        );
        let command = PathBuf::from(profile.program.unwrap().command);
        assert_eq!(command, folder.path().join("bin/fairy"));
    }
}
