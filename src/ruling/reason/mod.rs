//! Why a move has its nature, in words, with the articles that decide it.

use super::explain::{Text, piece, variation};
use super::material::is_material;
use super::{Balance, Book, Finding, Nature, Novelty, RuleSet, Target};
use crate::board::{Board, Color, Piece, PieceType};
use crate::position::{Line, Move, Position};

/// Says why move number `ply` of a line has its nature.
#[must_use]
pub fn nature(line: &Line, ply: usize, finding: &Finding, rules: &RuleSet) -> Text {
    let moved = Moved::of(line, ply);
    let (why, articles) = match finding.nature {
        Nature::Check => (
            Text::new("直接攻击对方将帅", "attacks the enemy king"),
            vec!["24.1"],
        ),
        Nature::MateThreat => {
            let proof = variation(&moved.passed(), &finding.line);
            let why = Text::new(
                format!("伏有{}，连将成杀", proof.zh),
                format!("threatens mate by checks: {}", proof.en),
            );
            let by_answer = moved.answers_check.then_some("26.3");
            (why, ["24.2"].into_iter().chain(by_answer).collect())
        }
        Nature::Chase => chase(&moved, &finding.targets),
        Nature::Exchange => (Text::new("邀对方兑子", "offers an exchange"), vec!["24.4"]),
        Nature::Offer => (Text::new("送子给对方吃", "offers a piece"), vec!["24.5"]),
        Nature::Block => (
            Text::new("拦住对方子力", "obstructs an enemy piece"),
            vec!["24.6"],
        ),
        Nature::Follow => (
            Text::new("跟住有根子", "stays on a protected piece"),
            vec!["24.7"],
        ),
        Nature::Idle
            if rules.book == Book::Chinese
                && moved.answers_check
                && moved.kind == Some(PieceType::King) =>
        {
            (
                Text::new("动将（帅）应将", "the king moves out of check"),
                vec!["26.1.2"],
            )
        }
        Nature::Idle => (Text::new("无攻击作用", "no attack"), vec!["24.8"]),
    };
    let word = finding.nature;
    if rules.book == Book::Chinese {
        let (zh, en) = (articles.join("、"), articles.join(", "));
        Text::new(
            format!("{}，判“{}”（{zh}）", why.zh, word.chinese()),
            format!("{}: {} ({en})", why.en, word.plain_english()),
        )
    } else {
        Text::new(
            format!("{}，为{}", why.zh, word.chinese()),
            format!("{}: {}", why.en, word.plain_english()),
        )
    }
}

/// A move that was played.
struct Moved {
    mover: Color,
    kind: Option<PieceType>,
    answers_check: bool,
    after: Position,
}

impl Moved {
    fn of(line: &Line, ply: usize) -> Self {
        let after = line.position_at(ply + 1);
        let to = line.move_at(ply).map(Move::to);
        Self {
            mover: line.turn_at(ply),
            kind: to
                .and_then(|to| after.board().piece_at(to))
                .map(Piece::kind),
            answers_check: line.was_check(ply),
            after,
        }
    }

    /// Gives the position with the mover to move once more.
    fn passed(&self) -> Position {
        let mut passed = self.after.clone();
        let _ = passed.play_null();
        passed
    }
}

/// Says what a move chases: the gravest threat with its line, and what else it attacks.
fn chase(moved: &Moved, targets: &[Target]) -> (Text, Vec<&'static str>) {
    let Some((gravest, others)) = targets.split_first() else {
        return (Text::default(), vec!["24.3"]);
    };
    let threat = Threat::of(moved, gravest);
    let mut why = threat.text();
    if !others.is_empty() {
        let others: Vec<Piece> = others.iter().map(|target| target.piece).collect();
        let others = list(&others);
        why.zh += &format!("，兼捉{}", others.zh);
        why.en += &format!("; also chases {}", others.en);
    }
    let mut articles = vec!["24.3", "26.1.1", "26.3", "26.5", "26.6", "26.8", "26.10"];
    articles.retain(|article| threat.rests_on(moved, article));
    (why, articles)
}

/// A target with what its line wins and loses.
struct Threat<'a> {
    target: &'a Target,
    /// Where the line begins.
    start: Position,
    won: Vec<Piece>,
    lost: Vec<Piece>,
    /// The first move of the line by which something is lost.
    loss: Option<Move>,
    mates: bool,
}

impl<'a> Threat<'a> {
    fn of(moved: &Moved, target: &'a Target) -> Self {
        let start = if target.is_offered {
            moved.after.clone()
        } else {
            moved.passed()
        };
        let mut position = start.clone();
        let (mut won, mut lost, mut loss) = (Vec::new(), Vec::new(), None);
        for mv in &target.line {
            let taken = position.board().piece_at(mv.to());
            if let Some(taken) = taken.filter(|piece| is_material(*piece, mv.to())) {
                if taken.color() == moved.mover {
                    lost.push(taken);
                    loss = loss.or(Some(*mv));
                } else {
                    won.push(taken);
                }
            }
            let _ = position.play_unchecked(*mv);
        }
        Self {
            target,
            start,
            won,
            lost,
            loss,
            mates: position.turn() != moved.mover && !position.has_legal_move(),
        }
    }

