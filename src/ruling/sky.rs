//! 天天: what is told of its rules, which have no published text.
//!
//! Known are the rounds after which an attacker must change, by what he does and with how many pieces, that like
//! offenders draw, and that a checker changes against a chaser. Not known, and so taken from the Asian rules: what a
//! chase is, beyond that it looks at the next capture. Not known either, and decided here: a run of attacks counts
//! where it comes round, as everywhere else; the last of the rounds ends the matter; the pieces counted are those that
//! make the moves; a chase of several pieces by turns is allowed, checks and chases by turns are an offence whatever
//! the chases are of, as grave as a perpetual chase; chases of pinned rooks weigh as others.

use super::{Book, Class, Cycle, Finding, Nature, RoundLimits, asian, verdict};
use crate::board::{ByColor, Color, Square};
use crate::position::Line;
use crate::ruling::Verdict;

/// What both sides did over a stretch.
pub(super) struct Conduct {
    pub(super) findings: Vec<Finding>,
    pub(super) classes: ByColor<Class>,
}

impl Conduct {
    pub(super) fn of(line: &Line, cycle: Cycle) -> Self {
        let asian = asian::Findings::of(line, cycle, Book::Asian);
        let findings = asian.findings(line, cycle.start);
        let classes = ByColor::new_with(|color| {
            let mut own = natures(&findings, line.turn_at(cycle.start) == color).peekable();
            match asian.class[color] {
                Class::PerpetualCheck => Class::PerpetualCheck,
                Class::Allowed if own.peek().is_none() || !is_check_and_chase(own) => {
                    Class::Allowed
                }
                _ => Class::ForbiddenB,
            }
        });
        Self { findings, classes }
    }

    /// Gives the rounds after which the stretch is ruled; `None` if it is ruled by its occurrences, since nobody offends.
    pub(super) fn rounds(&self, line: &Line, cycle: Cycle, limits: &RoundLimits) -> Option<usize> {
        let culprit = match verdict::compare(self.classes) {
            Verdict::MustChange(culprit) => culprit,
            Verdict::Draw if self.classes.red == Class::Allowed => return None,
            Verdict::Draw => return Some(limits.both),
        };
        let of_pieces = |limits: &[usize]| {
            let pieces = pieces(line, cycle, culprit).clamp(1, limits.len());
            limits.get(pieces - 1).copied()
        };
        let is_first = line.turn_at(cycle.start) == culprit;
        match self.classes[culprit] {
            Class::PerpetualCheck => of_pieces(&limits.checks),
            _ if natures(&self.findings, is_first).any(|nature| nature == Nature::Check) => {
                of_pieces(&limits.check_and_chase)
            }
            _ => Some(limits.chase),
        }
    }
}

/// Goes over the natures of the moves of the side that moves first, or of the other.
fn natures(findings: &[Finding], is_first: bool) -> impl Iterator<Item = Nature> {
    let own = findings.iter().skip(usize::from(!is_first)).step_by(2);
    own.map(|finding| finding.nature)
}

/// Tells whether moves are checks and chases and nothing else, with both among them.
fn is_check_and_chase(natures: impl Iterator<Item = Nature>) -> bool {
    let (mut checks, mut chases) = (0, 0);
    for nature in natures {
        match nature {
            Nature::Check => checks += 1,
            Nature::Chase => chases += 1,
            _ => return false,
        }
    }
    checks > 0 && chases > 0
}

/// Counts the pieces with which a side makes its moves.
fn pieces(line: &Line, cycle: Cycle, color: Color) -> usize {
    // Where each piece that has moved stands now.
    let mut moved: Vec<Square> = Vec::new();
    let own = (cycle.start..cycle.end()).filter(|ply| line.turn_at(*ply) == color);
    for mv in own.filter_map(|ply| line.move_at(ply)) {
        match moved.iter_mut().find(|square| **square == mv.from()) {
            Some(square) => *square = mv.to(),
            None => moved.push(mv.to()),
        }
    }
    moved.len()
}
