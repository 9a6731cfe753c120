//! Evaluation functions, for estimates by forward search.

use crate::game::Game;
use crate::interval::Interval;
use crate::present::Present;
use crate::shelf::{OracleError, Shelf};

/// Bounds that are known of positions, for the player to move, in the unit of
/// [`ONE`](crate::ONE); `None` of any other.
pub type KnownValues<'s, G> =
    dyn Fn(&<G as Game>::Position) -> Result<Option<Interval>, OracleError> + 's;

/// A guess at the expected result of positions of a game for two, from the board alone. Forward
/// search has it on its horizon: what comes of that is an estimate and never proven.
pub trait Evaluation: Send + Sync {
    /// Its game.
    type Game: Present + 'static;

    /// That game; its name is the one by which positions are asked about.
    fn game(&self) -> &Self::Game;

    /// The name by which it is chosen where its game has several.
    fn name(&self) -> &'static str {
        "default"
    }

    /// What it goes by, in a line.
    fn about(&self) -> String;

    /// The guess for the player to move of a position that is not over, in the unit of
    /// [`ONE`](crate::ONE): between a loss and a win, the same on every machine, and the same for a
    /// position and its [canonical](Game::canonical) form.
    fn evaluate(&self, position: &<Self::Game as Game>::Position) -> i32;

    /// What is built and holds better than a guess.
    fn known<'s>(&'s self, _shelf: &'s dyn Shelf) -> Box<KnownValues<'s, Self::Game>> {
        Box::new(|_| Ok(None))
    }
}
