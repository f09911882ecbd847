//! What a file did not keep of a game.

use std::collections::BTreeMap;

use super::move_tree::{Sibling, siblings};
use super::{GameRecord, Variation};

/// How much of a game, or of several, a file does not hold.
///
/// # Examples
///
/// ```
/// use caipan::position::Position;
/// use caipan::record::{GameRecord, Losses};
///
/// let kept = GameRecord::new(Position::start());
/// let mut record = kept.clone();
/// record.tags.push(("Event".to_owned(), "x".to_owned()));
/// record.add_comment("y");
/// let losses = Losses::of(&record, Some(&kept));
/// assert_eq!(losses.in_english(), "tag Event lost; 1 comment lost");
/// assert_eq!(losses.in_chinese(), "标签 Event 丢失；1 条注解丢失");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// Games of which nothing can be read.
    games: usize,
    /// Games with another start.
    starts: usize,
    /// Games whose start has lost its counters.
    counters: usize,
    moves: usize,
    outcomes: usize,
    /// How often each tag is not there.
    lost_tags: BTreeMap<String, usize>,
    /// How often each tag has another value.
    changed_tags: BTreeMap<String, usize>,
    lost_comments: usize,
    changed_comments: usize,
    variations: usize,
}

impl Losses {
    /// Compares a game with what is read of it again, if anything is.
    #[must_use]
    pub fn of(record: &GameRecord, kept: Option<&GameRecord>) -> Self {
        let mut losses = Self::default();
        let Some(kept) = kept else {
            losses.games = 1;
            return losses;
        };
        // Most formats keep them all, and there may be many.
        let tags = (record.tags != kept.tags).then_some(&record.tags);
        for (name, value) in tags.into_iter().flatten() {
            let mut found = kept
                .tags
                .iter()
                .filter(|tag| tag.0.eq_ignore_ascii_case(name));
            if found.clone().any(|(_, kept)| kept == value) {
                continue;
            }
            let tags = match found.next() {
                None => &mut losses.lost_tags,
                Some(_) => &mut losses.changed_tags,
            };
            tags.insert(name.clone(), 1);
        }
        losses.outcomes = usize::from(record.outcome != kept.outcome);
        let (line, kept_line) = (record.line(), kept.line());
        if line.start().key() != kept_line.start().key() {
            losses.starts = 1;
        } else if line.start() != kept_line.start() {
            losses.counters = 1;
        }
        let alike = line.moves().zip(kept_line.moves());
        losses.moves = line.len() - alike.take_while(|(mv, kept)| mv == kept).count();
        for ply in 0..=line.len() {
            losses.compare_comments(record.comment(ply), kept.comment(ply));
        }
        losses.compare_variations(record.variations(), kept.variations());
        losses
    }

    fn compare_comments(&mut self, comment: &str, kept: &str) {
        if comment != kept {
            let count = if kept.is_empty() {
                &mut self.lost_comments
            } else {
                &mut self.changed_comments
            };
            *count += 1;
        }
    }

    /// Compares variations in the form to which some formats bring them, so that what only changes its place is not lost.
    fn compare_variations(&mut self, variations: &[Variation], kept: &[Variation]) {
        let kept = siblings(kept);
        let mut kept = kept.iter();
        for sibling in siblings(variations) {
            let moves = sibling.variation.moves();
            let is_it =
                |other: &&Sibling<'_>| other.at == sibling.at && other.variation.moves() == moves;
            // Variations keep their order, so that each is looked for behind the one before it.
            let mut rest = kept.clone();
            let Some(found) = rest.find(is_it) else {
                self.variations += 1 + count(sibling.later);
                continue;
            };
            kept = rest;
            for ply in 1..=moves.len() {
                self.compare_comments(&sibling.comment(ply), &found.comment(ply));
            }
            self.compare_variations(sibling.later, found.later);
        }
    }

    /// Tells whether nothing is lost.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Counts the losses of another game too.
    pub fn add(&mut self, other: &Self) {
        for (own, other) in [
            (&mut self.games, other.games),
            (&mut self.starts, other.starts),
            (&mut self.counters, other.counters),
            (&mut self.moves, other.moves),
            (&mut self.outcomes, other.outcomes),
            (&mut self.lost_comments, other.lost_comments),
            (&mut self.changed_comments, other.changed_comments),
            (&mut self.variations, other.variations),
        ] {
            *own += other;
        }
        for (own, other) in [
            (&mut self.lost_tags, &other.lost_tags),
            (&mut self.changed_tags, &other.changed_tags),
        ] {
            for (name, count) in other {
                *own.entry(name.clone()).or_default() += count;
            }
        }
    }

    /// Tells the losses in English.
    #[must_use]
    pub fn in_english(&self) -> String {
        let number = |count: usize, one: &str, many: &str, fate: &str| {
            let noun = if count == 1 { one } else { many };
            (count > 0).then(|| format!("{count} {noun} {fate}"))
        };
        let tags = |tags: &BTreeMap<String, usize>, fate: &str| {
            let noun = if tags.len() == 1 { "tag" } else { "tags" };
            (!tags.is_empty()).then(|| format!("{noun} {} {fate}", names(tags, ", ")))
        };
        let told = [
            number(self.games, "game", "games", "lost"),
            number(self.starts, "start", "starts", "changed"),
            number(self.counters, "start", "starts", "without its counters"),
            number(self.moves, "move", "moves", "lost"),
            number(self.variations, "variation", "variations", "lost"),
            number(self.outcomes, "result", "results", "lost"),
            tags(&self.lost_tags, "lost"),
            tags(&self.changed_tags, "changed"),
            number(self.lost_comments, "comment", "comments", "lost"),
            number(self.changed_comments, "comment", "comments", "changed"),
        ];
        told.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }

