//! Values of positions as numbers and colours.

use shuban_core::{Datum, Field, Fields};

/// Returns a field's name for people.
pub(super) fn name(field: &Field) -> String {
    field.name.replace('_', " ")
}

/// Returns the expected result and its bounds, if the value is one.
pub(super) fn expected(value: Option<&Fields>) -> Option<[f64; 3]> {
    let number = |name| match value?.get(name)? {
        Datum::Number(number) => Some(*number),
        _ => None,
    };
    let numbers = [number("value")?, number("lower")?, number("upper")?];
    numbers.iter().all(|number| (-1.0..=1.0).contains(number)).then_some(numbers)
}

/// Returns the expected result, if the value is one: other numbers may not be for the player to
/// move, or may not be better when larger.
pub(super) fn number(value: &Fields) -> Option<f64> {
    expected(Some(value)).map(|[value, ..]| value)
}

/// Returns the CSS variable for a value between a loss and a win, which colours its place.
pub(super) fn shade(value: Option<&Fields>) -> Option<String> {
    Some(format!("--value:{:.3}", value?.rating()?.share()))
}
