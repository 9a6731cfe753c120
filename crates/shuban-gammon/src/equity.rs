//! Worth of a position between two sides.

use shuban_core::backup::mean_of_best;
use shuban_core::dice::rolls;
use shuban_core::interval::FixedPoint;
use shuban_core::{Ask, Game, Interval, Unanswered};

use crate::game::Gammon;
use crate::moves::{MoveGenerator, PlayScratch};
use crate::position::Position;

/// [`expected_worth`] where every win counts 1.
pub(crate) fn expected_result<T: FixedPoint>(
    game: &Gammon,
    position: &Position,
    ask: &mut dyn Ask<Position, Interval<T>>,
) -> Result<Interval<T>, Unanswered> {
    let over = |position: &Position| {
        game.outcome(position).map(|payoffs| Interval::points(payoffs.of(position.seat())))
    };
    expected_worth(game, position, &over, ask)
}

/// V(p) = Σ over rolls of the probability times max over plays of −V(after the play), or the value
/// of `over` where the game is over, as it is in dead positions too, where neither side can ever
/// move. Asks for no position where a side has borne off everything.
pub(crate) fn expected_worth<T: FixedPoint>(
    game: &Gammon,
    position: &Position,
    over: &dyn Fn(&Position) -> Option<Interval<T>>,
    ask: &mut dyn Ask<Position, Interval<T>>,
) -> Result<Interval<T>, Unanswered> {
    if let Some(value) = over(position) {
        return Ok(value);
    }
    let turn = MoveGenerator::new(&game.variant, position);
    let mut scratch = PlayScratch::default();
    let each_after =
        |roll, visit: &mut dyn FnMut(Position)| turn.for_each_after(roll, &mut scratch, visit);
    mean_of_best(rolls(game.variant.faces()), each_after, |after| {
        // Only the player who has just moved can have borne off the last checker.
        match after.opponent.is_empty().then(|| over(after)).flatten() {
            Some(value) => Ok(-value),
            None => Ok(-ask.ask(after)?),
        }
    })
}
