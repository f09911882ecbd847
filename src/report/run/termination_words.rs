//! The ways in which games end, in Chinese.

use crate::tournament::Termination;

/// Names a way in which a game ends.
pub(super) const fn chinese(termination: Termination) -> &'static str {
    match termination {
        Termination::Mate => "将死",
        Termination::Stalemate => "困毙",
        Termination::PerpetualCheck => "长将",
        Termination::PerpetualMateThreat => "长杀",
        Termination::PerpetualChase => "长捉",
        Termination::MixedPerpetual => "其他违例重复",
        Termination::Repetition => "重复局面判和",
        Termination::NaturalLimit => "自然限着",
        Termination::GameLength => "总着数已满",
        Termination::NoAttackers => "双方无进攻子力",
        Termination::Agreement => "同意和棋",
        Termination::Resignation => "认负",
        Termination::DrawAdjudication => "按评分判和",
        Termination::ResignAdjudication => "按评分判负",
        Termination::MoveLimit => "回合上限",
        Termination::TimeForfeit => "超时",
        Termination::IllegalMove => "不合规则的着法",
        Termination::Crash => "引擎中断",
        Termination::Stall => "引擎无响应",
    }
}
