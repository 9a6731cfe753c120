//! Games of a match: the chance to win it, with gammons and a cube.
//!
//! A [`MatchEquityTable`] tells the chance to win a match between two games. It is
//! [computed](CubeModel::table) from a stated model, or [read](MatchEquityTable::read) from a file
//! of GNU Backgammon.
//!
//! A [`MatchSolver`] finds the chance to win it from a position in a [`MatchSituation`]: all
//! positions that are reached from there, with all kinds of cubes, have their values narrowed
//! together. [`solve_for_money`] does the same for a single game for money whose cube is turned up
//! to some value.

mod answers;
mod cube_model;
mod doubling;
mod equity_file;
mod equity_table;
mod kinds;
mod money_answers;
mod money_game;
mod reached;
mod situation;
mod solver;
#[cfg(test)]
mod tests;
mod values;

pub use answers::GammonMatches;
pub use cube_model::{CubeModel, CubeModelError};
pub use equity_file::{EquityFileError, EquityFileProblem};
pub use equity_table::MatchEquityTable;
pub use money_game::{
    CubefulEquities, DoubleEquities, MoneySituation, SolvedMoney, solve_for_money,
};
pub use situation::{MatchSituation, SituationError};
pub use solver::{
    DoubleChances, MatchChances, MatchError, MatchSolver, SolvedMatch, ValuedMatchPlay,
};
