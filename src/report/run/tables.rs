//! Tables for terminals: the standings, who made what against whom, and how games ended.

use comfy_table::{Cell, CellAlignment, ContentLineStyle, LineStyle, Table, TableStyle};

use super::rating::{Rating, estimate, percent, share};
use super::totals::Totals;
use crate::stats::Tally;
use crate::tournament::{Plan, Standings};

/// One rule below the heads, blanks between the columns.
const STYLE: TableStyle = TableStyle::new()
    .header_lines(ContentLineStyle::none())
    .header_separator(LineStyle::none().fill('─'))
    .content_lines(ContentLineStyle::none());

/// Makes the table of the engines, the best first.
pub(super) fn standings(plan: &Plan, standings: &Standings) -> Table {
    let mut table = table([
        "#", "engine", "Elo", "nElo", "games", "+", "=", "-", "points", "score", "LOS",
    ]);
    for (place, engine) in standings.ranking().into_iter().enumerate() {
        let score = standings.of(engine);
        let rating = Rating::of(&score);
        let tally = score.tally;
        let cells = [
            (place + 1).to_string(),
            plan.name(engine).to_owned(),
            estimate(rating.elo),
            estimate(rating.normalized),
            tally.games().to_string(),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            format!("{:.1}", tally.points()),
            format!("{:.1} %", share(&score) * 100.0),
            percent(rating.los),
        ];
        add(&mut table, cells, &[1]);
    }
    table
}

/// Makes the table of the engines against each other, in their order.
pub(super) fn crosstable(plan: &Plan, standings: &Standings) -> Table {
    let ranking = standings.ranking();
    let heads = (1..=ranking.len()).map(|place| place.to_string());
    let heads = ["#".to_owned(), "engine".to_owned()]
        .into_iter()
        .chain(heads);
    let mut table = table(heads);
    for (place, engine) in ranking.iter().enumerate() {
        let cells = ranking.iter().map(|other| {
            let score = standings.between(*engine, *other);
            score.map_or_else(String::new, |score| tally(score.tally))
        });
        let first = [(place + 1).to_string(), plan.name(*engine).to_owned()];
        add(&mut table, first.into_iter().chain(cells), &[1]);
    }
    table
}

/// Makes the table of the ways in which games ended.
pub(super) fn terminations(totals: &Totals) -> Table {
    let mut table = table(["games ended by", "games"]);
    for (termination, count) in totals.by_frequency() {
        let cells = [termination.word().to_owned(), count.to_string()];
        add(&mut table, cells, &[0]);
    }
    table
}

/// Writes wins, draws and losses as `+3 =5 -2`.
pub(super) fn tally(tally: Tally) -> String {
    format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses)
}

fn table<T: Into<Cell>>(heads: impl IntoIterator<Item = T>) -> Table {
    let mut table = Table::new();
    table.load_style(STYLE);
    table.set_header(heads.into_iter().map(Into::into).collect::<Vec<Cell>>());
    table
}

/// Adds a row of numbers; the columns of `names` hold words.
fn add(table: &mut Table, cells: impl IntoIterator<Item = String>, names: &[usize]) {
    let cells = cells.into_iter().enumerate().map(|(column, text)| {
        let is_name = names.contains(&column);
        Cell::new(text).set_alignment(match is_name {
            true => CellAlignment::Left,
            false => CellAlignment::Right,
        })
    });
    table.add_row(cells.collect::<Vec<Cell>>());
}
