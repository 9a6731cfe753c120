//! The part of a process that does not lead in a build by several.

use std::sync::Arc;

use shuban_core::{LayerId, Progress};
use shuban_store::FileSystem;

use super::building::Building;
use super::options::BuildOptions;
use crate::across::Together;
use crate::error::Error;
use crate::names::layer_name;
use crate::solver::Solver;
use crate::threads::with_threads;

/// Takes part in a build that another process leads, until that has ended: solves layers with it, and
/// writes none. Their files, and those of the layers that they need, are in the same data folder.
///
/// # Errors
/// [`Error`], among others if a process is lost, or works on something else.
pub fn follow(
    files: &Arc<dyn FileSystem>,
    solver: &dyn Solver,
    options: &BuildOptions,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let Some(together) = &options.together else { return Ok(()) };
    let followed = || {
        let building = Building::new(files, solver, options, progress);
        let layers = solver.domain().all_layers().len();
        while let Some(layer) = together.follow()? {
            if layer.0 >= layers {
                return Err(Error::Lost(format!("the leader names layer {}", layer.0)));
            }
            solve(&building, solver, layer, progress)?;
        }
        Ok(())
    };
    Together::part(Some(together), || with_threads(options.threads, followed)?)
}

/// Does this process's share of a layer.
fn solve(
    building: &Building<'_>,
    solver: &dyn Solver,
    layer: LayerId,
    progress: &dyn Progress,
) -> Result<(), Error> {
    progress.layer(layer_name(solver.domain(), layer), 1, 1);
    building.with_job(layer, |job, file| solver.solve(job, file))
}
