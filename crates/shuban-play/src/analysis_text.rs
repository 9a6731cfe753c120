//! Analysed moves as text.

use std::fmt;

use shuban_core::text::rounded_outward;

use crate::analysed_move::AnalysedMove;
use crate::bounds::Bounds;
use crate::estimated_cost::{EstimatedCost, EstimatedDecisions};
use crate::move_account::{LuckAccount, MoveAccount};

impl AnalysedMove {
    /// Describes a mistake of a player in a line.
    pub fn error_line(&self, player: &str) -> String {
        let AnalysedMove { number, action, .. } = self;
        let roll = self.roll.as_ref().map_or(String::new(), |roll| format!(" {roll}:"));
        let estimated = self.estimated_cost.map(|cost| format!(" costs about {cost}"));
        let cost = self.cost.map(|cost| format!(" costs {:.4}", cost.value));
        let cost = cost.or(estimated).unwrap_or_default();
        let best = self.best.as_ref().map_or(String::new(), |best| format!(" beside {best}"));
        let mark = self.mark.map_or(String::new(), |mark| format!(" ({mark})"));
        format!("  {number:>3}. {player}{roll} {action}{cost}{best}{mark}")
    }
}

impl fmt::Display for MoveAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MoveAccount { forced, known, unknown, errors, marks, .. } = self;
        write!(f, "{known} decisions judged, {unknown} unknown, {forced} forced")?;
        if *known > 0 {
            let marks = marks.iter().map(|all| format!(", {} {}", all.count, all.mark));
            write!(f, "\n  {errors} errors{}", marks.collect::<String>())?;
        }
        if let Some(cost) = self.cost.filter(|_| *known > 0) {
            write!(f, "\n  cost  {}", Told(cost, false))?;
        }
        if let Some(estimated) = &self.estimated {
            write!(f, "\n  {estimated}")?;
        }
        Ok(())
    }
}

impl fmt::Display for LuckAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "luck  {} in {} rolls", Told(self.luck, true), self.rolls)
    }
}

impl EstimatedDecisions {
    /// Explains what estimated costs are.
    pub const NOTE: &'static str = "\
        Estimated costs are not proven: by rollouts, with their standard errors, or by an evaluation \
        function. What costs less than two standard errors, or 0.04, is not called an error.";
}

impl fmt::Display for EstimatedDecisions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EstimatedDecisions { decisions, errors, marks, cost } = self;
        write!(f, "by estimates: {decisions} more decisions, {errors} errors")?;
        marks.iter().try_for_each(|all| write!(f, ", {} {}", all.count, all.mark))?;
        write!(f, "; errors cost about {cost}")
    }
}

impl fmt::Display for EstimatedCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.standard_error {
            Some(error) => write!(f, "{:.4} (standard error {error:.4}, by rollouts)", self.value),
            None => write!(f, "{:.4} (estimated)", self.value),
        }
    }
}

/// A number with its bounds; with its sign if true.
struct Told(Bounds, bool);

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Bounds { value, lower, upper } = self.0;
        let [lower, upper] = rounded_outward(lower, upper, 6);
        match self.1 {
            true => write!(f, "{value:+.6} (between {lower:+.6} and {upper:+.6})"),
            false => write!(f, "{value:.6} (between {lower:.6} and {upper:.6})"),
        }
    }
}
