//! Solvers over any domain and game, and the way from a domain to checked files: no game is named here.
//!
//! * [`iterate`] narrows certified bounds over a whole layer with cycles.
//! * [`retrograde()`] values a layer whose values follow from each other, [`Backward`] one whose parts ask for later
//!   ones alone; [`Tabulation`] does so through the domain's own fast way.
//! * [`graph`] holds a layer's transitions for methods that visit positions often: [`valued()`] is backward
//!   induction in spite of cycles, [`Mces`] Monte-Carlo with exploring starts, and [`learning`] sets
//!   these beside value iteration, policy iteration and temporal differences.
//! * [`build()`] runs a [`Solver`] over a layer and all that it needs, with checkpoints, and publishes
//!   the files; [`verify()`] checks a file through [`Domain::backup`](shuban_core::Domain::backup) alone.
//! * [`Tables`] opens published layers for look-ups, as an [`Oracle`](shuban_core::Oracle) too.
//! * [`multi`] searches games of several players: max^n, soft-max^n, sets of winners or of places, coalitions.
//! * [`proof`] answers whether a seat gets at least so much: parallel proof-number search over any game.
//! * [`expectimax()`] looks ahead to what an oracle knows, and proves bounds of a position and its plays.

mod backward;
mod build;
mod by_shards;
mod certified;
mod checkpoint;
mod error;
mod expectimax;
pub mod graph;
mod histogram;
pub mod iterate;
pub mod learning;
mod ledger;
mod mces;
pub mod multi;
mod oracle;
pub mod proof;
mod random;
mod retrograde;
mod solver;
mod tables;
mod tabulate;
mod valued;
mod verify;
mod verify_ledger;

pub use backward::Backward;
pub use build::{
    BuildOptions, DEFAULT_WIDTH, Estimate, FileState, LayerFile, LayerReport, Tally, build, estimate,
    layer_named, needed, tally,
};
pub use by_shards::{ByShards, Tallying};
pub use certified::{IterateByBackup, IterateBySweep};
pub use checkpoint::Checkpoint;
pub use error::{Error, bytes_text};
pub use expectimax::{Event, EventOf, SearchError, SearchOptions, Searched, SearchedOf, expectimax};
pub use histogram::StoredHistogram;
pub use ledger::{Ledger, ShardEntry, TableEntry, Totals};
pub use mces::{Mces, Reading};
pub use random::Random;
pub use retrograde::{Retrograde, Valued, retrograde};
pub use shuban_core::{Progress, Silent};
pub use solver::{Job, Solved, Solver, Values};
pub use tables::{Bulk, FinishedValues, OpenLayer, Tables};
pub use tabulate::{NoShard, Shard, Tabulation};
pub use valued::{Standing, Valuation, valued, valued_layers};
pub use verify::{Failure, Verified, VerifyOptions, verify};
pub use verify_ledger::verify_ledger;
