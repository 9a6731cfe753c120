//! Players over a catalog of games: they choose moves, play games, judge them and play matches.
//!
//! A [`Player`] has one interface for all games: a [`Turn`] in, a [`Choice`] out. Its [`Level`]
//! says which oracles it asks: databases, search, or none. A [`Line`] is a game in progress,
//! [`Saved`] the same in a file, a [`Judge`] finds the costs of moves, an [`Analyst`] does that
//! with proven bounds, or with [`Rollouts`] where databases have no values, and [`play_match`]
//! plays many games. Games are known through the catalog alone.
//!
//! ```
//! use shuban_core::Silent;
//! use shuban_play::{Level, Line, Player, Resources, Turn};
//!
//! let catalog = miniatures::catalog();
//! let game = catalog.game("noughts-and-crosses")?;
//! let mut line = Line::new(game, &game.start().text)?;
//! line.play(None, "b2")?;
//!
//! let resources = Resources::new(&catalog, "data".as_ref());
//! let games = catalog.games_named(&game.name())?;
//! let mut player = Player::new(&resources, Level::Random, games, 1);
//! let turn = Turn::new(game, line.now(), None, 1, &Silent);
//! let choice = player.choose(&turn)?;
//! line.play(None, &choice.action)?;
//! assert_eq!(line.moves().len(), 2);
//! # Ok::<_, shuban_catalog::Error>(())
//! ```

mod analysed_move;
mod analysis;
mod analysis_text;
mod best_move;
mod bounds;
mod dice;
mod estimate;
mod estimated_cost;
pub mod examination;
mod file_analysis;
mod file_note;
mod judge;
mod level;
mod line;
mod marks;
mod match_options;
mod match_report;
mod matches;
mod move_account;
mod named;
mod page;
mod player;
pub mod record_form;
mod recorded;
pub mod report;
mod rollouts;
mod saved;
mod transcripts;
mod turn;
mod valuer;

pub use analysed_move::{AnalysedMove, Decision};
pub use analysis::Analyst;
pub use bounds::Bounds;
pub use dice::{Dice, part_seed};
pub use estimate::Estimate;
pub use estimated_cost::{EstimatedCost, EstimatedDecisions};
pub use file_analysis::FileAnalysis;
pub use judge::{Account, Judge, Judged, Verdict, accounts};
pub use level::{Level, Resources, SearchLimits};
pub use line::{Line, Made};
pub use marks::{CountedMark, Marks};
pub use match_options::MatchOptions;
pub use match_report::{MatchReport, Pairing, PlayerScore, SeatScore};
pub use matches::play_match;
pub use move_account::{LuckAccount, MoveAccount};
pub use player::{Basis, Choice, Player};
pub use rollouts::Rollouts;
pub use saved::Saved;
pub use transcripts::ReplayedGames;
pub use turn::Turn;
pub use valuer::Valuer;
