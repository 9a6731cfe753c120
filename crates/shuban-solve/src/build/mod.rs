//! From a domain to published files.

mod building;
mod estimate;
mod follow;
mod options;
mod report;
mod state;
mod tallied;
mod tally;

use std::sync::Arc;

use building::{Building, by_shards};
pub(crate) use estimate::cached;
pub use estimate::{Estimate, estimate};
pub use follow::follow;
pub use options::{BuildOptions, DEFAULT_WIDTH, Scratch, needed};
pub use report::LayerReport;
use shuban_core::erased::Tables;
use shuban_core::{LayerId, Progress};
use shuban_store::FileSystem;
pub use state::FileState;
pub use tallied::Tallied;
pub use tally::{Tally, tally};

use crate::across::Together;
use crate::compact;
use crate::error::Error;
use crate::solver::Solver;

/// Returns the layer of a name.
///
/// # Errors
/// [`Error::NoLayer`].
pub fn layer_named(domain: &dyn Tables, name: &str) -> Result<LayerId, Error> {
    let found = domain.all_layers().iter().position(|layer| layer.name == name);
    found.map(LayerId).ok_or_else(|| Error::NoLayer(name.to_owned()))
}

/// Builds a layer and all that it needs, alone or with other processes. A published layer is not built
/// again, unless it was built from other files than the present ones, or to a larger width, or does
/// not open; an interrupted one goes on from its checkpoint. With [`shard`](BuildOptions::shard), only
/// that shard of the layer itself is built, unless the layer is complete.
///
/// # Errors
/// [`Error`]. Published files are never harmed.
pub fn build(
    files: &Arc<dyn FileSystem>,
    solver: &dyn Solver,
    layer: LayerId,
    options: &BuildOptions,
    progress: &dyn Progress,
) -> Result<Vec<LayerReport>, Error> {
    let led = || {
        let reports = build_layers(files, solver, layer, options, progress)?;
        // All is done, even if one is lost before it hears so.
        options.together.as_ref().map(Together::lead_on_no_more);
        Ok(reports)
    };
    Together::part(options.together.as_ref(), led)
}

/// Builds a layer and all that it needs: see [`build()`].
fn build_layers(
    files: &Arc<dyn FileSystem>,
    solver: &dyn Solver,
    layer: LayerId,
    options: &BuildOptions,
    progress: &dyn Progress,
) -> Result<Vec<LayerReport>, Error> {
    let domain = solver.domain();
    if options.shard.is_some() || options.with_others.is_some() {
        by_shards(solver, layer)?;
    }
    if options.compact {
        let mut all = needed(domain, layer).into_iter();
        all.try_for_each(|layer| compact::check(domain, layer, options.width))?;
    }
    // An erased file is made again to the width that it had.
    let width = match options.certificate {
        true => compact::width(&**files, &options.data, domain, layer)?.unwrap_or(options.width),
        false => options.width,
    };
    let options = &BuildOptions { width, ..options.clone() };
    let estimates = estimate(files, solver, layer, options)?;
    let mut building = Building::new(files, solver, options, progress);
    building.layers(estimates, layer, |building| match (options.shard, options.with_others) {
        (Some(shard), _) => building.shard(layer, shard),
        (None, Some(of)) => building.with_others(layer, of),
        (None, None) => {
            let is_compact =
                matches!(building.state(layer)?, FileState::Built { is_compact: true, .. });
            building.layer(layer, options.builds_again(is_compact))
        }
    })?;
    Ok(building.reports)
}
