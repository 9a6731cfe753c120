//! Solvers over any domain and game, and the way from a domain to checked files: no game is named
//! here.
//!
//! * [`iterate`] narrows certified bounds over a whole layer with cycles.
//! * [`retrograde()`] values a layer whose values follow from each other; [`Tabulation`] does so
//!   through the domain's own fast way.
//! * [`build()`] runs a [`Solver`] over a layer and all that it needs, with checkpoints, and
//!   publishes the files; [`verify()`] checks a file through
//!   [`Domain::backup`](shuban_core::Domain::backup) alone.
//! * [`proof`] asks a prover, with ledgers at its leaves, checkpoints, and proofs as files.
//! * [`StoredLayers`] opens the layers of a data folder on first use, and backs up positions that
//!   they do not hold; [`OpenLayers`] opens given ones, and reads values with their types.

mod across;
pub mod approximate;
mod approximated;
mod build;
mod certificate;
mod certified;
mod checkpoint;
mod checksums;
mod compact;
mod directory;
mod error;
mod facts;
mod histogram;
mod info;
pub mod iterate;
mod job;
mod kept;
mod layer_file;
mod layer_slot;
mod layer_source;
mod ledger;
pub mod ledger_file;
mod loopy;
pub mod machine;
mod many;
mod names;
mod open_layer;
mod out_of_core;
mod part_table;
pub mod proof;
mod retrograde;
mod rows;
mod sections;
mod shard;
mod solved;
mod solver;
mod stored;
mod stored_layer;
mod streamed_table;
mod sync;
mod tabulate;
mod threads;
mod timing;
mod verify;

pub use across::{Others, Together};
pub use approximated::CertifyBySweep;
pub use build::{
    BuildOptions, DEFAULT_WIDTH, Estimate, FileState, LayerReport, Scratch, Tallied, Tally, build,
    estimate, follow, layer_named, needed, tally,
};
pub use certified::IterateByBackup;
pub use checkpoint::Checkpoint;
pub use error::{Error, Failure, not_built};
pub use facts::{FactReader, IntervalFacts, IntervalPartFacts, RetrogradeFacts, StatedFacts};
pub use histogram::StoredHistogram;
pub use info::Info;
pub use job::{Job, LayerFacts, LayerRows};
pub use layer_file::LayerFile;
pub use ledger::{Ledger, ShardEntry, TableEntry, Totals};
pub use loopy::{EndlessPlay, RetrogradeWithEndlessPlay};
pub use many::{LookedUp, ManyValues};
pub use open_layer::{OpenLayer, OpenLayers};
pub use retrograde::{Retrograde, Valued, retrograde};
pub use shard::{NoShard, Shard};
pub use shuban_answer::{StatedEquation, ValueSource};
pub use solved::{FinishedIntervals, SolvedLayers};
pub use solver::{
    ByShards, BySweeps, DiskRoom, OnDisk, RecedingCheck, RestsOn, Solver, StoredRank, Tallying,
};
pub use stored::StoredLayers;
pub use stored_layer::StoredLayer;
pub use streamed_table::RowsByRank;
pub use tabulate::{FixedPoints, Tabulation};
pub use threads::{PoolWorkers, with_threads};
pub use timing::{PlayTiming, ProbeTiming, time_plays, time_probes};
pub use verify::{BY_RULES, Verified, VerifyOptions, verify, verify_ledger};
