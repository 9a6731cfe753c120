//! The laws of equations.

use std::collections::{BTreeMap, HashSet};

use shuban_core::equation::{EquationOf, Relation};
use shuban_core::{Explain, PositionOf};

use super::samples::SampleValues;
use crate::law::hold;

/// Checks the equation of a position, if it has one, against `backup`:
///
/// * it rests on the positions that `backup` asks for, and on no others;
/// * for any values of these, it gives the numbers of the value that `backup` gives;
/// * different values have different numbers, so that no other value passes for the right one,
///   unless the equation declares that its numbers do not determine the value;
/// * only in a layer with cycles may a stored number differ from the one that follows.
pub(super) fn equation<D: Explain>(
    domain: &D,
    position: &PositionOf<D>,
    values: &SampleValues<D::Value>,
) -> Result<(), String> {
    let Some(equation) = domain.equation(position) else { return Ok(()) };
    for seed in 1..=3 {
        let mut asked = HashSet::new();
        let value = domain.backup(position, &mut |after: &PositionOf<D>| {
            asked.insert(after.clone());
            values.answer(after, seed)
        });
        let Ok(value) = value else { continue };
        let stored: HashSet<_> = equation.stored.iter().cloned().collect();
        if let Some(other) = asked.symmetric_difference(&stored).next() {
            let (one, not) = if stored.contains(other) {
                ("the equation rests on", "backup does not ask for it")
            } else {
                ("backup asks for", "the equation does not rest on it")
            };
            return Err(format!("{one} {other:?}, and {not}"));
        }
        let answers = equation.stored.iter().map(|asked| values.answer(asked, seed));
        let numbers = answers.map(|answer| answer.map(|value| (equation.numbers_of)(&value)));
        let numbers = numbers.collect::<Result<Vec<_>, _>>();
        let numbers = numbers.map_err(|_| "no value is at hand to answer with")?;
        let found =
            equation.evaluate(&numbers).map_err(|error| format!("its equation: {error}"))?;
        let expected = (equation.numbers_of)(&value);
        hold(found == expected, || {
            format!("its equation comes to {found:?}, and backup to {expected:?}")
        })?;
    }
    if equation.is_whole {
        apart::<D>(&equation, values)?;
    }
    let place = domain.locate(position);
    let is_cyclic = place.is_some_and(|place| domain.layers()[place.layer.0].cyclic);
    let is_equal = equation.numbers.iter().all(|number| number.relation == Relation::Equal);
    hold(is_cyclic || is_equal, || {
        "its equation lets the stored number differ from the one that follows, in a layer without \
         cycles"
    })
}

fn apart<D: Explain>(
    equation: &EquationOf<D>,
    values: &SampleValues<D::Value>,
) -> Result<(), String> {
    let mut by_numbers = BTreeMap::new();
    for value in values.all() {
        let numbers = (equation.numbers_of)(value);
        if let Some(other) = by_numbers.insert(numbers.clone(), value) {
            hold(other == value, || format!("{other:?} and {value:?} are both {numbers:?}"))?;
        }
    }
    Ok(())
}
