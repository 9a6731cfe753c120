//! Games of a match: the chance to win it, with gammons and a cube.
//!
//! A [`MatchEquityTable`] gives the chance to win a match between two games. It is
//! [computed](CubeModel::table) from a stated model, or [read](MatchEquityTable::read) from a file
//! of GNU Backgammon.
//!
//! A [`MatchSolver`] finds the chance to win it from a position in a [`MatchSituation`]: all
//! positions that are reached from there, with all kinds of cubes, have their values narrowed
//! together. [`solve_for_money`] does the same for a single game for money whose cube is turned up
//! to some value.
//!
//! [`answer`] answers a [`MatchQuestion`] in text; [`doublings`] gives the values of doubles in the
//! turns of a game that was played.

mod answers;
mod asked_cube;
mod cube_model;
mod doubling;
mod equities;
mod equity_file;
mod equity_table;
mod error;
pub mod kinds;
mod money_answers;
mod money_game;
mod money_tables;
mod question;
mod reached;
mod situation;
mod solver;
mod stakes;
mod values;

pub use answers::{answer, outward_percent};
pub use cube_model::{CubeModel, CubeModelError};
pub use doubling::doublings;
pub use equity_file::{EquityFileError, EquityFileProblem};
pub use equity_table::MatchEquityTable;
pub use error::{MatchError, MatchFailure, SituationError};
pub(crate) use money_answers::doubling;
pub use money_game::{
    CubefulEquities, DoubleEquities, MoneySituation, SolvedMoney, solve_for_money,
    solve_for_money_within,
};
pub use question::{CubeOwner, MatchAnswer, MatchMove, MatchQuestion, MoneyRules};
pub use reached::{ReachLimits, most_reachable};
pub use situation::{MatchSituation, PlayedForMatch};
pub use solver::{DoubleChances, MatchChances, MatchSolver, SolvedMatch, ValuedMatchPlay};
pub use stakes::{DoublingOptions, DoublingTurn, Stakes, ValuedDoubling};
