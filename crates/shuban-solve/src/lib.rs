//! Solvers over any domain and game, and the way from a domain to checked files: no game is named here.
//!
//! * [`iterate`] narrows certified bounds over a whole layer with cycles.
//! * [`retrograde()`] values a layer whose values follow from each other.
//! * [`build()`] runs a [`Solver`] over a layer and all that it needs, with checkpoints, and publishes
//!   the files; [`verify()`] checks a file through [`Domain::backup`](shuban_core::Domain::backup) alone.
//! * [`Tables`] opens published layers for look-ups.

mod build;
mod checkpoint;
mod error;
pub mod graph;
pub mod iterate;
pub mod learning;
mod mces;
mod progress;
mod random;
mod retrograde;
mod solver;
mod tables;
mod valued;
mod verify;

pub use build::{BuildOptions, DEFAULT_WIDTH, Estimate, LayerReport, build, estimate, layer_named, needed};
pub use checkpoint::Checkpoint;
pub use error::{Error, bytes_text};
pub use mces::{Mces, Reading};
pub use progress::{Progress, Silent};
pub use retrograde::{Valued, retrograde};
pub use solver::{IterateByBackup, IterateBySweep, Job, Retrograde, Solved, Solver};
pub use tables::{Bulk, FinishedValues, OpenLayer, Tables};
pub use valued::{Standing, Valuation, valued, valued_layers};
pub use verify::{Failure, Verified, VerifyOptions, verify};
