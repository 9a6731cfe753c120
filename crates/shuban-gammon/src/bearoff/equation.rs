//! The equation of a side that bears off alone: one roll, and then the mean of the least expected
//! numbers of rolls.
//!
//! The chance of exactly n rolls is an integer out of Tⁿ, where T is the number of throws of the
//! dice. So with L rolls at most every mean is an integer out of Tᴸ, and nothing is rounded.

use shuban_core::checkers::Checkers;
use shuban_core::equation::{Case, EquationOf, Expression, Premises, Rounding};
use shuban_core::{Domain, Equation, Game, Present};

use super::distribution::Distribution;
use super::one_sided::OneSidedBearOff;

const NAME: &str = "expected_rolls";

/// The equation of the mean; `None` for a side that may take so long that its integers do not fit
/// the type.
pub(crate) fn equation(
    domain: &OneSidedBearOff,
    side: &Checkers,
) -> Option<EquationOf<OneSidedBearOff>> {
    let game = domain.game();
    let throws = i128::from(u32::from(game.variant().faces()).pow(2));
    let longest = longest(game.variant().checkers() * game.variant().home(), throws);
    if most_rolls(side.pips()) > longest {
        return None;
    }
    let one = throws.pow(longest);
    let mut premises = Premises::default();
    let mut events = Vec::new();
    if !side.is_empty() {
        for (roll, weight) in game.chances(side) {
            let mut plays = Vec::new();
            game.plays(side, roll, &mut plays);
            let plays = plays.into_iter().map(|play| {
                let label = game.format_move(side, roll, &play.action);
                Case::play(label, Expression::Stored(premises.stored(&play.after), NAME))
            });
            let label = game.chance_text(roll).unwrap_or_default();
            events.push(Case { label, weight, of: Expression::Min(plays.collect()) });
        }
    }
    let mean = match events.is_empty() {
        true => Expression::number(0),
        false => {
            let mean = Expression::Mean(events, Rounding::Down);
            Expression::Sum(vec![Expression::number(one), mean])
        }
    };
    let numbers_of = move |value: &Distribution| vec![(NAME, value.scaled_mean(longest))];
    let equation = Equation::equal(vec![(NAME, mean)], premises, numbers_of);
    Some(Equation { one, is_whole: false, ..equation })
}

/// A roll plays two pips at least, or all that there are.
fn most_rolls(pips: usize) -> u32 {
    pips.div_ceil(2) as u32
}

/// Number of rolls that the integers allow for: one more than any side of the table needs, or as
/// many as fit the type with room for a sum over all throws.
fn longest(pips: usize, throws: i128) -> u32 {
    let fits = |longest: &u32| throws.checked_pow(longest + 2).is_some();
    (0..=most_rolls(pips) + 1).rev().find(fits).unwrap_or(0)
}
