//! What a position between two sides is worth.

use shuban_core::{Game, Unanswered, rolls};

use super::fine_interval::{FINE_ONE, FineInterval};
use crate::game::Gammon;
use crate::moves::{Scratch, Turn};
use crate::position::Position;

/// V(p) = Σ over rolls of the probability times max over plays of −V(after the play), or the result
/// where the game is over. Asks for no position where a side has borne off everything.
pub(super) fn expected_result(
    game: &Gammon,
    position: &Position,
    ask: &mut dyn FnMut(&Position) -> Result<FineInterval, Unanswered>,
) -> Result<FineInterval, Unanswered> {
    let points = |points: i16| FineInterval::exactly(i64::from(points) * FINE_ONE);
    if let Some(payoffs) = game.outcome(position) {
        return Ok(points(payoffs.of(position.seat())));
    }
    let turn = Turn::new(&game.variant, position);
    let mut scratch = Scratch::default();
    let mut by_roll = Vec::with_capacity(21);
    for (roll, weight) in rolls(game.variant.faces()) {
        let mut best: Result<Option<FineInterval>, Unanswered> = Ok(None);
        turn.for_each_after(roll, &mut scratch, |after| {
            let Ok(so_far) = &mut best else { return };
            // Only whoever has just played can have ended the game.
            let value = match after.opponent.is_empty().then(|| game.outcome(&after)).flatten() {
                Some(payoffs) => Ok(points(payoffs.of(after.seat()))),
                None => ask(&after),
            };
            match value.map(|value| -value) {
                Err(unanswered) => best = Err(unanswered),
                Ok(value) => {
                    *so_far = Some(match so_far.take() {
                        Some(best) => best.max(value),
                        None => value,
                    });
                }
            }
        });
        by_roll.push((weight, best?.ok_or_else(Unanswered::default)?));
    }
    FineInterval::mean(by_roll).ok_or_else(Unanswered::default)
}
