//! Estimated costs of moves.

use serde::Serialize;
use shuban_core::{Datum, Fields};

use crate::marks::CountedMark;

/// Estimated cost of a move compared with the best one, with its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct EstimatedCost {
    /// The cost.
    pub value: f64,
    /// Standard error of the cost.
    pub standard_error: f64,
}

impl EstimatedCost {
    /// Number of standard errors below which a cost may be chance.
    const CLEAR: f64 = 2.0;

    /// Returns the cost in a value that was compared with the best one by trials.
    pub(crate) fn of(value: &Fields) -> Option<Self> {
        let number = |name| match value.get(name) {
            Some(Datum::Number(number)) => Some(*number),
            _ => None,
        };
        Some(EstimatedCost { value: number("cost")?, standard_error: number("cost_error")? })
    }

    /// Returns true if the cost is too large to be chance.
    pub fn is_clear(&self) -> bool {
        self.value > 0.0 && self.value >= EstimatedCost::CLEAR * self.standard_error
    }

    /// Adds the costs of independent trials.
    fn plus(self, other: EstimatedCost) -> Self {
        EstimatedCost {
            value: self.value + other.value,
            standard_error: self.standard_error.hypot(other.standard_error),
        }
    }
}

/// A player's estimated decisions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EstimatedDecisions {
    /// Number of decisions.
    pub decisions: usize,
    /// Number of moves whose cost is hardly chance.
    pub errors: usize,
    /// Number of these of each name, by estimated cost.
    pub marks: Vec<CountedMark>,
    /// Total cost of these errors. The others are left out: the best of several means is biased
    /// upwards, so that their costs would add up to something even for perfect play.
    pub cost: EstimatedCost,
}

impl EstimatedDecisions {
    /// Creates an account without decisions.
    pub(crate) fn none(marks: Vec<CountedMark>) -> Self {
        EstimatedDecisions { decisions: 0, errors: 0, marks, cost: EstimatedCost::default() }
    }

    /// Adds a decision, of which `error` is the cost if it was an error.
    pub(crate) fn add(&mut self, error: Option<EstimatedCost>, mark: Option<&str>) {
        self.decisions += 1;
        if let Some(cost) = error {
            self.errors += 1;
            CountedMark::count(&mut self.marks, mark);
            self.cost = self.cost.plus(cost);
        }
    }
}
