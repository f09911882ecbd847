//! How a child is spoken to: its dialect, and in what it differs from others of that dialect.

use crate::analysis::Limits;
use crate::engine::declared::Declared;
use crate::engine::{BanWay, DialectChoice, Profile, Quirks};
use crate::notation::coordinate::Ranks;
use crate::position::{Line, Move, Position};
use crate::protocol::{Command, Dialect, GivenPosition, Go, Reply, TimeUnit};

/// The way of speaking to one child.
#[derive(Clone, Debug)]
pub(super) struct Speech {
    dialect: Dialect,
    /// How the child numbers ranks, once its own moves have shown it.
    ranks: Option<Ranks>,
    /// Whether positions stand without the word `position`.
    is_bare: bool,
    /// What the clock words of UCCI count.
    unit: TimeUnit,
    quirks: Quirks,
}

impl Speech {
    pub(super) fn new(profile: &Profile) -> Self {
        Self {
            dialect: Dialect::Uci,
            ranks: None,
            is_bare: profile.dialect == DialectChoice::Cyclone,
            unit: TimeUnit::Seconds,
            quirks: profile.quirks.clone(),
        }
    }

    pub(super) const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Gives what the clock words of UCCI count.
    pub(super) const fn unit(&self) -> TimeUnit {
        self.unit
    }

    /// Settles on a dialect after the handshake. How ranks are numbered then stays as the child's moves have shown, or
    /// as the profile says.
    pub(super) fn settle(&mut self, is_ucci: bool) {
        self.dialect = if is_ucci {
            Dialect::Ucci
        } else {
            with_ranks(self.ranks.or(self.quirks.ranks).unwrap_or_default())
        };
        let in_milliseconds = !is_ucci || self.quirks.milliseconds;
        self.unit = if in_milliseconds {
            TimeUnit::Milliseconds
        } else {
            TimeUnit::Seconds
        };
    }

    /// Gives what a game needs set, in this order: clocks of UCCI in milliseconds, which are then spoken, the variant, and
    /// the options of a profile.
    pub(super) fn prepare(
        &mut self,
        declared: &Declared,
        options: &[(String, String)],
    ) -> Vec<(String, String)> {
        let mut settings = Vec::new();
        let mut add = |name: &str, value: &str| settings.push((name.to_owned(), value.to_owned()));
        if self.dialect.is_ucci() && declared.find("usemillisec").is_some() {
            self.unit = TimeUnit::Milliseconds;
            add("usemillisec", "true");
        }
        if declared.wants_variant() {
            add("UCI_Variant", "xiangqi");
        }
        settings.extend_from_slice(options);
        settings
    }

    /// Tells whether the numbering of ranks has to be found out before the first search.
    pub(super) fn must_find_ranks(&self) -> bool {
        !self.dialect.is_ucci() && self.ranks.or(self.quirks.ranks).is_none()
    }

    /// Learns the numbering of ranks from a move that the child gives in a position. Tells whether it is another than was
    /// taken for true.
    pub(super) fn learn_ranks(&mut self, word: &str, position: &Position) -> bool {
        if self.ranks.is_some() || self.dialect.is_ucci() {
            return false;
        }
        let Some(ranks) = ranks_told(word, position) else {
            return false;
        };
        self.ranks = Some(ranks);
        let before = std::mem::replace(&mut self.dialect, with_ranks(ranks));
        before != self.dialect
    }

    pub(super) fn read(&self, line: &str) -> Reply {
        Reply::read(line, self.dialect)
    }

    /// Writes a command whose form depends on the dialect alone.
    pub(super) fn write(&self, command: &Command) -> String {
        command.write(self.dialect)
    }

    /// Writes the position a line has come to.
    pub(super) fn position(&self, line: &Line) -> String {
        let cut = match self.quirks.from_last_capture {
            true => line.last_capture().map_or(0, |capture| capture + 1),
            false => 0,
        };
        let start = match cut {
            0 => line.start().clone(),
            cut => line.position_at(cut),
        };
        let is_told = self.quirks.start_as_fen || start != Position::start();
        let fen = is_told.then(|| self.fen(&start));
        let command = self.write(&Command::Position(GivenPosition {
            fen,
            moves: (cut..line.len())
                .filter_map(|ply| line.move_at(ply))
                .collect(),
            unread: Vec::new(),
        }));
        match command.strip_prefix("position ") {
            Some(bare) if self.is_bare => bare.to_owned(),
            _ => command,
        }
    }

