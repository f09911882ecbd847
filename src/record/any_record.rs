//! Games for the tests of the formats.

use proptest::prelude::*;

use crate::board::Color;
use crate::position::{Line, Outcome, Position};
use crate::record::{GameRecord, Variation};

/// A record as a reader could give it: any game, any text where text may stand.
pub(super) fn any_record() -> impl Strategy<Value = GameRecord> {
    let name = "[A-Za-z_红][A-Za-z0-9_-]{0,6}".prop_filter("told by other fields", |name| {
        !["fen", "result", "setup", "format"].contains(&&*name.to_ascii_lowercase())
    });
    let tags = prop::collection::vec((name, "[ -~炮\\\\\"\\]\\[]{0,12}"), 0..4);
    let comment = "(|[!-z|~炮][!-z|~炮 \n]{0,8}[!-z|~炮]|a\\{b \\{\\}\\(\\}c)"
        .prop_map(|text| text.lines().map(str::trim).collect::<Vec<_>>().join("\n"));
    let plies = prop::collection::vec((any::<prop::sample::Index>(), comment.clone()), 0..40);
    let start = prop_oneof![
        Just(Position::start()),
        Just(Position::from_fen("3k5/4P4/9/9/9/2p6/9/9/9/4K4 b - - 3 65534").expect("a FEN")),
    ];
    let outcome = prop_oneof![
        Just(None),
        Just(Some(Outcome::Draw)),
        Just(Some(Outcome::Win(Color::Black)))
    ];
    // Where a variation leaves the game, or another variation, and its moves and comments.
    let variation = (
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
        plies.clone(),
    );
    let variations = prop::collection::vec(variation, 0..6);
    let told = (tags, start, comment, plies, outcome, variations);
    told.prop_map(|(tags, start, comment, plies, outcome, variations)| {
        let mut record = GameRecord::new(start);
        record.tags = tags;
        record.outcome = outcome;
        record.add_comment(&comment);
        for (index, comment) in plies {
            let moves = record.line().position().legal_moves();
            if moves.is_empty() {
                break;
            }
            record.push(*index.get(&moves)).expect("it is legal");
            record.add_comment(&comment);
        }
        add_variations(&mut record, variations);
        record
    })
}

type Plies = Vec<(prop::sample::Index, String)>;

/// Adds variations to a record, every other one into the one before it.
fn add_variations(
    record: &mut GameRecord,
    variations: Vec<(prop::sample::Index, prop::sample::Index, Plies)>,
) {
    let make = |at: usize, mut line: Line, plies: &Plies| {
        let mut variation = Variation::new(at);
        for (index, comment) in plies {
            let moves = line.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            line.push(*index.get(&moves)).expect("it is legal");
            variation.push(*index.get(&moves));
            variation.add_comment(comment);
        }
        (variation, line)
    };
    for pair in variations.chunks(2) {
        let (outer_at, inner_at, plies) = &pair[0];
        if record.line().is_empty() {
            break;
        }
        let at = outer_at.index(record.line().len());
        let start = Line::new(record.line().position_at(at));
        let (mut variation, line) = make(at, start, plies);
        if let (Some((.., plies)), true) = (pair.get(1), !line.is_empty()) {
            let at = inner_at.index(line.len());
            let (inner, _) = make(at, Line::new(line.position_at(at)), plies);
            if !inner.moves().is_empty() {
                variation.add_variation(inner);
            }
        }
        if !variation.moves().is_empty() {
            record
                .add_variation(variation)
                .expect("its moves are legal");
        }
    }
}
