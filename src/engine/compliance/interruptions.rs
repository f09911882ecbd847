//! Steps about what is said to an engine that thinks: stop, isready, ponderhit.

use std::time::Duration;

use super::positions::played;
use super::searches::on_clock;
use super::{Walk, millis};
use crate::analysis::{Clock, Limits};
use crate::position::Line;

/// What is left on the clock when pondering, in milliseconds: whole seconds in either unit.
const PONDER_CLOCK: Clock = Clock {
    left: 2_000,
    increment: 0,
    moves_to_go: None,
};

impl Walk<'_> {
    /// Takes the steps about interruptions.
    pub(super) fn interrupt(&mut self) {
        self.stop_idle();
        let endless = Limits {
            infinite: true,
            ..Limits::default()
        };
        let stop = self.examinee.pace.stop;
        let expected = format!(
            "no answer before stop, a legal move within {}",
            millis(stop)
        );
        let game = played("h2e2 h9g7");
        self.step("stop", expected, |examinee| {
            examinee.begin(&game, &endless);
            examinee.listen(examinee.pace.listen)?;
            examinee.send("stop");
            examinee.legal_move(&game, stop).map(drop)
        });
        self.step("stop at once", "one legal move", |examinee| {
            examinee.begin(&game, &endless);
            examinee.send("stop");
            examinee.legal_move(&game, examinee.pace.shallow).map(drop)
        });
        let ready = self.examinee.pace.ready;
        let expected = format!("readyok within {} and no answer", millis(ready));
        self.step("isready in thought", expected, |examinee| {
            examinee.begin(&game, &endless);
            examinee.ready(ready)?;
            let took = examinee.took;
            examinee.listen(examinee.pace.listen)?;
            examinee.send("stop");
            examinee.legal_move(&game, stop)?;
            examinee.took = took;
            Ok(())
        });
        self.ponder(&game);
    }

    /// Takes the step of a stop that stops nothing.
    fn stop_idle(&mut self) {
        let expected = match self.is_ucci() {
            true => "nobestmove",
            false => "no answer",
        };
        self.step("stop when idle", expected, |examinee| {
            examinee.send("stop");
            let ready = examinee.pace.ready;
            if examinee.is_ucci {
                examinee.expect_answer();
                let (_, text) = examinee.await_answer(ready)?;
                examinee.rest()?;
                return match text.starts_with("nobestmove") {
                    true => Ok(()),
                    false => Err(format!("{text} in place of nobestmove")),
                };
            }
            let before = examinee.strays.len();
            examinee.ready(ready)?;
            match examinee.strays.get(before..) {
                Some([stray, ..]) => Err(format!("{stray}, though nothing was asked")),
                _ => Ok(()),
            }
        });
    }

    /// Takes the steps about thinking in the opponent's time.
    fn ponder(&mut self, game: &Line) {
        let limits = Limits {
            ponder: true,
            ..on_clock(PONDER_CLOCK)
        };
        let left = Duration::from_millis(PONDER_CLOCK.left);
        let expected = format!(
            "no answer before ponderhit, a legal move within {}",
            millis(left)
        );
        self.step("ponder and ponderhit", expected, |examinee| {
            examinee.begin(game, &limits);
            examinee.listen(examinee.pace.listen)?;
            let hit = examinee.speech.ponder_hit(false);
            examinee.send(&hit);
            examinee.legal_move(game, left).map(drop)
        });
        let stop = self.examinee.pace.stop;
        let expected = format!(
            "no answer before stop, a legal move within {}",
            millis(stop)
        );
        self.step("ponder and stop", expected, |examinee| {
            examinee.begin(game, &limits);
            examinee.listen(examinee.pace.listen)?;
            examinee.send("stop");
            examinee.legal_move(game, stop).map(drop)
        });
    }
}
