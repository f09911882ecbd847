//! The techniques of the search that can be left out one at a time, so that a match can tell what each gains.

/// A technique of the search, by its usual name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Technique {
    /// Moves after the first of a node are asked by a null window whether they are better.
    PrincipalVariation,
    /// An iteration begins with a narrow window about the value of the one before.
    Aspiration,
    /// Lines that cannot beat a mate found are cut.
    MateDistance,
    /// The transposition table settles nodes and gives moves to try first.
    TranspositionTable,
    /// A node is settled if it still reaches beta after passing.
    NullMove,
    /// At great depth a search without passing confirms the null move.
    NullMoveVerification,
    /// A node far ahead is settled without a search.
    ReverseFutility,
    /// A node is settled by a capture that wins by a margin at less depth.
    Probcut,
    /// A node of which no move is known is searched less deep.
    InternalReduction,
    /// Quiet moves that cannot lift the evaluation are left out.
    Futility,
    /// Late quiet moves are left out.
    LateMovePruning,
    /// Quiet moves with a poor history are left out.
    HistoryPruning,
    /// Moves that lose material are left out.
    ExchangePruning,
    /// Late moves are searched less deep.
    LateMoveReduction,
    /// A move that no other comes near is searched deeper, and less deep where several refute.
    SingularExtension,
    /// Moves that give check are searched deeper.
    CheckExtension,
    /// Pruning and reductions ask whether the evaluation grows.
    Improving,
    /// Quiet moves that refuted a sister node come early.
    Killers,
    /// The quiet move that last refuted the move before comes early.
    CounterMoves,
    /// Quiet moves are sorted by the success they had.
    History,
    /// Quiet moves are sorted by the success they had as answers to the moves before them.
    ContinuationHistory,
    /// A quiet move is rated by what it changed and by the replies to it, too.
    PriorMoveHistory,
    /// Quiet moves that flee from a lesser piece or give check come early.
    Threats,
    /// Captures are sorted by the success they had.
    CaptureHistory,
    /// Captures that gain too little are left out past the horizon.
    DeltaPruning,
}

impl Technique {
    /// All of them.
    pub const ALL: [Self; 25] = [
        Self::PrincipalVariation,
        Self::Aspiration,
        Self::MateDistance,
        Self::TranspositionTable,
        Self::NullMove,
        Self::NullMoveVerification,
        Self::ReverseFutility,
        Self::Probcut,
        Self::InternalReduction,
        Self::Futility,
        Self::LateMovePruning,
        Self::HistoryPruning,
        Self::ExchangePruning,
        Self::LateMoveReduction,
        Self::SingularExtension,
        Self::CheckExtension,
        Self::Improving,
        Self::Killers,
        Self::CounterMoves,
        Self::History,
        Self::ContinuationHistory,
        Self::PriorMoveHistory,
        Self::Threats,
        Self::CaptureHistory,
        Self::DeltaPruning,
    ];

    /// Gives its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::PrincipalVariation => "principal-variation-search",
            Self::Aspiration => "aspiration-windows",
            Self::MateDistance => "mate-distance-pruning",
            Self::TranspositionTable => "transposition-table",
            Self::NullMove => "null-move",
            Self::NullMoveVerification => "null-move-verification",
            Self::ReverseFutility => "reverse-futility",
            Self::Probcut => "probcut",
            Self::InternalReduction => "internal-iterative-reductions",
            Self::Futility => "futility",
            Self::LateMovePruning => "late-move-pruning",
            Self::HistoryPruning => "history-pruning",
            Self::ExchangePruning => "see-pruning",
            Self::LateMoveReduction => "late-move-reductions",
            Self::SingularExtension => "singular-extensions",
            Self::CheckExtension => "check-extensions",
            Self::Improving => "improving",
            Self::Killers => "killers",
            Self::CounterMoves => "counter-moves",
            Self::History => "history",
            Self::ContinuationHistory => "continuation-history",
            Self::PriorMoveHistory => "prior-move-history",
            Self::Threats => "threat-ordering",
            Self::CaptureHistory => "capture-history",
            Self::DeltaPruning => "delta-pruning",
        }
    }
}
