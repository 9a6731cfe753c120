//! An analysis as text.

use std::fmt;

use shuban_core::Seat;
use shuban_play::EstimatedDecisions;

use crate::analysis::{AnalysedPlayer, Analysis};
use crate::cube_analysis::AnalysedCube;
use crate::played::FileNote;

impl fmt::Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.players.iter().map(|player| &*player.name).collect();
        writeln!(f, "{}, {}: {}", self.game, self.about, names.join(" against "))?;
        for note in self.file_notes() {
            writeln!(f, "{note}")?;
        }
        for game in &self.games {
            writeln!(f, "\ngame {}, {}: {}", game.number, game.heading, game.result)?;
            let cube = game.cube.iter().filter(|made| made.error.is_some());
            let moves = game.moves.iter().filter(|made| made.best.is_some());
            let mut errors: Vec<(usize, String)> = cube
                .map(|made| (made.number, made.error_line(self.name(made.seat))))
                .chain(moves.map(|made| (made.number, made.error_line(self.name(made.seat)))))
                .collect();
            // Stable: decisions with the cube come before the move.
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
    /// Returns what there is to say of the file: the games that are left out, and warnings.
    pub fn file_notes(&self) -> impl Iterator<Item = &FileNote> {
        self.left_out.iter().chain(&self.warnings)
    }

    /// Explains estimated costs, if any.
    pub fn note_on_estimates(&self) -> Option<&'static str> {
        let has_some = self.players.iter().any(|player| player.moves.estimated.is_some());
        has_some.then_some(EstimatedDecisions::NOTE)
    }

    fn name(&self, seat: Seat) -> &str {
        self.players.get(seat).map_or("?", |player| &player.name)
    }
}

impl AnalysedCube {
    /// Describes a mistake of a player in a line.
    fn error_line(&self, player: &str) -> String {
        let (number, action) = (self.number, self.action.name());
        let cost = self.cost.map_or(String::new(), |cost| self.unit.text(cost.value));
        let best = self.best.unwrap_or_default();
        let mark = self.mark.map_or(String::new(), |mark| format!(" ({mark})"));
        format!("  {number:>3}. {player} cube: {action} costs {cost} beside {best}{mark}")
    }
}

impl fmt::Display for AnalysedPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AnalysedPlayer { name, moves, cube, luck } = self;
        write!(f, "{name}: {moves}")?;
        if let Some(cube) = cube {
            write!(f, "\n  {cube}")?;
        }
        if luck.rolls > 0 {
            write!(f, "\n  {luck}")?;
        }
        Ok(())
    }
}
