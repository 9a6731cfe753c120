//! Advice in endings, where it is the search of the game itself that solves sums.

use shuban_core::adviser::{Advice, Adviser};
use shuban_core::solver::{SearchFailure, SearchSetting};

use super::ending::is_ending;
use super::player::solved;
use crate::game::Amazons;
use crate::position::Position;
use crate::solver::SumSolver;

/// An adviser on boards that have fallen into small regions. It does not move at a level: there the search of the game
/// has already done what it would do.
pub(crate) struct EndingAdviser(SumSolver);

impl EndingAdviser {
    /// Creates the adviser with a solver of sums.
    pub(crate) fn new(sums: SumSolver) -> Self {
        EndingAdviser(sums)
    }
}

impl Adviser for EndingAdviser {
    type Game = Amazons;

    fn game(&self) -> &Amazons {
        &Amazons
    }

    fn name(&self) -> String {
        "sums".to_owned()
    }

    fn about(&self) -> String {
        "adds up the regions of a board that has fallen apart".to_owned()
    }

    fn about_ja(&self) -> Option<String> {
        Some("分かれた領域の値を合わせて最善手を示す".to_owned())
    }

    fn advise(
        &self,
        position: &Position,
        setting: &SearchSetting<'_>,
    ) -> Result<Advice<Amazons>, SearchFailure> {
        if !is_ending(position.subgame()) {
            return Ok(Advice::none("the board has not yet fallen into small regions"));
        }
        let found = solved(&self.0, position, setting)?;
        Ok(found.unwrap_or_else(|| Advice::none("the sum is not solved within the limits")))
    }
}
