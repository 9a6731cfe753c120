//! A catalog of games and domains of any types, and the operations on them.
//!
//! A [`Catalog`] is empty until games join it: a game's crate has a function
//! `register(registry: &mut impl Registry)`. Then there are, by name,
//!
//! * [`AnyGame`]s: read, write, draw and step positions, count move sequences, check the rules;
//! * [`AnyFamily`]s, the domains, each with its layers: build, verify, describe, open, export;
//! * solvers ([`Solving`]): search for values that no database holds;
//! * evaluation functions, for estimates ([`Catalog::estimate`]) and rollouts
//!   ([`Catalog::roll_out`]);
//! * players of one game alone that give advice ([`AnyAdvice`]).
//!
//! A [`Session`] answers questions about positions of a layer, or of a game, where it picks the
//! smallest built database that holds the position. There is one [`AnyAnswer`] for all games; all
//! other results are plain structs. All are [`Printable`]: as JSON and as text.
//!
//! ```
//! use shuban_catalog::Catalog;
//!
//! let catalog = Catalog::new(); // and then `my_game::register(&mut catalog)`
//! let error = catalog.game("chess").err().unwrap();
//! assert!(error.to_string().contains("there is no game `chess`"));
//! ```

mod any_adviser;
mod any_evaluation;
mod any_family;
mod any_game;
pub mod any_proof;
mod any_solver;
mod build_cost;
mod built;
mod by_proof;
mod catalog;
pub mod chain;
mod check;
#[cfg(feature = "parquet")]
mod dataset;
mod error;
mod export;
pub mod listing;
pub mod many;
pub mod names;
pub mod numbered;
mod open_family;
mod oracles;
mod own_file;
pub mod perft;
mod picture;
mod printable;
mod questions;
mod recorded;
mod session;
mod shelf;
mod solve;
mod turn_svg;
mod umb;
mod verified;

pub use any_adviser::AdvisedMoves;
pub use any_family::AnyFamily;
pub use any_game::AnyGame;
pub use build_cost::BuildCost;
pub use catalog::Catalog;
pub use error::Error;
pub use export::ExportFormat;
pub use open_family::OpenFamily;
pub use oracles::{Estimates, OwnPlayer, Search, all_oracles};
pub use own_file::AnyOwnFile;
pub use picture::png;
pub use printable::Printable;
pub use questions::AnyAdvice;
pub use recorded::AnyLedger;
pub use session::Session;
pub use shelf::DataShelf;
pub use shuban_answer::{
    Act, AnyAnswer, AnyChance, AnyEvent, AnyOpening, AnyPlay, AnyPosition, AnyRules, AnyTurn,
    Detail, GameEnd, RulesError, answer,
};
pub use shuban_solve::{proof, with_threads};
pub use solve::Solving;
pub use turn_svg::turn_svg;

/// Settings of estimates and rollouts.
pub mod estimate {
    pub use shuban_search::{
        EstimateSetting, LuckMeasure, RolloutOptions, RolloutSetting, SearchForm,
    };
}

/// Reports of builds, checks and measurements.
pub mod report {
    pub use shuban_solve::{Info, PlayTiming, ProbeTiming, StatedEquation, Tallied};

    pub use crate::built::BuildReport;
    pub use crate::check::{Checked, CheckedSums};
    pub use crate::verified::Verification;
}