    /// Tells whether the threat counts by this article.
    fn rests_on(&self, moved: &Moved, article: &str) -> bool {
        let is_offered = self.target.is_offered;
        let is_royal = matches!(moved.kind, Some(PieceType::King | PieceType::Pawn));
        match article {
            "24.3" => !is_offered,
            "26.1.1" => is_royal,
            "26.3" => moved.answers_check,
            "26.5" => self.target.balance == Balance::Level,
            "26.6" => {
                let is_exchange = !self.won.is_empty() && !self.lost.is_empty();
                !is_offered && is_exchange && self.target.balance == Balance::Gain && !self.mates
            }
            "26.8" => {
                let first = self.target.line.first();
                let piece = first.and_then(|mv| self.start.board().piece_at(mv.from()));
                let is_capture = first.is_some_and(|mv| self.start.is_capture(*mv));
                !is_offered && is_capture && piece.map(Piece::kind) == Some(PieceType::Pawn)
            }
            "26.10" => is_offered,
            _ => false,
        }
    }

    fn text(&self) -> Text {
        let proof = variation(&self.start, &self.target.line);
        let (won, lost) = (list(&self.won), list(&self.lost));
        let mut sum = match (self.won.is_empty(), self.lost.is_empty()) {
            (true, _) => Text::default(),
            (false, true) => Text::new(format!("得{}", won.zh), won.en),
            (false, false) => Text::new(
                format!("得{}失{}", won.zh, lost.zh),
                format!("{} for {}", won.en, lost.en),
            ),
        };
        if self.mates {
            sum = match self.won.is_empty() {
                true => Text::new("成杀", "mate"),
                false => Text::new(format!("{}并成杀", sum.zh), format!("{} and mate", sum.en)),
            };
        }
        if self.target.is_offered {
            let name = piece(self.target.piece);
            return Text::new(
                format!("邀兑{}，对方若吃：{}，{}", name.zh, proof.zh, sum.zh),
                format!(
                    "offers to exchange the {}; if it is taken, {} wins {}",
                    name.en, proof.en, sum.en
                ),
            );
        }
        let novelty = novelty(self.target.novelty);
        let threat = Text::new(
            format!("伏有{}，{}，{}", proof.zh, sum.zh, novelty.zh),
            format!("threatens {}, winning {}, {}", proof.en, sum.en, novelty.en),
        );
        match self.target.balance {
            Balance::Gain => threat,
            Balance::Level => {
                let bystander = self.bystander();
                Text::new(
                    format!("{}，价值相当而{}", threat.zh, bystander.zh),
                    format!("{}; that is level, but {}", threat.en, bystander.en),
                )
            }
        }
    }

    /// Says which of the three ways of 26.5 makes a level line a chase: what the chaser guarded is lost, or what it
    /// shielded, or neither.
    fn bystander(&self) -> Text {
        let each = Text::new("系各吃各子", "each side takes a different piece");
        let (Some(first), Some(loss)) = (self.target.line.first(), self.loss) else {
            return each;
        };
        let board = self.start.board();
        let (Some(chaser), Some(lost)) = (board.piece_at(first.from()), board.piece_at(loss.to()))
        else {
            return each;
        };
        let mut without = board.clone();
        without.remove(first.from());
        let is_attacked = |board: &Board| {
            board
                .attackers(loss.to(), !chaser.color())
                .contains(loss.from())
        };
        if !is_attacked(board) && is_attacked(&without) {
            Text::new(
                format!("系被牵子（所遮之{}被吃）捉子", piece(lost).zh),
                format!("the {} lost is what the chaser shielded", piece(lost).en),
            )
        } else if board
            .attackers(loss.to(), chaser.color())
            .contains(first.from())
        {
            Text::new(
                format!("系做根子（所保之{}被吃）捉子", piece(lost).zh),
                format!("the {} lost is what the chaser guarded", piece(lost).en),
            )
        } else {
            each
        }
    }
}

fn novelty(novelty: Novelty) -> Text {
    match novelty {
        Novelty::NewCapture => Text::new("走子前不能", "which was not possible before the move"),
        Novelty::NowPays => Text::new("走子前虽能吃而不得子", "which did not pay before the move"),
        Novelty::PaysMore => Text::new("走子前所得较少", "which paid less before the move"),
        Novelty::Escape => Text::new(
            "走子避捉，原有之捉复活",
            "an old attack that the escape of the piece brings to life",
        ),
    }
}

/// Lists pieces by kind, the strongest first: 车、双象 / a rook and two elephants.
fn list(pieces: &[Piece]) -> Text {
    use PieceType::{Advisor, Bishop, Cannon, Knight, Pawn, Rook};
    let (mut zh, mut en) = (Vec::new(), Vec::new());
    for kind in [Rook, Knight, Cannon, Bishop, Advisor, Pawn] {
        let mut of_kind = pieces.iter().filter(|piece| piece.kind() == kind);
        let Some(first) = of_kind.next() else {
            continue;
        };
        let name = piece(*first);
        let (count, article) = match of_kind.count() + 1 {
            1 if matches!(kind, Advisor | Bishop) => ("", "an"),
            1 => ("", "a"),
            2 => ("双", "two"),
            3 => ("三", "three"),
            4 => ("四", "four"),
            _ => ("五", "five"),
        };
        let plural = if article.starts_with('a') { "" } else { "s" };
        zh.push(format!("{count}{}", name.zh));
        en.push(format!("{article} {}{plural}", name.en));
    }
    let last = en.pop().unwrap_or_default();
    let en = if en.is_empty() {
        last
    } else {
        format!("{} and {last}", en.join(", "))
    };
    Text::new(zh.join("、"), en)
}

#[cfg(test)]
mod tests;
