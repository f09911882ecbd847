//! What can be set of the bundled searcher by itself.

use super::find_option;
use crate::protocol::{EngineOption, OptionKind, OptionValue};
use crate::search::{SEED_MOST, SKILL_MOST, SearchOptions, THREADS_MOST, Technique};

/// Megabytes of the table of the bundled searcher unless an option says otherwise.
pub const DEFAULT_HASH: usize = 16;

/// The most megabytes of that table.
pub const HASH_MOST: usize = 65_536;

/// The choice of the option `Without` that leaves out no technique.
const NOTHING: &str = "nothing";

/// An option of the bundled searcher; each takes a whole number, or true and false as 1 and 0, or the number of a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuiltinOption {
    /// The megabytes of its table.
    Hash,
    /// [`SearchOptions::threads`].
    Threads,
    /// [`SearchOptions::skill`].
    SkillLevel,
    /// [`SearchOptions::move_overhead`].
    MoveOverhead,
    /// [`SearchOptions::seed`].
    Seed,
    /// [`SearchOptions::use_nnue`].
    UseNnue,
    /// [`SearchOptions::book`].
    OwnBook,
    /// [`SearchOptions::without`].
    Without,
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
    pub const ALL: [Self; 8] = [
        Self::Hash,
        Self::Threads,
        Self::SkillLevel,
        Self::MoveOverhead,
        Self::Seed,
        Self::UseNnue,
        Self::OwnBook,
        Self::Without,
    ];

    /// Gives the option as an engine of UCI declares it.
    #[must_use]
    pub fn declared(self) -> EngineOption {
        let BuiltinOptions { hash, search } = BuiltinOptions::default();
        let spin = |default, min, max| OptionKind::Spin { default, min, max };
        let check = |default| OptionKind::Check { default };
        let (name, kind) = match self {
            Self::Hash => ("Hash", spin(hash as i64, 1, HASH_MOST as i64)),
            Self::Threads => (
                "Threads",
                spin(search.threads as i64, 1, THREADS_MOST as i64),
            ),
            Self::SkillLevel => (
                "Skill Level",
                spin(search.skill.into(), 0, SKILL_MOST.into()),
            ),
            Self::MoveOverhead => ("Move Overhead", spin(search.move_overhead as i64, 0, 5_000)),
            Self::Seed => ("Seed", spin(search.seed as i64, 0, SEED_MOST as i64)),
            Self::UseNnue => ("Use NNUE", check(search.use_nnue)),
            Self::OwnBook => ("OwnBook", check(search.book)),
            Self::Without => {
                let names = Technique::ALL.map(Technique::name);
                let choices = std::iter::once(NOTHING).chain(names);
                let kind = OptionKind::Combo {
                    default: NOTHING.to_owned(),
                    choices: choices.map(str::to_owned).collect(),
                };
                ("Without", kind)
            }
        };
        let name = name.to_owned();
        EngineOption { name, kind }
    }
}

impl BuiltinOptions {
    /// Sets an option to a number that it takes.
    pub fn put(&mut self, option: BuiltinOption, number: i64) {
        match option {
            BuiltinOption::Hash => self.hash = number as usize,
            BuiltinOption::Threads => self.search.threads = number as usize,
            BuiltinOption::SkillLevel => self.search.skill = number as u32,
            BuiltinOption::MoveOverhead => self.search.move_overhead = number as u64,
            BuiltinOption::Seed => self.search.seed = number as u64,
            BuiltinOption::UseNnue => self.search.use_nnue = number != 0,
            BuiltinOption::OwnBook => self.search.book = number != 0,
            BuiltinOption::Without => {
                let number = usize::try_from(number - 1).ok();
                self.search.without = number.and_then(|number| Technique::ALL.get(number).copied());
            }
        }
    }

    /// Sets an option by any of its names. Nothing is changed if there is none of this name, or if it does not take the
    /// value.
    pub fn set(&mut self, name: &str, value: &str) {
        let declared = BuiltinOption::ALL.map(BuiltinOption::declared);
        let found = find_option(&declared, name);
        for (option, known) in BuiltinOption::ALL.into_iter().zip(&declared) {
            if found == Some(known) {
                match known.accept(value) {
                    Ok(OptionValue::Spin(number)) => self.put(option, number),
                    Ok(OptionValue::Check(on)) => self.put(option, on.into()),
                    Ok(OptionValue::Combo(choice)) => {
                        if let OptionKind::Combo { choices, .. } = &known.kind {
                            let place = choices.iter().position(|known| *known == choice);
                            self.put(option, place.unwrap_or(0) as i64);
                        }
                    }
                    _ => {}
                }
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
                search.threads as u64,
                search.skill.into(),
                search.move_overhead,
                search.seed,
                search.use_nnue.into(),
                search.book.into(),
                search.without.map_or(0, |without| 1 + without as u64),
            ]
        };
        let usual = shown(&BuiltinOptions::default());
        for (place, option) in BuiltinOption::ALL.into_iter().enumerate() {
            let EngineOption { name, kind } = option.declared();
            let (default, taken, refused) = match kind {
                OptionKind::Spin { default, min, max } => {
                    let refused = [min - 1, max.wrapping_add(1)].map(|number| number.to_string());
                    let taken = [min, max].map(|number| (number.to_string(), number as u64));
                    (default as u64, taken, refused)
                }
                OptionKind::Check { default } => {
                    let taken = [(true, 1), (false, 0)].map(|(on, shown)| (on.to_string(), shown));
                    (default.into(), taken, ["2".to_owned(), String::new()])
                }
                OptionKind::Combo { default, choices } => {
                    let number = |choice| choices.iter().position(|known| known == choice).unwrap();
                    let taken = [&choices[1], &choices[2]]
                        .map(|choice| (choice.clone(), number(choice) as u64));
                    (
                        number(&default) as u64,
                        taken,
                        ["2".to_owned(), String::new()],
                    )
                }
                _ => panic!("{name}"),
            };
            assert_eq!(default, usual[place], "{name}");
            for (value, shows) in taken {
                let mut options = BuiltinOptions::default();
                options.set(&name.to_lowercase().replace(' ', "_"), &value);
                let mut expected = usual;
                expected[place] = shows;
                assert_eq!(shown(&options), expected, "{name}");
            }
            for value in refused {
                let mut options = BuiltinOptions::default();
                options.set(&name, &value);
                assert_eq!(shown(&options), usual, "{name}");
            }
        }
        let mut options = BuiltinOptions::default();
        options.set("hashsize", "2");
        assert_eq!(options.hash, 2);
        options.set("cores", "3");
        options.set("Ponder", "2");
        assert_eq!(shown(&options)[..2], [2, 3]);
        assert_eq!(shown(&options)[2..], usual[2..]);
    }
}
