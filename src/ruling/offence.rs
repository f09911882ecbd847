//! What a side did over a cycle, in a word, and the articles that a ruling stands on.

use super::explain::{Text, numeral};
use super::{Book, Class, Finding, Level, Nature, RuleSet, Ruling, TargetClass, Verdict};
use crate::board::{Color, PieceType};

/// What a chase is of, as the comparison of two offenders tells them apart (26.9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Chased {
    /// 捉车.
    Rook,
    /// 捉无根子.
    Unprotected,
    /// 联合捉车.
    RookJointly,
    /// 联合捉子, of another piece.
    Jointly,
    /// Any other.
    Other,
}

/// What one move did, in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Deed {
    Plain(Nature),
    Chase(Chased),
}

impl Deed {
    fn chinese(self) -> &'static str {
        match self {
            Self::Plain(nature) => nature.chinese(),
            Self::Chase(Chased::Rook) => "捉车",
            Self::Chase(Chased::Unprotected) => "捉无根子",
            Self::Chase(Chased::RookJointly) => "联合捉车",
            Self::Chase(Chased::Jointly) => "联合捉子",
            Self::Chase(Chased::Other) => "捉",
        }
    }

    fn english(self) -> &'static str {
        match self {
            Self::Plain(nature) => nature.plain_english(),
            Self::Chase(Chased::Rook) => "chase of a rook",
            Self::Chase(Chased::Unprotected) => "chase of an unprotected piece",
            Self::Chase(Chased::RookJointly) => "joint chase of a rook",
            Self::Chase(Chased::Jointly) => "joint chase",
            Self::Chase(Chased::Other) => "chase",
        }
    }
}

/// Tells what a move chases, by the gravest of its targets; `None` if it is no chase.
fn chased(finding: &Finding) -> Option<Chased> {
    let target = finding.targets.first()?;
    Some(match (finding.level?, target.class) {
        (Level::A, TargetClass::Rook) => Chased::Rook,
        (Level::A, TargetClass::Unprotected) => Chased::Unprotected,
        (_, TargetClass::Joint) if target.piece.kind() == PieceType::Rook => Chased::RookJointly,
        (_, TargetClass::Joint) => Chased::Jointly,
        _ => Chased::Other,
    })
}

/// The findings of one side.
fn own(ruling: &Ruling, color: Color) -> impl Iterator<Item = &Finding> {
    let first = usize::from(ruling.first != color);
    ruling.findings.iter().skip(first).step_by(2)
}

/// Says in a word what a side did over a cycle, such as 长将 / perpetual check or 一将一闲 / check and idle.
#[must_use]
pub fn conduct(ruling: &Ruling, color: Color) -> Text {
    // What is chased decides only where both sides do what is forbidden (26.9).
    let is_compared = Color::ALL.map(|side| ruling.classes[side] > Class::Allowed) == [true; 2];
    let mut kinds: Vec<(Deed, usize)> = Vec::new();
    for finding in own(ruling, color) {
        let deed = match chased(finding) {
            Some(chased) if is_compared => Deed::Chase(chased),
            _ => Deed::Plain(finding.nature),
        };
        match kinds.iter_mut().find(|(kind, _)| *kind == deed) {
            Some((_, count)) => *count += 1,
            None => kinds.push((deed, 1)),
        }
    }
    match kinds[..] {
        [] => Text::new("未走", "no move"),
        [(Deed::Plain(Nature::Idle), _)] => Text::new("闲", "idle"),
        // By the Asian rules only the chase of one and the same piece is perpetual.
        [(Deed::Plain(Nature::Chase), _)] if ruling.classes[color] == Class::Allowed => {
            Text::new("分捉数子", "chases of several pieces")
        }
        [(deed, _)] => Text::new(
            format!("长{}", deed.chinese()),
            format!("perpetual {}", deed.english()),
        ),
        _ => {
            let least = kinds.iter().map(|(_, count)| *count).min().unwrap_or(1);
            let is_even = kinds.iter().all(|(_, count)| count.is_multiple_of(least));
            let zh = kinds.iter().map(|(deed, count)| {
                format!(
                    "{}{}",
                    numeral(if is_even { count / least } else { *count }),
                    deed.chinese()
                )
            });
            let en: Vec<_> = kinds.iter().map(|(deed, _)| deed.english()).collect();
            Text::new(zh.collect::<String>(), en.join(" and "))
        }
    }
}

/// Lists the articles a ruling stands on; none outside the Chinese book.
#[must_use]
pub fn articles(ruling: &Ruling, rules: &RuleSet) -> Vec<&'static str> {
    if rules.book != Book::Chinese {
        return Vec::new();
    }
    let classes = ruling.classes;
    match ruling.verdict {
        Verdict::MustChange(_) if ruling.is_one_sided_check() => vec!["24.9", "25.1"],
        // Without an exact cycle there is no 24.10 or 24.11.
        Verdict::MustChange(_) if ruling.is_nine_rounds => vec!["24.13", "25.3"],
        Verdict::MustChange(culprit) if classes[!culprit] == Class::Allowed => {
            vec![kind_of_offence(ruling, culprit), "25.3"]
        }
        Verdict::MustChange(culprit) => vec!["24.13", "25.4", comparison(ruling, culprit)],
        Verdict::Draw => match classes.red {
            Class::Allowed => vec!["24.14", "25.2"],
            Class::PerpetualCheck => vec!["24.9", "25.4"],
            Class::ForbiddenA | Class::ForbiddenB => vec!["24.13", "25.4", "26.9.4"],
        },
    }
}

/// The article that names what a culprit did: 长杀 (24.10), 长捉 (24.11) or a mixture (24.13).
fn kind_of_offence(ruling: &Ruling, culprit: Color) -> &'static str {
    let mut own = own(ruling, culprit).map(|finding| finding.nature);
    let first = own.next();
    match first {
        Some(nature) if own.all(|other| other == nature) => match nature {
            Nature::MateThreat => "24.10",
            Nature::Chase => "24.11",
            _ => "24.13",
        },
        _ => "24.13",
    }
}

/// The article by which a side must change though the other does what is forbidden too.
fn comparison(ruling: &Ruling, culprit: Color) -> &'static str {
    let all = |color: Color, wanted: &[Chased]| {
        own(ruling, color).all(|finding| chased(finding).is_some_and(|kind| wanted.contains(&kind)))
    };
    if all(culprit, &[Chased::Rook]) && all(!culprit, &[Chased::Rook, Chased::RookJointly]) {
        "26.9.2"
    } else if all(culprit, &[Chased::Unprotected]) && all(!culprit, &[Chased::Jointly]) {
        "26.9.3"
    } else {
        "26.9.1"
    }
}
