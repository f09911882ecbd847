//! The options that a GUI is offered: ours, and those of the engine behind us.
//!
//! One table serves both dialects: each of our options has its UCCI word, its UCI name, and the other names under which
//! GUIs set it.

use crate::engine::{BuiltinOption, put_default};
use crate::protocol::{Dialect, EngineOption, OptionKind, is_same_name};
use crate::ruling::{NaturalLimit, RuleSet};

/// Rounds of the natural limit in every rule set.
pub(super) const DEFAULT_ROUNDS: u32 = 60;

/// What one of our options is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Key {
    UseMillisec,
    Batch,
    Hash,
    Threads,
    Ponder,
    ClearHash,
    NewGame,
    MultiPv,
    Skill,
    Book,
    Seed,
    MoveOverhead,
    UseNnue,
    EarlyMateStop,
    Draws,
    Resigns,
    RuleSet,
    OldRepetition,
    Count,
    Mode,
    Guard,
    Language,
    Encoding,
    Variant,
    DrawMoves,
    GuiName,
    Profile,
}

/// One of our options.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) key: Key,
    /// The word in UCCI; not announced there if empty.
    ucci: &'static str,
    /// The name in UCI; not announced there if empty.
    uci: &'static str,
    /// Other names it goes by.
    aliases: &'static [&'static str],
}

const fn row(
    key: Key,
    ucci: &'static str,
    uci: &'static str,
    aliases: &'static [&'static str],
) -> Row {
    Row {
        key,
        ucci,
        uci,
        aliases,
    }
}

const ROWS: [Row; 27] = [
    row(Key::UseMillisec, "usemillisec", "", &[]),
    row(Key::Batch, "batch", "", &[]),
    row(Key::Hash, "hashsize", "Hash", &["Hash Size"]),
    row(Key::Threads, "threads", "Threads", &["Cores", "CPUs"]),
    row(Key::Ponder, "ponder", "Ponder", &[]),
    row(Key::ClearHash, "", "Clear Hash", &[]),
    row(Key::NewGame, "newgame", "", &["loadbook"]),
    row(Key::MultiPv, "multipv", "MultiPV", &[]),
    row(Key::Skill, "skill", "Skill Level", &[]),
    row(Key::Book, "usebook", "OwnBook", &[]),
    row(Key::Seed, "seed", "Seed", &[]),
    row(Key::MoveOverhead, "moveoverhead", "Move Overhead", &[]),
    row(Key::UseNnue, "usennue", "Use NNUE", &[]),
    row(Key::EarlyMateStop, "earlymatestop", "Early Mate Stop", &[]),
    row(Key::Draws, "draws", "", &[]),
    row(Key::Resigns, "resigns", "", &[]),
    row(Key::RuleSet, "ruleset", "Rule Set", &[]),
    row(Key::OldRepetition, "repetition", "", &["Repetition Rule"]),
    row(Key::Count, "repcount", "Repetition Count", &[]),
    row(Key::Mode, "rulemode", "Ruling Mode", &[]),
    row(Key::Guard, "guard", "Guard", &[]),
    row(Key::Language, "msglang", "Message Language", &[]),
    row(Key::Encoding, "msgenc", "Message Encoding", &[]),
    row(Key::Variant, "", "UCI_Variant", &["UCCI_Variant"]),
    row(Key::DrawMoves, "drawmoves", "Natural Limit", &[]),
    row(Key::GuiName, "", "", &["guiname"]),
    row(Key::Profile, "profile", "Profile", &[]),
];

/// Options of engines that are not offered, since another value would have the engine speak or play in another way than it
/// is spoken to. They can still be set in a profile.
const HIDDEN: [&str; 4] = ["Protocol", "UCI_Chess960", "VariantPath", "Variant"];

/// Finds one of our options by any of its names.
pub(super) fn find(name: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.is_named(name))
}

