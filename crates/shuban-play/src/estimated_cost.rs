//! Estimated costs of moves.

use serde::Serialize;
use shuban_core::{Datum, Fields};

use crate::marks::CountedMark;

/// Estimated cost of a move compared with the best one, with its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct EstimatedCost {
    /// The cost.
    pub value: f64,
    /// Standard error of the cost by rollouts; an evaluation function has none to tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standard_error: Option<f64>,
}

impl EstimatedCost {
    /// Number of standard errors below which a cost may be chance.
    const CLEAR: f64 = 2.0;

    /// Cost from which a move is called an error by an evaluation function: the least that other
    /// programs name.
    const EVALUATED: f64 = 0.04;

    /// Returns the cost of a move by its value and that of the best one: of rollouts, or by an
    /// evaluation function.
    pub(crate) fn of(best: &Fields, value: &Fields) -> Option<Self> {
        let number = |value: &Fields, name| match value.get(name) {
            Some(Datum::Number(number)) => Some(*number),
            _ => None,
        };
        if let Some(cost) = number(value, "cost") {
            let standard_error = Some(number(value, "cost_error")?);
            return Some(EstimatedCost { value: cost, standard_error });
        }
        let [best, own] = [best, value].map(|value| number(value, "estimate"));
        Some(EstimatedCost { value: (best? - own?).max(0.0), standard_error: None })
    }

    /// Returns true if the cost is too large to be chance.
    pub fn is_clear(&self) -> bool {
        let least = match self.standard_error {
            Some(error) => EstimatedCost::CLEAR * error,
            None => EstimatedCost::EVALUATED,
        };
        self.value > 0.0 && self.value >= least
    }

    /// Adds the costs of independent trials.
    fn plus(self, other: EstimatedCost) -> Self {
        EstimatedCost {
            value: self.value + other.value,
            standard_error: self
                .standard_error
                .zip(other.standard_error)
                .map(|(one, other)| one.hypot(other)),
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
            self.cost = match self.errors {
                1 => cost,
                _ => self.cost.plus(cost),
            };
        }
    }
}
