//! The equations of the usual definitions of a value, so that
//! [`Explain::equation`] is one line.

use super::{
    Case, DistanceCase, Equation, EquationOf, Expression, NumberEquation, Numbers, Premises,
    Relation, Rounding,
};
use crate::domain::{Domain, PositionOf};
use crate::explain::Explain;
use crate::game::{Game, Play};
use crate::interval::{FixedPoint, Interval};
use crate::loopy::{Horizon, Loopy};
use crate::present::Present;
use crate::receding::Receding;

const LOWER: &str = "lower";
const UPPER: &str = "upper";

/// Returns the equation of [`backup_expected`](crate::backup::backup_expected): the mean over chance of the
/// best play, the lower bound rounded down and the upper one up. In a layer with cycles the stored
/// bounds are no narrower than those that follow, as a proof requires (`docs/certified-values.md`);
/// in others they are equal.
pub fn equation_expected<T: FixedPoint, D: Explain<Value = Interval<T>>>(
    domain: &D,
    position: &PositionOf<D>,
) -> Option<EquationOf<D>> {
    equation_expected_where(domain, position, &|after| domain.locate(after).is_some())
}

/// Returns [`equation_expected`] for a `backup` that asks only where `is_asked` holds.
pub fn equation_expected_where<T: FixedPoint, D: Explain<Value = Interval<T>>>(
    domain: &D,
    position: &PositionOf<D>,
    is_asked: &dyn Fn(&PositionOf<D>) -> bool,
) -> Option<EquationOf<D>> {
    let mut premises = Premises::default();
    let (lower, upper) = bounds(domain, position, is_asked, &mut premises)?;
    let place = domain.locate(position);
    let is_cyclic = place.is_some_and(|place| domain.layers()[place.layer.0].cyclic);
    let relation = |in_cycles| if is_cyclic { in_cycles } else { Relation::Equal };
    let number = |name, in_cycles, expression| NumberEquation {
        name,
        relation: relation(in_cycles),
        expression,
    };
    let numbers =
        vec![number(LOWER, Relation::AtMost, lower), number(UPPER, Relation::AtLeast, upper)];
    let numbers_of = |value: &Interval<T>| -> Numbers {
        vec![(LOWER, Some(value.lower.units())), (UPPER, Some(value.upper.units()))]
    };
    Some(Equation { one: T::ONE.units(), ..Equation::new(numbers, premises, numbers_of) })
}

fn bounds<T: FixedPoint, D: Explain<Value = Interval<T>>>(
    domain: &D,
    position: &PositionOf<D>,
    is_asked: &dyn Fn(&PositionOf<D>) -> bool,
    premises: &mut Premises<PositionOf<D>>,
) -> Option<(Expression, Expression)> {
    let game = domain.game();
    let seat = game.to_move(position);
    if let Some(payoffs) = game.outcome(position) {
        let points = Expression::number(Interval::<T>::points(payoffs.of(seat)).lower.units());
        return Some((points.clone(), points));
    }
    let (mut lowers, mut uppers) = (Vec::new(), Vec::new());
    let chances = game.chances(position);
    for &(chance, weight) in &chances {
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        for Play { action, after } in plays(game, position, chance) {
            let of = if is_asked(&after) {
                let place = premises.stored(&after);
                (Expression::Stored(place, LOWER), Expression::Stored(place, UPPER))
            } else {
                bounds(domain, &after, is_asked, premises)?
            };
            let of = match game.to_move(&after) == seat {
                true => of,
                false => (of.1.negated(), of.0.negated()),
            };
            let label = game.format_move(position, chance, &action);
            lower.push(Case::play(label.clone(), of.0));
            upper.push(Case::play(label, of.1));
        }
        let label = game.chance_text(chance).unwrap_or_default();
        lowers.push(Case { label: label.clone(), weight, of: Expression::Max(lower) });
        uppers.push(Case { label, weight, of: Expression::Max(upper) });
    }
    if let ([_], [_]) = (&lowers[..], &uppers[..]) {
        // The mean of one number is that number.
        return Some((lowers.pop()?.of, uppers.pop()?.of));
    }
    Some((Expression::Mean(lowers, Rounding::Down), Expression::Mean(uppers, Rounding::Up)))
}

fn plays<G: Present>(
    game: &G,
    position: &G::Position,
    chance: G::Chance,
) -> Vec<Play<G::Position, G::Move>> {
    let mut plays = Vec::new();
    game.plays(position, chance, &mut plays);
    plays
}

