//! Computation of a layer without keeping its values.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use shuban_core::{LayerId, Progress};
use shuban_store::FileSystem;

use super::building::{Building, by_shards};
use super::estimate::estimate;
use super::options::BuildOptions;
use super::report::LayerReport;
use crate::error::Error;
use crate::ledger::Ledger;
use crate::shard::Shard;
use crate::solver::{Solver, Tallying};

/// The result of a layer computed without keeping its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// The layers that it needs, as the build made or found them.
    pub layers: Vec<LayerReport>,
    /// The ledger of the layer so far.
    pub ledger: Ledger,
    /// The shards that were computed.
    pub computed: Vec<Shard>,
    /// The seconds that they took.
    pub seconds: f64,
}

/// Builds all that a layer needs, and computes the layer, or a [`shard`](BuildOptions::shard) of
/// it, without keeping its values: shard by shard, entries are added to the [`Ledger`] in the file
/// at `ledger`. Shards that are in it already are not computed again, unless they are to be
/// [rebuilt](BuildOptions::rebuild), which compares both.
///
/// # Errors
/// [`Error`]. The shards in the ledger always stay in it.
pub fn tally(
    files: &Arc<dyn FileSystem>,
    solver: &dyn Solver,
    layer: LayerId,
    ledger: &Path,
    options: &BuildOptions,
    progress: &dyn Progress,
) -> Result<Tally, Error> {
    let by_shards = by_shards(solver, layer)?;
    let mut estimates = estimate(files, solver, layer, options)?;
    if let Some(last) = estimates.last_mut() {
        // Its values are computed even if its file exists, and take no space.
        (last.built, last.disk) = (false, 0);
    }
    let mut building = Building::new(files, solver, options, progress);
    let tallying = Tallying { path: ledger, shard: options.shard, check: options.rebuild };
    building.layers(estimates, layer, |building| {
        let started = Instant::now();
        let (ledger, computed) =
            building.with_job(layer, |job, file| by_shards.tally(job, file, &tallying))?;
        let layers = std::mem::take(&mut building.reports);
        Ok(Tally { layers, ledger, computed, seconds: started.elapsed().as_secs_f64() })
    })
}
