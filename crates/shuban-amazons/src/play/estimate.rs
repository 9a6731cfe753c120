//! The evaluation by territory, as others ask for it.

use shuban_core::{Evaluation, Game, ONE, Present};

use super::evaluation::Parts;
use super::options::SearchOptions;
use crate::position::Position;

/// Estimates of boards by territory, for a game on boards.
pub struct TerritoryEvaluation<G> {
    game: G,
    options: SearchOptions,
}

impl<G> TerritoryEvaluation<G> {
    /// Creates the evaluation of a game, with the usual constants.
    pub fn new(game: G) -> Self {
        TerritoryEvaluation { game, options: SearchOptions::default() }
    }
}

impl<G: Present + Game<Position = Position> + 'static> Evaluation for TerritoryEvaluation<G> {
    type Game = G;

    fn game(&self) -> &G {
        &self.game
    }

    fn name(&self) -> &'static str {
        "territory"
    }

    fn about(&self) -> String {
        "territory: who reaches squares first, as a queen and as a king, and room to move"
            .to_owned()
    }

    fn evaluate(&self, position: &Position) -> i32 {
        let parts = Parts::of(position.subgame(), position.to_move(), &self.options.weights);
        let expected = self.options.expected(parts.score(&self.options.weights));
        (f64::from(expected) * f64::from(ONE)) as i32
    }
}
