//! Solvers over any domain and game, and the way from a domain to checked files: no game is named here.
//!
//! * [`iterate`] narrows certified bounds over a whole layer with cycles.
//! * [`retrograde()`] values a layer whose values follow from each other; [`Tabulation`] does so through the
//!   domain's own fast way.
//! * [`graph`] holds a layer's transitions for methods that visit positions often: [`valued()`] is backward
//!   induction in spite of cycles, [`Mces`] Monte-Carlo with exploring starts, and [`learning`] sets
//!   these beside value iteration, policy iteration and temporal differences.
//! * [`build()`] runs a [`Solver`] over a layer and all that it needs, with checkpoints, and publishes
//!   the files; [`verify()`] checks a file through [`Domain::backup`](shuban_core::Domain::backup) alone.
//! * [`Tables`] opens published layers for look-ups, as an [`Oracle`](shuban_core::Oracle) too.
//! * [`expectimax()`] looks ahead to what an oracle knows, and proves bounds of a position and its plays.

mod build;
mod checkpoint;
mod error;
mod expectimax;
pub mod graph;
pub mod iterate;
pub mod learning;
mod mces;
mod oracle;
mod progress;
mod random;
mod retrograde;
mod solver;
mod tables;
mod tabulate;
mod valued;
mod verify;

pub use build::{BuildOptions, DEFAULT_WIDTH, Estimate, LayerReport, build, estimate, layer_named, needed};
pub use checkpoint::Checkpoint;
pub use error::{Error, bytes_text};
pub use expectimax::{Event, EventOf, SearchError, SearchOptions, Searched, SearchedOf, expectimax};
pub use mces::{Mces, Reading};
pub use progress::{Progress, Silent};
pub use retrograde::{Valued, retrograde};
pub use solver::{IterateByBackup, IterateBySweep, Job, Retrograde, Solved, Solver, Values};
pub use tables::{Bulk, FinishedValues, OpenLayer, Tables};
pub use tabulate::Tabulation;
pub use valued::{Standing, Valuation, valued, valued_layers};
pub use verify::{Failure, Verified, VerifyOptions, verify};
