//! What a position between two sides is worth.

use shuban_core::{Ask, FixedPoint, Game, Interval, Unanswered, mean_of_best, rolls};

use crate::game::Gammon;
use crate::moves::{MoveGenerator, PlayScratch};
use crate::position::Position;

/// V(p) = Σ over rolls of the probability times max over plays of −V(after the play), or the result
/// where the game is over: ±1, and 0 in dead positions, where nobody can ever move. Asks for no
/// position where a side has borne off everything.
pub(crate) fn expected_result<T: FixedPoint>(
    game: &Gammon,
    position: &Position,
    ask: &mut dyn Ask<Position, Interval<T>>,
) -> Result<Interval<T>, Unanswered> {
    if let Some(payoffs) = game.outcome(position) {
        return Ok(Interval::points(payoffs.of(position.seat())));
    }
    let turn = MoveGenerator::new(&game.variant, position);
    let mut scratch = PlayScratch::default();
    let each_after =
        |roll, visit: &mut dyn FnMut(Position)| turn.for_each_after(roll, &mut scratch, visit);
    mean_of_best(rolls(game.variant.faces()), each_after, |after| {
        // Only whoever has just played can have borne off the last checker.
        match after.opponent.is_empty().then(|| game.outcome(after)).flatten() {
            Some(payoffs) => Ok(-Interval::points(payoffs.of(after.seat()))),
            None => Ok(-ask.ask(after)?),
        }
    })
}
