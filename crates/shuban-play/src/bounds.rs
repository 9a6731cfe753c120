//! Numbers between proven bounds.

use serde::Serialize;
use shuban_core::{Datum, Fields};

/// A number between proven bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Bounds {
    /// Best estimate of the number.
    pub value: f64,
    /// Lower bound.
    pub lower: f64,
    /// Upper bound.
    pub upper: f64,
}

impl Bounds {
    /// Returns the bounds of a value, if it is a number that has them.
    pub fn of(value: &Fields) -> Option<Self> {
        let Datum::Number(number) = value.iter().next()?.datum else { return None };
        let bound = |name| match value.get(name) {
            Some(Datum::Number(bound)) => Some(*bound),
            _ => None,
        };
        Some(Bounds { value: number, lower: bound("lower")?, upper: bound("upper")? })
    }

    /// Creates bounds from the middle and both bounds.
    pub fn of_numbers([value, lower, upper]: [f64; 3]) -> Self {
        Bounds { value, lower, upper }
    }

    /// Returns the difference, with the widest bounds.
    pub fn minus(self, other: Bounds) -> Self {
        Bounds {
            value: self.value - other.value,
            lower: self.lower - other.upper,
            upper: self.upper - other.lower,
        }
    }

    /// Returns the sum.
    pub fn plus(self, other: Bounds) -> Self {
        Bounds {
            value: self.value + other.value,
            lower: self.lower + other.lower,
            upper: self.upper + other.upper,
        }
    }

    /// Returns the larger of two numbers, bound by bound.
    pub fn max(self, other: Bounds) -> Self {
        Bounds {
            value: self.value.max(other.value),
            lower: self.lower.max(other.lower),
            upper: self.upper.max(other.upper),
        }
    }

    /// Returns the smaller of two numbers, bound by bound.
    pub fn min(self, other: Bounds) -> Self {
        Bounds {
            value: self.value.min(other.value),
            lower: self.lower.min(other.lower),
            upper: self.upper.min(other.upper),
        }
    }
}
