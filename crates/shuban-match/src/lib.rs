//! Backgammon for matches and for money: an extension of a program over a catalog of games.
//!
//! The catalog knows values of single games without a cube. Here are the cube, the score of a match
//! and the rules of games for money:
//!
//! * [`match_play`] solves positions with a cube: the chance to win a match, equities for money;
//!   [`answer_of`] asks it about a position of a catalog's game.
//! * [`OnDemand`] solves single games of which no database is built.
//! * [`match_file`] reads and writes matches: `.mat` and SGF; it reads `.xg`.
//! * [`match_in_play`] keeps the cube and the score of a match while it is played; [`cube_player`]
//!   decides about doubles.
//! * [`analyse`] computes the costs of the moves of a match that was read, and of its decisions
//!   with the cube, as a [report](shuban_play::report).
//!
//! ```
//! use shuban_core::Silent;
//! use shuban_gammon::{Gammon, Variant};
//! use shuban_match::match_play::{CubeModel, MatchSituation, MatchSolver};
//! use shuban_core::Game;
//!
//! let game = Gammon::new(Variant::by_name("hypergammon").unwrap());
//! let position = game.parse("2,5|1").unwrap();
//! let table = CubeModel::USUAL.table();
//! let solver = MatchSolver::new(&game.variant, &table);
//! let situation = MatchSituation::new([2, 3], false); // the points that both still need
//! let solved = solver.solve(&position, &situation, &Silent).unwrap();
//! assert_eq!(solved.chances().double.unwrap().action.name(), "double, take");
//! ```

mod analysis;
mod answer;
mod cube_account;
mod cube_analysis;
pub mod cube_player;
mod cube_report;
pub mod match_file;
pub mod match_in_play;
pub mod match_play;
mod on_demand;
mod played;
mod told;
mod variants;

pub use analysis::{Analysis, MARKS, analyse};
pub use answer::{AnsweredMatch, answer_of};
pub use cube_account::CubeAccount;
pub use cube_analysis::{AnalysedCube, CubeError, CubePlay, CubeUnit, DoublingValues};
pub use cube_report::{CubeAccounts, CubeDecisions, WithCube};
pub use on_demand::{OnDemand, register};
pub use played::{DoublingOutcome, PlayedDoubling, PlayedGame, PlayedMatch, PlayedMove};
pub use told::ToldPosition;
pub use variants::variant_named;
