//! The usual definitions of a value from the plays, so that [`Domain::backup`] is one line.

use crate::domain::{Ask, Domain, PositionOf, Unanswered};
use crate::game::{Game, Play};
use crate::interval::{FixedPoint, Interval};

/// Returns the expected result of the player to move, in a zero-sum game for two: the payoff if the
/// game is over, else the mean over chance of the best play.
///
/// It asks for every position after a play that [`Domain::locate`] places, and computes the others
/// in the same way: finished ones by their payoff; from any other, all play must lead into tables
/// or to an end. A value counts for the player to move: it is negated where that is the other
/// player, and kept where the same one goes on.
///
/// # Errors
/// [`Unanswered`] as soon as a question is not answered.
pub fn backup_expected<T: FixedPoint, D: Domain<Value = Interval<T>>>(
    domain: &D,
    position: &PositionOf<D>,
    ask: &mut dyn Ask<PositionOf<D>, Interval<T>>,
) -> Result<Interval<T>, Unanswered> {
    let game = domain.game();
    let seat = game.to_move(position);
    if let Some(payoffs) = game.outcome(position) {
        return Ok(Interval::points(payoffs.of(seat)));
    }
    let mut plays = Vec::new();
    let each_after = |chance, visit: &mut dyn FnMut(PositionOf<D>)| {
        game.plays(position, chance, &mut plays);
        plays.drain(..).for_each(|play| visit(play.after));
    };
    mean_of_best(game.chances(position), each_after, |after| {
        let value = match domain.locate(after) {
            Some(_) => ask.ask(after)?,
            None => backup_expected(domain, after, ask)?,
        };
        Ok(if game.to_move(after) == seat { value } else { -value })
    })
}

/// Returns the mean over chance of the best play, as [`backup_expected`] does, for games that visit
/// the positions after their plays in a faster way of their own. `value` counts for the player who
/// plays.
///
/// # Errors
/// The first error of `value`.
pub fn mean_of_best<C, P, T: FixedPoint>(
    chances: impl IntoIterator<Item = (C, u32)>,
    mut each_after: impl FnMut(C, &mut dyn FnMut(P)),
    mut value: impl FnMut(&P) -> Result<Interval<T>, Unanswered>,
) -> Result<Interval<T>, Unanswered> {
    let mut by_chance = Vec::new();
    for (chance, weight) in chances {
        let mut best = Ok(None::<Interval<T>>);
        each_after(chance, &mut |after| {
            if let Ok(Some(so_far)) = best {
                best = value(&after).map(|value| Some(so_far.max(value)));
            } else if best.is_ok() {
                best = value(&after).map(Some);
            }
        });
        let none = || Unanswered::because("a position is not over and has no plays");
        by_chance.push((weight, best?.ok_or_else(none)?));
    }
    Interval::mean(by_chance).ok_or_else(|| Unanswered::because("chance brings nothing"))
}

/// Returns the best of all plays, in a game for two without chance whose values are ordered: the
/// larger, the better for the player to move. `ending` gives the value of a payoff to the player to
/// move, `reversed` the value for the other player.
///
/// It asks as [`backup_expected`] does.
///
/// # Errors
/// [`Unanswered`] as soon as a question is not answered.
pub fn backup_ordered<D: Domain<Game: Game<Chance = ()>>>(
    domain: &D,
    position: &PositionOf<D>,
    ask: &mut dyn Ask<PositionOf<D>, D::Value>,
    ending: &dyn Fn(i16) -> D::Value,
    reversed: &dyn Fn(D::Value) -> D::Value,
) -> Result<D::Value, Unanswered> {
    let game = domain.game();
    let seat = game.to_move(position);
    if let Some(payoffs) = game.outcome(position) {
        return Ok(ending(payoffs.of(seat)));
    }
    let mut plays = Vec::new();
    game.plays(position, (), &mut plays);
    let mut best = None;
    for Play { after, .. } in &plays {
        let value = match domain.locate(after) {
            Some(_) => ask.ask(after)?,
            None => backup_ordered(domain, after, ask, ending, reversed)?,
        };
        best = best.max(Some(if game.to_move(after) == seat { value } else { reversed(value) }));
    }
    best.ok_or_else(|| Unanswered::because("a position is not over and has no plays"))
}