    /// Tells the losses in Chinese.
    #[must_use]
    pub fn in_chinese(&self) -> String {
        let number = |count: usize, noun: &str| (count > 0).then(|| format!("{count} {noun}"));
        let tags = |tags: &BTreeMap<String, usize>, fate: &str| {
            (!tags.is_empty()).then(|| format!("标签 {} {fate}", names(tags, "、")))
        };
        let told = [
            number(self.games, "局丢失"),
            number(self.starts, "个起始局面改变"),
            number(self.counters, "个起始局面失去计数"),
            number(self.moves, "着丢失"),
            number(self.variations, "个变着丢失"),
            number(self.outcomes, "个结果丢失"),
            tags(&self.lost_tags, "丢失"),
            tags(&self.changed_tags, "改变"),
            number(self.lost_comments, "条注解丢失"),
            number(self.changed_comments, "条注解改变"),
        ];
        told.into_iter().flatten().collect::<Vec<_>>().join("；")
    }
}

/// Lists tags; those of several games each with how many there are.
fn names(tags: &BTreeMap<String, usize>, comma: &str) -> String {
    let told = tags.iter().map(|(name, count)| match count {
        1 => name.clone(),
        _ => format!("{name} ({count})"),
    });
    told.collect::<Vec<_>>().join(comma)
}

fn count(variations: &[Variation]) -> usize {
    let inner = variations
        .iter()
        .map(|variation| count(variation.variations()));
    variations.len() + inner.sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_any;
    use crate::position::{Outcome, Position};

    fn game(fen: &str) -> GameRecord {
        GameRecord::new(Position::from_fen(fen).unwrap())
    }

    #[test]
    fn everything_that_is_lost_is_told() {
        let mut record = game("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 3 9");
        record.tags.push(("Event".to_owned(), "x".to_owned()));
        record.tags.push(("Red".to_owned(), "y".to_owned()));
        record.outcome = Some(Outcome::Draw);
        record.add_comment("a");
        for mv in ["e1e2", "d9d8"] {
            let mv = read_any(record.line().position(), mv).unwrap();
            record.push(mv).unwrap();
        }
        record.add_comment("b");
        let mut variation = Variation::new(0);
        variation.push(read_any(record.line().start(), "e1e3").unwrap());
        variation.add_comment("c");
        record.add_variation(variation.clone()).unwrap();
        assert!(Losses::of(&record, Some(&record)).is_empty());

        let mut kept = game("3k5/9/9/9/9/9/9/9/4R4/4K4 w");
        kept.tags.push(("red".to_owned(), "z".to_owned()));
        kept.add_comment("other");
        let mut losses = Losses::of(&record, Some(&kept));
        assert_eq!(
            losses.in_english(),
            "1 start without its counters; 2 moves lost; 1 variation lost; 1 result lost; tag Event lost; tag Red changed; \
             1 comment lost; 1 comment changed"
        );
        losses.add(&losses.clone());
        losses.add(&Losses::of(&record, None));
        assert_eq!(
            losses.in_chinese(),
            "1 局丢失；2 个起始局面失去计数；4 着丢失；2 个变着丢失；2 个结果丢失；标签 Event (2) 丢失；标签 Red (2) 改变；\
             2 条注解丢失；2 条注解改变"
        );
        let mut kept = record.clone();
        kept.add_comment("more");
        assert_eq!(
            Losses::of(&record, Some(&kept)).in_english(),
            "1 comment changed"
        );
        let other = game("3k5/9/9/9/9/9/9/9/4R4/4K4 b");
        assert!(
            Losses::of(&record, Some(&other))
                .in_english()
                .starts_with("1 start changed")
        );
    }

    /// What XQF only puts in another place is not lost; what is there no longer is.
    #[test]
    fn what_changes_its_place_is_not_lost() {
        for (moves, lost) in [
            ("1. h2e2 (1. b2e2 (1. c3c4 h9g7 (b9c7)) b9c7) h9g7", 3),
            ("1. h2e2 (1. {why} b2e2 {so})", 1),
            ("1. h2e2 (1. {why} b2e2 (1. {or} c3c4))", 2),
        ] {
            let (_, read) = crate::record::pgn::read(moves).next().unwrap();
            let record = read.unwrap();
            let kept = crate::record::xqf::read(&crate::record::xqf::write(&record)).unwrap();
            assert_ne!(record.variations(), kept.variations(), "{moves}");
            assert_eq!(
                Losses::of(&record, Some(&kept)),
                Losses::default(),
                "{moves}"
            );
            let bare = GameRecord::new(record.line().start().clone());
            assert_eq!(Losses::of(&record, Some(&bare)).variations, lost, "{moves}");
        }
    }
}
