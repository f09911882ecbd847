//! Who plays whom, with which colours and which opening: a pure function of the settings.

use super::{Format, Settings};
use crate::board::ByColor;

/// One game of a run, known by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game {
    /// Its place in the run, from 0.
    pub number: usize,
    /// The meeting that it belongs to: the games of one meeting stand next to each other.
    pub meeting: usize,
    /// The round of the meeting, from 0.
    pub round: usize,
    /// The two engines by their place in the settings; the first of them is the one whose score is told.
    pub pair: (usize, usize),
    /// Who has which colour.
    pub players: ByColor<usize>,
    /// The opening, from 0; it may be beyond their number.
    pub opening: usize,
}

/// All games of a run.
///
/// Games do not depend on each other, so that a share of them can be played elsewhere; a meeting is never split.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pairs: Vec<(usize, usize)>,
    rounds: usize,
    games: usize,
    is_repeated: bool,
    is_swapped: bool,
    is_reversed: bool,
}

impl Schedule {
    /// Draws up the games of a run.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        let count = settings.engines.len();
        let firsts = match settings.tournament {
            Format::RoundRobin => count,
            Format::Gauntlet => settings.seeds,
        };
        let pairs = (0..firsts).flat_map(|first| {
            let others = match settings.tournament {
                Format::RoundRobin => first + 1..count,
                Format::Gauntlet => settings.seeds..count,
            };
            others.map(move |other| (first, other))
        });
        Self {
            pairs: pairs.collect(),
            rounds: settings.rounds as usize,
            games: settings.games as usize,
            is_repeated: settings.repeat,
            is_swapped: !settings.noswap,
            is_reversed: settings.reverse,
        }
    }

    /// Gives the number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.meetings() * self.games
    }

    /// Tells whether there is no game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Gives the number of meetings of two engines.
    #[must_use]
    pub fn meetings(&self) -> usize {
        self.pairs.len() * self.rounds
    }

    /// Gives the number of games of a meeting.
    #[must_use]
    pub fn games_of_meeting(&self) -> usize {
        self.games
    }

    /// Lists the pairs of engines that meet, in the order of their first meeting.
    #[must_use]
    pub fn pairs(&self) -> &[(usize, usize)] {
        &self.pairs
    }

    /// Gives the game with this number; `None` if it is beyond the last.
    #[must_use]
    pub fn game(&self, number: usize) -> Option<Game> {
        if number >= self.len() {
            return None;
        }
        let (meeting, of_meeting) = (number / self.games, number % self.games);
        let (round, index) = (meeting / self.pairs.len(), meeting % self.pairs.len());
        let pair = self.pairs[index];
        // By the number of games that the two have played, so that they swap where a meeting has an odd number too.
        let of_pair = round * self.games + of_meeting;
        let is_swapped = self.is_swapped && of_pair % 2 == 1;
        let (red, black) = match is_swapped != self.is_reversed {
            true => (pair.1, pair.0),
            false => pair,
        };
        Some(Game {
            number,
            meeting,
            round,
            pair,
            players: ByColor { red, black },
            opening: if self.is_repeated { meeting } else { number },
        })
    }

    /// Gives the number of games of the share `index` of `count`, both from 1.
    #[must_use]
    pub fn share_len(&self, index: usize, count: usize) -> usize {
        self.meetings().saturating_sub(index - 1).div_ceil(count) * self.games
    }

    /// Lists the games of the share `index` of `count`, both from 1: every so many meetings is theirs.
    pub fn share(&self, index: usize, count: usize) -> impl Iterator<Item = Game> {
        let numbers =
            (0..self.len()).filter(move |number| number / self.games % count == index - 1);
        numbers.filter_map(|number| self.game(number))
    }
}

#[cfg(test)]
mod tests {
    use super::super::EngineSettings;
    use super::*;

    fn settings(engines: usize, rounds: u32, games: u32) -> Settings {
        Settings {
            engines: vec![EngineSettings::default(); engines],
            rounds,
            games,
            ..Settings::default()
        }
    }

    fn shown(schedule: &Schedule) -> Vec<String> {
        let games = (0..).map_while(|number| schedule.game(number));
        games
            .map(|game| {
                format!(
                    "{}-{} o{} r{}",
                    game.players.red, game.players.black, game.opening, game.round
                )
            })
            .collect()
    }

    #[test]
    fn a_match_swaps_colours_on_each_opening() {
        let schedule = Schedule::new(&settings(2, 2, 2));
        assert_eq!(
            shown(&schedule),
            ["0-1 o0 r0", "1-0 o0 r0", "0-1 o1 r1", "1-0 o1 r1"]
        );
        let schedule = Schedule::new(&Settings {
            noswap: true,
            reverse: true,
            repeat: false,
            ..settings(2, 1, 2)
        });
        assert_eq!(shown(&schedule), ["1-0 o0 r0", "1-0 o1 r0"]);
    }

    #[test]
    fn two_engines_swap_colours_from_game_to_game_however_many_a_meeting_has() {
        for (games, is_reversed) in [(1, false), (2, true), (3, false), (4, false), (5, true)] {
            let schedule = Schedule::new(&Settings {
                reverse: is_reversed,
                ..settings(3, 4, games)
            });
            for pair in schedule.pairs() {
                let all = (0..schedule.len()).filter_map(|number| schedule.game(number));
                let reds = all
                    .filter(|game| game.pair == *pair)
                    .map(|game| game.players.red);
                for (index, red) in reds.enumerate() {
                    let is_second = (index % 2 == 1) != is_reversed;
                    let expected = if is_second { pair.1 } else { pair.0 };
                    assert_eq!(red, expected, "{games} games, {pair:?}, game {index}");
                }
            }
        }
        let fixed = Schedule::new(&Settings {
            noswap: true,
            ..settings(2, 3, 1)
        });
        assert_eq!(shown(&fixed), ["0-1 o0 r0", "0-1 o1 r1", "0-1 o2 r2"]);
    }

    #[test]
    fn everyone_meets_everyone_or_the_seeds_meet_the_rest() {
        let schedule = Schedule::new(&settings(3, 1, 1));
        assert_eq!(shown(&schedule), ["0-1 o0 r0", "0-2 o1 r0", "1-2 o2 r0"]);
        let gauntlet = Settings {
            tournament: Format::Gauntlet,
            seeds: 2,
            ..settings(4, 3, 2)
        };
        let schedule = Schedule::new(&gauntlet);
        assert_eq!(schedule.pairs(), [(0, 2), (0, 3), (1, 2), (1, 3)]);
        assert_eq!(schedule.len(), 4 * 3 * 2);
        assert_eq!(schedule.game(schedule.len()), None);
    }

    #[test]
    fn shares_are_whole_meetings_and_add_up() {
        let schedule = Schedule::new(&settings(3, 5, 2));
        let mut all: Vec<usize> = (1..=4)
            .flat_map(|index| schedule.share(index, 4))
            .map(|game| game.number)
            .collect();
        assert!(schedule.share(2, 4).all(|game| game.meeting % 4 == 1));
        all.sort_unstable();
        assert_eq!(all, Vec::from_iter(0..30));
        for count in 1..=17 {
            for index in 1..=count {
                let listed = schedule.share(index, count).count();
                assert_eq!(schedule.share_len(index, count), listed, "{index}/{count}");
            }
        }
        let most = usize::MAX;
        for (index, games) in [(1, 2), (15, 2), (16, 0), (most, 0)] {
            assert_eq!(schedule.share_len(index, most), games, "{index}");
            assert_eq!(schedule.share(index, most).count(), games, "{index}");
        }
    }
}
