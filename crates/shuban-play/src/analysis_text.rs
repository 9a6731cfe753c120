//! An analysis for people.

use std::fmt;

use shuban_core::rounded_outward;

use crate::analysis::{AnalysedMove, Analysis};
use crate::analysis_players::AnalysedPlayer;
use crate::bounds::Bounds;
use crate::cube_analysis::AnalysedCube;
use crate::estimated_cost::{EstimatedCost, EstimatedDecisions};

impl fmt::Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.players.iter().map(|player| &*player.name).collect();
        writeln!(f, "{}, {}: {}", self.game, self.about, names.join(" against "))?;
        for (number, game) in (1..).zip(&self.games) {
            writeln!(f, "\ngame {number}, {}: {}", game.heading, game.result)?;
            let cube = game.cube.iter().filter(|made| made.error.is_some());
            let moves = game.moves.iter().filter(|made| made.best.is_some());
            let mut errors: Vec<(usize, String)> = cube
                .map(|made| (made.number, self.cube_error_line(made)))
                .chain(moves.map(|made| (made.number, self.error_line(made))))
                .collect();
            // Stable: what is done with the cube comes before the move.
            errors.sort_by_key(|(number, _)| *number);
            for (_, line) in errors {
                writeln!(f, "{line}")?;
            }
        }
        for player in &self.players {
            write!(f, "\n{player}")?;
        }
        if !self.note.is_empty() {
            write!(f, "\n\n{}", self.note)?;
        }
        if let Some(note) = self.note_on_estimates() {
            write!(f, "\n\n{note}")?;
        }
        Ok(())
    }
}

impl Analysis {
    /// What estimated costs are, where there are some.
    pub fn note_on_estimates(&self) -> Option<&'static str> {
        let has_some = self.players.iter().any(|player| player.estimated.is_some());
        has_some.then_some(
            "Costs by rollouts are estimates, with their standard errors; nothing of them is \
             proven. What costs less than two standard errors is not called an error.",
        )
    }

    /// A mistake in a line.
    fn error_line(&self, made: &AnalysedMove) -> String {
        let player = self.players.get(made.seat).map_or("?", |player| &player.name);
        let AnalysedMove { number, action, .. } = made;
        let roll = made.roll.as_ref().map_or(String::new(), |roll| format!(" {roll}:"));
        let estimated = made.estimated_cost.map(|cost| format!(" costs about {cost}"));
        let cost = made.cost.map(|cost| format!(" costs {:.4}", cost.value));
        let cost = cost.or(estimated).unwrap_or_default();
        let best = made.best.as_ref().map_or(String::new(), |best| format!(" beside {best}"));
        let mark = made.mark.map_or(String::new(), |mark| format!(" ({mark})"));
        format!("  {number:>3}. {player}{roll} {action}{cost}{best}{mark}")
    }

    /// A mistake with the cube in a line.
    fn cube_error_line(&self, made: &AnalysedCube) -> String {
        let player = self.players.get(made.seat).map_or("?", |player| &player.name);
        let (number, action) = (made.number, made.action.name());
        let cost = made.cost.map_or(String::new(), |cost| made.unit.text(cost.value));
        let best = made.best.unwrap_or_default();
        let mark = made.mark.map_or(String::new(), |mark| format!(" ({mark})"));
        format!("  {number:>3}. {player} cube: {action} costs {cost} beside {best}{mark}")
    }
}

impl fmt::Display for AnalysedPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AnalysedPlayer { name, forced, known, unknown, errors, marks, .. } = self;
        write!(f, "{name}: {known} decisions judged, {unknown} unknown, {forced} forced")?;
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
        if let Some(cube) = &self.cube {
            write!(f, "\n  {cube}")?;
        }
        if self.rolls > 0 {
            write!(f, "\n  luck  {} in {} rolls", Told(self.luck, true), self.rolls)?;
        }
        Ok(())
    }
}

impl fmt::Display for EstimatedDecisions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EstimatedDecisions { decisions, errors, marks, cost } = self;
        write!(f, "by rollouts: {decisions} more decisions, {errors} errors")?;
        marks.iter().try_for_each(|all| write!(f, ", {} {}", all.count, all.mark))?;
        write!(f, "; errors cost about {cost}")
    }
}

impl fmt::Display for EstimatedCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.4} (standard error {:.4}, by rollouts)", self.value, self.standard_error)
    }
}

/// A number with its bounds, with a sign or without.
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
