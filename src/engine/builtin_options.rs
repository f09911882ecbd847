//! What can be set of the bundled searcher by itself.

use super::find_option;
use crate::protocol::{EngineOption, OptionKind, OptionValue};
use crate::search::{SKILL_MOST, SearchOptions};

/// Megabytes of the table of the bundled searcher unless an option says otherwise.
pub const DEFAULT_HASH: usize = 16;

/// An option of the bundled searcher; each takes a whole number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuiltinOption {
    /// The megabytes of its table.
    Hash,
    /// [`SearchOptions::skill`].
    SkillLevel,
    /// [`SearchOptions::move_overhead`].
    MoveOverhead,
    /// [`SearchOptions::seed`].
    Seed,
}

/// What the bundled searcher is set to.
#[derive(Clone, Debug)]
pub struct BuiltinOptions {
    /// The megabytes of its table.
    pub hash: usize,
    /// How it searches.
    pub search: SearchOptions,
}

impl Default for BuiltinOptions {
    fn default() -> Self {
        Self {
            hash: DEFAULT_HASH,
            search: SearchOptions::default(),
        }
    }
}

impl BuiltinOption {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Hash, Self::SkillLevel, Self::MoveOverhead, Self::Seed];

    /// Gives the option as an engine of UCI declares it.
    #[must_use]
    pub fn declared(self) -> EngineOption {
        let BuiltinOptions { hash, search } = BuiltinOptions::default();
        let (name, default, min, max) = match self {
            Self::Hash => ("Hash", hash as i64, 1, 65_536),
            Self::SkillLevel => ("Skill Level", search.skill.into(), 0, SKILL_MOST.into()),
            Self::MoveOverhead => ("Move Overhead", search.move_overhead as i64, 0, 5_000),
            Self::Seed => ("Seed", search.seed as i64, 0, i64::MAX),
        };
        EngineOption {
            name: name.to_owned(),
            kind: OptionKind::Spin { default, min, max },
        }
    }
}

impl BuiltinOptions {
    /// Sets an option to a number that it takes.
    pub fn put(&mut self, option: BuiltinOption, number: i64) {
        match option {
            BuiltinOption::Hash => self.hash = number as usize,
            BuiltinOption::SkillLevel => self.search.skill = number as u32,
            BuiltinOption::MoveOverhead => self.search.move_overhead = number as u64,
            BuiltinOption::Seed => self.search.seed = number as u64,
        }
    }

    /// Sets an option by any of its names. Nothing is changed if there is none of this name, or if it does not take the
    /// value.
    pub fn set(&mut self, name: &str, value: &str) {
        let declared = BuiltinOption::ALL.map(BuiltinOption::declared);
        let found = find_option(&declared, name);
        for (option, known) in BuiltinOption::ALL.into_iter().zip(&declared) {
            if found == Some(known)
                && let Ok(OptionValue::Spin(number)) = known.accept(value)
            {
                self.put(option, number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_reaches_what_it_is_about_and_no_other() {
        let shown = |options: &BuiltinOptions| {
            let search = &options.search;
            [
                options.hash as u64,
                search.skill.into(),
                search.move_overhead,
                search.seed,
            ]
        };
        let usual = shown(&BuiltinOptions::default());
        for (place, option) in BuiltinOption::ALL.into_iter().enumerate() {
            let EngineOption { name, kind } = option.declared();
            let OptionKind::Spin { default, min, max } = kind else {
                panic!("{name}");
            };
            assert_eq!(default as u64, usual[place], "{name}");
            for number in [min, max] {
                let mut options = BuiltinOptions::default();
                options.set(&name.to_lowercase().replace(' ', "_"), &number.to_string());
                let mut expected = usual;
                expected[place] = number as u64;
                assert_eq!(shown(&options), expected, "{name}");
            }
            for value in [min - 1, max.wrapping_add(1)] {
                let mut options = BuiltinOptions::default();
                options.set(&name, &value.to_string());
                assert_eq!(shown(&options), usual, "{name}");
            }
        }
        let mut options = BuiltinOptions::default();
        options.set("hashsize", "2");
        assert_eq!(options.hash, 2);
        options.set("Threads", "2");
        assert_eq!(shown(&options), [2, usual[1], usual[2], usual[3]]);
    }
}
