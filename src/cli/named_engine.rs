//! The engine that a word of the command line names.

use std::path::Path;

use anyhow::{Context, anyhow};

use crate::engine::{Profile, Program, StartError};

/// The engine that a word names: a program, a profile by its name, or a profile as a file that ends in `.toml`.
#[derive(Clone, Debug)]
pub(super) struct NamedEngine {
    word: String,
    /// What is known of it; one without a program is the bundled searcher.
    pub(super) profile: Profile,
}

impl NamedEngine {
    /// Finds the profile that is meant; whether there is such a program is not looked at.
    ///
    /// # Errors
    /// The file of a profile cannot be read, or something in it is wrong.
    pub(super) fn find(word: &str) -> anyhow::Result<Self> {
        let is_known = Profile::is_file(word) || Profile::NAMES.contains(&word);
        let profile = match is_known {
            true => Profile::find(word, Path::new(""))?,
            false => of_program(word),
        };
        Ok(Self {
            word: word.to_owned(),
            profile,
        })
    }

    /// Finds the engine of a text that may have arguments behind the program, with the quotation marks of a shell.
    ///
    /// # Errors
    /// As [`NamedEngine::find`]; quotation marks that are not in pairs, and arguments for what is no program.
    pub(super) fn of_command(text: &str) -> anyhow::Result<Self> {
        let whole = Self::find(text);
        let is_there = |program: &Program| program.find().is_ok();
        match &whole {
            // A path may have blanks in it.
            Ok(named) if named.profile.program.as_ref().is_none_or(is_there) => return whole,
            _ if !text.contains(' ') => return whole,
            _ => {}
        }
        let words = shlex::split(text)
            .ok_or_else(|| anyhow!("engine {text:?}: expected quotation marks in pairs"))?;
        let Some((first, arguments)) = words.split_first() else {
            return whole;
        };
        let mut named = Self::find(first)?;
        let program = named.profile.program.as_mut();
        let program = program
            .ok_or_else(|| anyhow!("engine {text:?}: the bundled searcher takes no arguments"))?;
        program.arguments.extend_from_slice(arguments);
        Ok(named)
    }

    /// Gives the program that is started, which for the bundled searcher is our own.
    ///
    /// # Errors
    /// The system does not tell our own.
    pub(super) fn program(&self) -> anyhow::Result<Program> {
        if let Some(program) = &self.profile.program {
            return Ok(program.clone());
        }
        let file = std::env::current_exe().context("this program's own file")?;
        Ok(Program {
            command: file.to_string_lossy().into_owned(),
            ..Program::default()
        })
    }

    /// Adds to the reason why an engine is not there what else could have been named.
    pub(super) fn with_way_out(&self, error: &StartError) -> anyhow::Error {
        let names = Profile::NAMES.join(", ");
        let hint = match error {
            StartError::Missing { .. } if Profile::is_file(&self.word) => {
                "; command = \"/path/to/it\" in that file tells where it is".to_owned()
            }
            StartError::Missing { .. } if Profile::NAMES.contains(&self.word.as_str()) => {
                format!(
                    "; a .toml file with profile = {:?} and command = \"/path/to/it\" tells where it is",
                    self.word
                )
            }
            StartError::Missing { .. } => format!(", or a profile: {names}, or a .toml file"),
            _ => String::new(),
        };
        anyhow!("{error}{hint}")
    }
}

/// Gives the profile of a program that nothing is known of.
fn of_program(word: &str) -> Profile {
    let path = Path::new(word);
    let is_path = path.components().count() > 1;
    let whole = std::path::absolute(path).ok().filter(|_| is_path);
    let command = whole.map_or_else(
        || word.to_owned(),
        |whole| whole.to_string_lossy().into_owned(),
    );
    Profile {
        name: path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        program: Some(Program {
            command,
            ..Program::default()
        }),
        ..Profile::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(text: &str) -> Program {
        NamedEngine::of_command(text)
            .unwrap()
            .profile
            .program
            .unwrap()
    }

    #[test]
    fn arguments_stand_behind_a_program_unless_blanks_are_part_of_its_path() {
        let found = program("fish \"-uci -x\" 2");
        assert_eq!(
            (found.command.as_str(), found.arguments),
            ("fish", vec!["-uci -x".to_owned(), "2".to_owned()])
        );
        let folder = tempfile::tempdir().unwrap();
        let path = folder
            .path()
            .join(format!("my fish{}", std::env::consts::EXE_SUFFIX));
        std::fs::copy(std::env::current_exe().unwrap(), &path).unwrap();
        let path = path.to_str().unwrap();
        let found = program(path);
        assert_eq!((found.command.as_str(), found.arguments.len()), (path, 0));
        for wrong in ["fish \"2", "builtin 2", "none.toml 2"] {
            assert!(NamedEngine::of_command(wrong).is_err(), "{wrong}");
        }
    }
}
