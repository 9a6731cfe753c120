//! Search for positions, whatever the types of the game.

use shuban_core::{PositionSolver, Present, Provable, SearchSetting};

use crate::answer::{AnyAnswer, Detail};
use crate::any_game::{AnyGame, AnyWritten, typed};
use crate::error::Error;
use crate::proof::{ProofSetting, Prover};

/// Solves one position after the other.
pub type AnySolve<'a> = Box<dyn FnMut(&AnyWritten) -> Result<AnyAnswer, Error> + 'a>;

/// A way to solve positions of a game by search, whatever its types.
pub trait AnySolver: Send + Sync {
    /// The game that reads its positions; the game of the same name is solved by it.
    fn game(&self) -> &dyn AnyGame;

    /// Begins to solve.
    fn begin<'a>(&'a self, setting: SearchSetting<'a>) -> AnySolve<'a>;

    /// Whether it stops by itself when its progress says that it is interrupted, with something
    /// worth keeping.
    fn heeds_interrupts(&self) -> bool;
}

impl<S: PositionSolver> AnySolver for S {
    fn game(&self) -> &dyn AnyGame {
        PositionSolver::game(self)
    }

    fn begin<'a>(&'a self, setting: SearchSetting<'a>) -> AnySolve<'a> {
        let game = PositionSolver::game(self);
        let mut solve = PositionSolver::begin(self, setting);
        Box::new(move |written| {
            let answer = solve(typed(game, &written.position)?)?;
            Ok(AnyAnswer::new(game, &written.text, answer, &Detail::All))
        })
    }

    fn heeds_interrupts(&self) -> bool {
        PositionSolver::heeds_interrupts(self)
    }
}

/// A game whose positions are solved by proof search, whatever its types.
pub trait AnyProver: Send + Sync {
    /// The game.
    fn game(&self) -> &dyn AnyGame;

    /// Begins to solve.
    fn begin<'a>(&'a self, proof: &'a ProofSetting, setting: SearchSetting<'a>) -> AnySolve<'a>;
}

impl<G: Provable + Present + 'static> AnyProver for G {
    fn game(&self) -> &dyn AnyGame {
        self
    }

    fn begin<'a>(&'a self, proof: &'a ProofSetting, setting: SearchSetting<'a>) -> AnySolve<'a> {
        let prover = Prover::new(self, proof, setting);
        Box::new(move |written| {
            let answer = prover.solve(typed(self, &written.position)?)?;
            Ok(AnyAnswer::new(self, &written.text, answer, &Detail::All))
        })
    }
}
