//! Evaluation functions as the comparisons use them.

use shuban_gammon::Position;
use shuban_gammon::evaluation::{NetworkEvaluation, TermEvaluation};

/// An evaluation function that is compared with certified values, or plays.
pub(in crate::gammon) trait PositionValuer: Sync {
    /// Returns the expected result of the side about to roll.
    fn expected_result(&self, position: &Position) -> f64;
}

impl PositionValuer for TermEvaluation {
    fn expected_result(&self, position: &Position) -> f64 {
        TermEvaluation::expected_result(self, position)
    }
}

impl PositionValuer for NetworkEvaluation {
    fn expected_result(&self, position: &Position) -> f64 {
        NetworkEvaluation::expected_result(self, position)
    }
}
