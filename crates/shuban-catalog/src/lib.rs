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

mod answer;
mod any_adviser;
mod any_evaluation;
mod any_family;
mod any_game;
mod any_position;
mod any_proof;
mod any_solver;
mod any_turn;
mod built;
mod by_proof;
mod catalog;
mod chain;
mod check;
mod error;
mod export;
mod game_end;
mod listing;
mod names;
mod open_family;
mod own_file;
mod perft;
mod picture;
mod printable;
mod questions;
mod recorded;
mod session;
mod shelf;
mod solve;
mod turn_svg;
mod verified;

pub use answer::{AnyAnswer, AnyEvent, AnyPlay, Detail, Recorded, add_fields, table};
pub use any_adviser::AdvisedMoves;
pub use any_family::AnyFamily;
pub use any_game::{AnyGame, AnyOpening};
pub use any_position::AnyPosition;
pub use any_proof::{AnyProof, AnyProofMove, AnyProofStep, ProofAbout, WrittenProof};
pub use any_turn::{Act, AnyChance, AnyTurn};
pub use built::BuildReport;
pub use catalog::Catalog;
pub use chain::{Asked, Chain, Oracle, Question, Reply, Rules};
pub use check::{Checked, CheckedSums};
pub use error::Error;
pub use export::ExportFormat;
pub use game_end::GameEnd;
pub use listing::{ListedFamily, ListedGame, ListedLayer, Listing};
pub use names::{Games, PlacedLayer, ProbeTarget, suggestion};
pub use open_family::OpenFamily;
pub use own_file::AnyOwnFile;
pub use perft::PerftCounts;
pub use picture::png;
pub use printable::Printable;
pub use questions::AnyAdvice;
pub use recorded::AnyLedger;
pub use session::Session;
pub use shelf::DataShelf;
pub use shuban_search::{
    EstimateSetting, LuckMeasure, PerftOptions, RolloutOptions, RolloutSetting, SearchForm,
};
pub use shuban_solve::{
    Info, PlayTiming, ProbeTiming, StatedEquation, Tallied, proof, with_threads,
};
pub use solve::Solving;
pub use turn_svg::turn_svg;
pub use verified::Verification;