    /// Spells a position as the child reads it.
    fn fen(&self, position: &Position) -> String {
        let fen = position.to_string();
        let fields = fen.split(' ').enumerate();
        let fields = fields.map(|(field, text)| match field {
            0 if self.quirks.horse_and_elephant => text
                .chars()
                .map(|letter| match letter {
                    'N' => 'H',
                    'n' => 'h',
                    'B' => 'E',
                    'b' => 'e',
                    other => other,
                })
                .collect(),
            1 if self.quirks.red_as_r && text == "w" => "r".to_owned(),
            4 => match (self.quirks.most_quiet_plies, text.parse::<u16>()) {
                (Some(most), Ok(plies)) => plies.min(most).to_string(),
                _ => text.to_owned(),
            },
            _ => text.to_owned(),
        });
        fields.collect::<Vec<_>>().join(" ")
    }

    /// Writes the lines that begin a search behind a position.
    ///
    /// Barred moves and moves to search are told in the child's own way, the one as the complement of the other. UCI
    /// children are told a clock for both sides, the same if only one is known.
    pub(super) fn go(&self, line: &Line, limits: &Limits) -> Vec<String> {
        let mut limits = limits.clone();
        let position = line.position();
        let (allowed, barred): (Vec<Move>, Vec<Move>) = position
            .legal_moves()
            .into_iter()
            .partition(|mv| limits.allows(*mv));
        limits.search_moves.clear();
        limits.banned_moves.clear();
        let mut lines = Vec::new();
        if !barred.is_empty() && !allowed.is_empty() {
            let way = self.quirks.bans.unwrap_or(if self.dialect.is_ucci() {
                BanWay::BanMoves
            } else {
                BanWay::SearchMoves
            });
            match way {
                BanWay::BanMoves => lines.push(self.write(&Command::BanMoves {
                    moves: barred,
                    unread: Vec::new(),
                })),
                BanWay::SearchMoves => limits.search_moves = allowed,
                BanWay::None => {}
            }
        }
        limits.draw_offered &= self.quirks.draw_offers;
        let turn = position.turn();
        if !self.dialect.is_ucci() {
            let (own, opponent) = (limits.clocks[turn], limits.clocks[!turn]);
            limits.clocks[turn] = own.or(opponent);
            limits.clocks[!turn] = opponent.or(own);
        }
        let mut go = Go::from_limits(&limits, turn, self.dialect, self.unit);
        if self.quirks.deaf_while_thinking && (go.infinite || go.ponder) {
            go.infinite = false;
            go.ponder = true;
        }
        lines.push(self.write(&Command::Go(Box::new(go))));
        lines
    }

    /// Writes that the pondered move was played.
    pub(super) fn ponder_hit(&self, draw_offered: bool) -> String {
        let draw = draw_offered && self.quirks.draw_offers && self.dialect.is_ucci();
        self.write(&Command::PonderHit { draw })
    }
}

const fn with_ranks(ranks: Ranks) -> Dialect {
    match ranks {
        Ranks::FromZero => Dialect::Uci,
        Ranks::FromOne => Dialect::FairyUci,
    }
}

/// Tells how ranks are numbered in a move given in a position: rank 0 or 10 tells it, else which reading is legal.
fn ranks_told(word: &str, position: &Position) -> Option<Ranks> {
    let readings = [Dialect::Uci, Dialect::FairyUci].map(|dialect| dialect.read_move(word));
    let [zero, one] = match readings {
        [Some(zero), Some(one)] => [zero, one].map(|mv| position.is_legal(mv)),
        readings => readings.map(|reading| reading.is_some()),
    };
    match [zero, one] {
        [true, false] => Some(Ranks::FromZero),
        [false, true] => Some(Ranks::FromOne),
        _ => None,
    }
}