/// Returns the equation of [`backup_ordered`](crate::backup::backup_ordered): the largest of all plays.
/// `number` gives a value as an integer named `name`, larger for what is better for the player to
/// move; the value for the other player has the other sign. `ending` is as there.
pub fn equation_ordered<D: Explain<Game: Game<Chance = ()>>>(
    domain: &D,
    position: &PositionOf<D>,
    ending: &dyn Fn(i16) -> D::Value,
    name: &'static str,
    number: fn(&D::Value) -> i128,
) -> Option<EquationOf<D>> {
    let mut premises = Premises::default();
    let ending = |payoff| Expression::number(number(&ending(payoff)));
    let best = ordered(domain, position, &ending, name, &mut premises);
    Some(Equation::equal(vec![(name, best)], premises, move |value: &D::Value| {
        vec![(name, Some(number(value)))]
    }))
}

fn ordered<D: Explain<Game: Game<Chance = ()>>>(
    domain: &D,
    position: &PositionOf<D>,
    ending: &dyn Fn(i16) -> Expression,
    name: &'static str,
    premises: &mut Premises<PositionOf<D>>,
) -> Expression {
    let game = domain.game();
    let seat = game.to_move(position);
    if let Some(payoffs) = game.outcome(position) {
        return ending(payoffs.of(seat));
    }
    let of = |Play { action, after }| {
        let of = match domain.locate(&after) {
            Some(_) => Expression::Stored(premises.stored(&after), name),
            None => ordered(domain, &after, ending, name, premises),
        };
        let of = if game.to_move(&after) == seat { of } else { of.negated() };
        Case::play(game.format_move(position, (), &action), of)
    };
    Expression::Max(plays(game, position, ()).into_iter().map(of).collect())
}

const SCORE: &str = "score";
const PLIES: &str = "plies";

/// Returns the equation of [`backup_receding`](crate::loopy::backup_receding): the score is the largest of
/// all plays, and is certain one ply after the best of them. With distances that recede, only one
/// table agrees with all its equations.
pub fn equation_receding<D: Loopy + Explain>(
    domain: &D,
    position: &PositionOf<D>,
) -> Option<EquationOf<D>> {
    let mut premises = Premises::default();
    let (score, plies) = receding(domain, position, &mut premises);
    Some(Equation::equal(vec![(SCORE, score), (PLIES, plies)], premises, |value: &Receding| {
        vec![(SCORE, Some(value.score().into())), (PLIES, value.plies().map(i128::from))]
    }))
}

fn receding<D: Loopy + Explain>(
    domain: &D,
    position: &PositionOf<D>,
    premises: &mut Premises<PositionOf<D>>,
) -> (Expression, Expression) {
    let game = domain.game();
    let seat = game.to_move(position);
    let endless = domain.endless(seat);
    if let Some(payoffs) = game.outcome(position) {
        let payoff = payoffs.of(seat);
        let plies = Expression::Constant((payoff != endless).then_some(0));
        return (Expression::number(payoff), plies);
    }
    let layer = Domain::locate(domain, position).map(|place| place.layer);
    let (mut scores, mut distances) = (Vec::new(), Vec::new());
    for play in plays(game, position, ()) {
        let place = domain.locate(&play.after);
        let (score, plies) = match place {
            Some(_) => {
                let stored = premises.stored(&play.after);
                (Expression::Stored(stored, SCORE), Expression::Stored(stored, PLIES))
            }
            None => receding(domain, &play.after, premises),
        };
        let score = if game.to_move(&play.after) == seat { score } else { score.negated() };
        let score = match domain.reward(position, &play) {
            0 => score,
            reward => Expression::Sum(vec![score, Expression::number(reward)]),
        };
        let stays = place.is_some_and(|place| Some(place.layer) == layer);
        let nothing = Expression::number(0);
        let plies = match stays || domain.horizon() == Horizon::End {
            true => Expression::FirstOf(vec![plies, nothing]),
            false => nothing,
        };
        let label = game.format_move(position, (), &play.action);
        scores.push(Case::play(label.clone(), score.clone()));
        distances.push(DistanceCase { label, score, plies });
    }
    let distance = Expression::Distance {
        plays: distances,
        endless: endless.into(),
        most: Receding::MAX_PLIES.into(),
    };
    (Expression::Max(scores), distance)
}
