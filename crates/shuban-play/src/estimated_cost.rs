//! What moves cost where that is only estimated.

use serde::Serialize;
use shuban_core::{Datum, Fields};

use crate::marks::CountedMark;

/// What a move costs beside the best one as far as trials tell, and how far off that may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct EstimatedCost {
    /// The cost.
    pub value: f64,
    /// The standard error of it.
    pub standard_error: f64,
}

impl EstimatedCost {
    /// A cost below so many standard errors may well be none.
    const CLEAR: f64 = 2.0;

    /// What a value says that was compared with the best one by trials.
    pub(crate) fn of(value: &Fields) -> Option<Self> {
        let number = |name| match value.get(name) {
            Some(Datum::Number(number)) => Some(*number),
            _ => None,
        };
        Some(EstimatedCost { value: number("cost")?, standard_error: number("cost_error")? })
    }

    /// Whether it is too large to be chance.
    pub fn is_clear(&self) -> bool {
        self.value > 0.0 && self.value >= EstimatedCost::CLEAR * self.standard_error
    }

    /// Both together, from trials that have nothing to do with each other.
    fn plus(self, other: EstimatedCost) -> Self {
        EstimatedCost {
            value: self.value + other.value,
            standard_error: self.standard_error.hypot(other.standard_error),
        }
    }
}

/// The decisions of a player that were estimated.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EstimatedDecisions {
    /// How many there were.
    pub decisions: usize,
    /// How many moves cost so much that it is hardly chance.
    pub errors: usize,
    /// How many of these have each name, by what they are estimated to cost.
    pub marks: Vec<CountedMark>,
    /// What these errors cost together. The others are left out: the best of several means is too
    /// high, so that their costs would add up to something where there is nothing.
    pub cost: EstimatedCost,
}

impl EstimatedDecisions {
    /// No decisions yet.
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
