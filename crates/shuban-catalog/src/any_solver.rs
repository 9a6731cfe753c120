//! Search for positions, whatever the types of the game.

use shuban_answer::{AnyAnswer, AnyPosition, Detail};
use shuban_core::PositionSolver;
use shuban_core::solver::SearchSetting;
use shuban_solve::proof::ProofSetting;

use crate::any_game::AnyGame;
use crate::any_proof::AnyProofs;
use crate::error::Error;
use crate::recorded::AnyLedger;

/// Solves one position after the other.
pub(crate) type AnySolve<'a> = Box<dyn FnMut(&AnyPosition) -> Result<AnyAnswer, Error> + 'a>;

/// A way to solve positions of a game by search, whatever its types.
pub(crate) trait AnySolver: Send + Sync {
    /// Returns the game that reads its positions; it solves the game of the same name.
    fn game(&self) -> &dyn AnyGame;

    /// Begins to solve; `proof` and `known` are for proof search alone.
    fn begin<'a>(
        &'a self,
        proof: &'a ProofSetting,
        known: Option<&'a AnyLedger>,
        setting: SearchSetting<'a>,
    ) -> AnySolve<'a>;

    /// Returns the ledgers and proof files of the game, if this is proof search.
    fn proofs(&self) -> Option<&dyn AnyProofs> {
        None
    }

    /// Returns true if this is proof search.
    fn proves(&self) -> bool {
        self.proofs().is_some()
    }
}

impl<S: PositionSolver> AnySolver for S {
    fn game(&self) -> &dyn AnyGame {
        PositionSolver::game(self)
    }

    fn begin<'a>(
        &'a self,
        _proof: &'a ProofSetting,
        _known: Option<&'a AnyLedger>,
        setting: SearchSetting<'a>,
    ) -> AnySolve<'a> {
        let game = PositionSolver::game(self);
        let mut solve = PositionSolver::begin(self, setting);
        Box::new(move |position| {
            let answer = solve(position.of(game)?)?;
            Ok(AnyAnswer::new(game, position, answer, &Detail::All))
        })
    }
}
