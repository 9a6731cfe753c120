//! Evaluation functions, for estimates by forward search.

use crate::game::Game;
use crate::interval::Interval;
use crate::present::Present;
use crate::shelf::{OracleError, Shelf};

/// Known bounds of positions, for the player to move, in the unit of [`ONE`](crate::ONE); `None`
/// for any other.
pub type KnownValues<'s, G> =
    dyn Fn(&<G as Game>::Position) -> Result<Option<Interval>, OracleError> + 's;

/// An estimate of the expected result of positions of a game for two, from the board alone. Forward
/// search uses it at its horizon: the result is an estimate and never proven.
pub trait Evaluation: Send + Sync {
    /// The game that it evaluates.
    type Game: Present + 'static;

    /// Returns the game; its name is the one by which positions are asked about.
    fn game(&self) -> &Self::Game;

    /// Returns the name by which it is chosen where its game has several.
    fn name(&self) -> &'static str {
        "default"
    }

    /// Returns its basis, in a line.
    fn about(&self) -> String;

    /// Returns the estimate for the player to move of a position that is not over, in the unit of
    /// [`ONE`](crate::ONE): between a loss and a win, the same on every machine, and the same for a
    /// position and its [canonical](Game::canonical) form.
    fn evaluate(&self, position: &<Self::Game as Game>::Position) -> i32;

    /// Returns the bounds that built tables give, which are better than an estimate.
    fn known<'s>(&'s self, _shelf: &'s dyn Shelf) -> Box<KnownValues<'s, Self::Game>> {
        Box::new(|_| Ok(None))
    }
}
