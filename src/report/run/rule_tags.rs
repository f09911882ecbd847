//! The rules of a run as tags of its records, and back.

use crate::record::GameRecord;
use crate::ruling::{NaturalLimit, RuleSet};
use crate::tournament::{OnViolation, Settings};

const RULES: &str = "Rules";
const COUNT: &str = "RepetitionCount";
const LIMIT: &str = "NaturalLimit";
const CHECKS: &str = "NaturalLimitChecks";
const MODE: &str = "RulingMode";

/// Gives the tags that tell by which rules games are judged.
pub fn tags(settings: &Settings) -> impl Iterator<Item = (&'static str, String)> {
    let mode = match settings.on_violation {
        OnViolation::Lose => None,
        OnViolation::Warn => Some("warning"),
        OnViolation::Forbid => Some("forbid"),
    };
    let tags = [
        (RULES, Some(settings.rules.clone())),
        (
            COUNT,
            settings.repetition_count.map(|count| count.to_string()),
        ),
        (LIMIT, settings.natural_limit.map(|plies| plies.to_string())),
        (
            CHECKS,
            settings.natural_checks.map(|checks| checks.to_string()),
        ),
        (MODE, mode.map(str::to_owned)),
    ];
    let known = |(name, value): (_, Option<String>)| Some((name, value?));
    tags.into_iter().filter_map(known)
}

/// Gives the rule set by which a game was judged, as its tags tell; `None` if they do not, or not in words that are known.
#[must_use]
pub fn rule_set_of(game: &GameRecord) -> Option<RuleSet> {
    let number = |name, least, most| match game.tag(name) {
        None => Some(None),
        Some(text) => {
            let number = text.parse().ok();
            number
                .filter(|number: &u32| (least..=most).contains(number))
                .map(Some)
        }
    };
    let counts = RuleSet::COUNTS;
    let count = number(COUNT, *counts.start() as u32, *counts.end() as u32)?;
    let settings = Settings {
        rules: game.tag(RULES)?.to_owned(),
        repetition_count: count.map(|count| count as usize),
        natural_limit: number(LIMIT, 0, NaturalLimit::MOST_PLIES)?,
        natural_checks: number(CHECKS, 0, NaturalLimit::MOST_PLIES)?,
        on_violation: match game.tag(MODE) {
            None => OnViolation::Lose,
            Some("warning") => OnViolation::Warn,
            Some("forbid") => OnViolation::Forbid,
            Some(_) => return None,
        },
        ..Settings::default()
    };
    settings.rule_set()
}

#[cfg(test)]
mod tests {
    use proptest::option;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::position::Position;

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            rules in select(RuleSet::NAMES.as_slice()),
            repetition_count in option::of(RuleSet::COUNTS),
            natural_limit in option::of(0..=NaturalLimit::MOST_PLIES),
            natural_checks in option::of(0..=NaturalLimit::MOST_PLIES),
            on_violation in select(vec![OnViolation::Lose, OnViolation::Warn, OnViolation::Forbid]),
        ) {
            let settings = Settings {
                rules: rules.to_owned(),
                repetition_count,
                natural_limit,
                natural_checks,
                on_violation,
                ..Settings::default()
            };
            let mut game = GameRecord::new(Position::start());
            game.tags.extend(tags(&settings).map(|(name, value)| (name.to_owned(), value)));
            prop_assert_eq!(rule_set_of(&game), settings.rule_set());
        }
    }

    #[test]
    fn words_that_are_not_known_tell_nothing() {
        for tags in [
            &[][..],
            &[("Rules", "club")],
            &[("Rules", "axf"), ("RepetitionCount", "1")],
            &[("Rules", "axf"), ("NaturalLimit", "many")],
            &[("Rules", "axf"), ("NaturalLimitChecks", "401")],
            &[("Rules", "axf"), ("RulingMode", "mild")],
        ] {
            let mut game = GameRecord::new(Position::start());
            let tags = tags.iter();
            game.tags = tags
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect();
            assert_eq!(rule_set_of(&game), None, "{:?}", game.tags);
        }
    }
}