/// Lists the options to announce: ours, then those of the engine behind us whose names are not taken. What was set
/// before is told as the default, since some GUIs send all the defaults that they show.
pub(super) fn announced(
    dialect: Dialect,
    of_engine: &[EngineOption],
    preset: &[(String, String)],
) -> Vec<EngineOption> {
    let ours = ROWS.iter().filter_map(|row| {
        let name = row.name(dialect);
        let kind = kind(row.key, dialect);
        let theirs = of_engine.iter().find(|option| row.is_named(&option.name));
        let kind = match theirs {
            Some(theirs) if row.is_shared() => widened(kind, &theirs.kind),
            _ => kind,
        };
        (!name.is_empty()).then(|| EngineOption {
            name: name.to_owned(),
            kind,
        })
    });
    let theirs = of_engine
        .iter()
        .filter(|option| find(&option.name).is_none() && !is_hidden(&option.name));
    let mut all: Vec<_> = ours.chain(theirs.cloned()).collect();
    for (name, value) in preset {
        match find(name) {
            None => put_default(&mut all, name, value),
            Some(row) if matches!(row.key, Key::RuleSet | Key::OldRepetition) => {
                let rules = RuleSet::by_name(value).unwrap_or_default().name;
                // The words of the one are not those of the other, and each has one for every rule set.
                let mut words = OLD_REPETITION.into_iter();
                let is_same =
                    |word: &&str| RuleSet::by_name(word).is_some_and(|of| of.name == rules);
                put_default(
                    &mut all,
                    "repetition",
                    words.find(is_same).unwrap_or_default(),
                );
                put_default(&mut all, "ruleset", &rules);
            }
            Some(row) => put_default(&mut all, row.name(dialect), value),
        }
    }
    all
}

fn is_hidden(name: &str) -> bool {
    HIDDEN.iter().any(|hidden| is_same_name(hidden, name))
}

/// Gives the values of an option that two engines take, as the one behind us has them. The least of ours is kept where it
/// is less: UCCI's 0 for "automatic".
fn widened(ours: OptionKind, theirs: &OptionKind) -> OptionKind {
    match (ours, theirs) {
        (OptionKind::Spin { min: least, .. }, &OptionKind::Spin { default, min, max }) => {
            OptionKind::Spin {
                default,
                min: least.min(min),
                max,
            }
        }
        (OptionKind::Check { .. }, OptionKind::Check { .. }) => theirs.clone(),
        (ours, _) => ours,
    }
}

impl Row {
    /// Gives the name under which it is announced; empty if it is not.
    const fn name(&self, dialect: Dialect) -> &'static str {
        if dialect.is_ucci() {
            self.ucci
        } else {
            self.uci
        }
    }

    fn is_named(&self, name: &str) -> bool {
        let all = [self.ucci, self.uci]
            .into_iter()
            .chain(self.aliases.iter().copied());
        all.filter(|known| !known.is_empty())
            .any(|known| is_same_name(known, name))
    }

    /// Tells whether the option is meant for whoever thinks.
    pub(super) const fn is_shared(&self) -> bool {
        matches!(
            self.key,
            Key::Hash
                | Key::Threads
                | Key::Ponder
                | Key::ClearHash
                | Key::MultiPv
                | Key::Skill
                | Key::Book
                | Key::MoveOverhead
                | Key::UseNnue
        )
    }
}

/// The words of UCCI's old `repetition`, then those of Pikafish's former `Repetition Rule`, then our own for what neither
/// has a word for.
const OLD_REPETITION: [&str; 11] = [
    "chineserule",
    "asianrule",
    "checkban",
    "alwaysdraw",
    "Computer",
    "Chinese",
    "Asian",
    "SkyRule",
    "Sky",
    "TianTian",
    "cn2020",
];

