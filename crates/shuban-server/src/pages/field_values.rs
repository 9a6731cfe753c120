//! Values of positions as numbers and colours.

use shuban_core::{Datum, Field, Fields};

/// A field's name for people.
pub(super) fn name(field: &Field) -> String {
    field.name.replace('_', " ")
}

/// The expected result and its bounds, where that is what a value is.
pub(super) fn expected(value: Option<&Fields>) -> Option<[f64; 3]> {
    let number = |name| match value?.get(name)? {
        Datum::Number(number) => Some(*number),
        _ => None,
    };
    let numbers = [number("value")?, number("lower")?, number("upper")?];
    numbers.iter().all(|number| (-1.0..=1.0).contains(number)).then_some(numbers)
}

/// The expected result, where that is what a value is: other numbers may not count for the player
/// to move, or not the more the better.
pub(super) fn number(value: &Fields) -> Option<f64> {
    expected(Some(value)).map(|[value, ..]| value)
}

/// Where a value lies between a loss and a win, for the colour of its place.
pub(super) fn shade(value: Option<&Fields>) -> Option<String> {
    let [number, ..] = expected(value)?;
    Some(format!("--value:{:.3}", f64::midpoint(number, 1.0)))
}