/// What values one of our options takes. UCCI's spins know 0 as "automatic".
pub(super) fn kind(key: Key, dialect: Dialect) -> OptionKind {
    let least = if dialect.is_ucci() { 0 } else { 1 };
    let check = |default| OptionKind::Check { default };
    let spin = |default, min, max| OptionKind::Spin { default, min, max };
    let combo = |choices: &[&str]| OptionKind::Combo {
        default: choices.first().copied().unwrap_or_default().to_owned(),
        choices: choices.iter().map(|choice| (*choice).to_owned()).collect(),
    };
    match key {
        Key::UseMillisec | Key::EarlyMateStop | Key::Book => check(true),
        Key::Batch | Key::Ponder | Key::Draws | Key::Resigns => check(false),
        Key::ClearHash | Key::NewGame => OptionKind::Button,
        Key::Hash => widened(spin(0, least, 0), &BuiltinOption::Hash.declared().kind),
        Key::Threads => widened(spin(0, least, 0), &BuiltinOption::Threads.declared().kind),
        Key::MultiPv => spin(1, 1, 128),
        Key::Skill => BuiltinOption::SkillLevel.declared().kind,
        Key::Seed => BuiltinOption::Seed.declared().kind,
        Key::MoveOverhead => BuiltinOption::MoveOverhead.declared().kind,
        Key::UseNnue => BuiltinOption::UseNnue.declared().kind,
        Key::Count => spin(0, 0, *RuleSet::COUNTS.end() as i64),
        Key::DrawMoves => spin(
            DEFAULT_ROUNDS.into(),
            0,
            (NaturalLimit::MOST_PLIES / 2).into(),
        ),
        Key::RuleSet => combo(&RuleSet::NAMES),
        Key::OldRepetition => combo(&OLD_REPETITION),
        Key::Mode => combo(&["strict", "warning"]),
        Key::Guard => combo(&["forbid", "warn", "off"]),
        Key::Language => combo(&["both", "zh", "en"]),
        Key::Encoding => combo(&["auto", "utf8", "gbk"]),
        Key::Variant => combo(&["xiangqi"]),
        Key::GuiName | Key::Profile => OptionKind::Text {
            default: String::new(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spin(name: &str, default: i64, min: i64, max: i64) -> EngineOption {
        EngineOption {
            name: name.to_owned(),
            kind: OptionKind::Spin { default, min, max },
        }
    }

    #[test]
    fn the_engines_options_stand_beside_ours() {
        let of_engine = [
            spin("Hash", 64, 1, 1024),
            spin("CPUs", 2, 1, 8),
            spin("Natural_Limit", 1, 1, 1),
            spin("protocol", 1, 1, 1),
            spin("UCI_Chess960", 1, 1, 1),
            spin("Contempt", 0, -100, 100),
        ];
        let announced = announced(Dialect::Ucci, &of_engine, &[]);
        let ours = announced.len() - 1;
        assert_eq!(announced[ours], of_engine[5]);
        assert!(announced.contains(&spin("hashsize", 64, 0, 1024)));
        assert!(announced.contains(&spin("threads", 2, 0, 8)));
        assert!(announced.contains(&spin("drawmoves", 60, 0, 200)));
        assert_eq!(super::announced(Dialect::Ucci, &[], &[]).len(), ours);
    }

    #[test]
    fn the_bundled_searcher_takes_the_same_whoever_asks() {
        let offered = announced(Dialect::Uci, &[], &[]);
        // A technique is left out to measure it, by matches alone.
        let is_offered = |option: &BuiltinOption| *option != BuiltinOption::Without;
        for option in BuiltinOption::ALL.into_iter().filter(is_offered) {
            let EngineOption { name, kind } = option.declared();
            let ours = offered.iter().find(|ours| ours.name == name).unwrap();
            match (&ours.kind, &kind) {
                // A GUI has the book open.
                (OptionKind::Check { .. }, OptionKind::Check { .. }) => {}
                _ => assert_eq!(ours.kind, kind, "{name}"),
            }
        }
    }

    #[test]
    fn what_was_set_is_told_as_the_default() {
        let of_engine = [spin("Hash", 64, 1, 1024), spin("Slow Mover", 84, 10, 1000)];
        let preset = [
            ("Hash", "9999"),
            ("slow_mover", "90"),
            ("Message Language", "en"),
            ("repcount", "5"),
            ("guard", "sometimes"),
            ("newgame", ""),
        ];
        let preset = preset.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let written = |dialect, preset: &[_]| -> Vec<String> {
            let all = announced(dialect, &of_engine, preset).into_iter();
            all.map(|option| option.write(dialect)).collect()
        };
        let mut changed = written(Dialect::Ucci, &preset);
        changed.retain(|line| !written(Dialect::Ucci, &[]).contains(line));
        assert_eq!(
            changed,
            [
                "option hashsize type spin min 0 max 1024 default 1024",
                "option repcount type spin min 0 max 99 default 5",
                "option msglang type combo var both var zh var en default en",
                "option slow_mover type spin min 10 max 1000 default 90",
            ]
        );
        // A GUI that sends back what it was told leaves the rules as they are, in whatever order.
        for rules in RuleSet::NAMES {
            for name in ["ruleset", "repetition"] {
                let preset = [(name.to_owned(), rules.to_owned())];
                let all = announced(Dialect::Ucci, &[], &preset);
                let told = all.iter().filter_map(|option| match &option.kind {
                    OptionKind::Combo { default, .. } => Some((&*option.name, &**default)),
                    _ => None,
                });
                let told = told.filter(|(name, _)| ["ruleset", "repetition"].contains(name));
                let told: Vec<_> = told.map(|(_, value)| RuleSet::by_name(value)).collect();
                assert_eq!(told, [RuleSet::by_name(rules), RuleSet::by_name(rules)]);
            }
        }
    }

    #[test]
    fn no_name_is_taken_twice() {
        for (index, row) in ROWS.iter().enumerate() {
            for name in [row.ucci, row.uci].iter().chain(row.aliases) {
                let found = ROWS.iter().position(|row| row.is_named(name));
                assert!(name.is_empty() || found == Some(index), "{name}");
            }
        }
    }
}
