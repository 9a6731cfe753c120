//! The part of a process that does not lead in a build by several.

use std::sync::Arc;

use shuban_core::{LayerId, Progress};
use shuban_store::FileSystem;

use super::building::Building;
use super::estimate::{across, cached, refuse_too_little_memory};
use super::options::BuildOptions;
use crate::across::{Together, take};
use crate::error::Error;
use crate::names::layer_name;
use crate::solver::Solver;
use crate::threads::with_threads;

/// Takes part in a build that another process leads, until that has ended: solves layers with it, and
/// writes none of these. Finished layers that they need and that are not in its data folder it is sent.
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
        while let Some((layer, width)) = together.follow()? {
            let options = BuildOptions { width, ..options.clone() };
            solve(files, solver, (together, layer), &options, progress)?;
        }
        Ok(())
    };
    Together::part(Some(together), || with_threads(options.threads, followed)?)
}

/// Does this process's share of a layer.
fn solve(
    files: &Arc<dyn FileSystem>,
    solver: &dyn Solver,
    (together, layer): (&Together, LayerId),
    options: &BuildOptions,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let domain = solver.domain();
    if layer.0 >= domain.all_layers().len() {
        return Err(Error::Lost(format!("the leader names layer {}", layer.0)));
    }
    let name = layer_name(domain, layer);
    // Else this process would solve it alone.
    let memory = across(solver, layer, options)
        .ok_or_else(|| Error::Lost(format!("{name} is not solved by several processes here")))?;
    let memory = memory.saturating_add(cached(domain, layer));
    refuse_too_little_memory(solver, layer, memory, options)?;
    progress.layer(name, 1, 1);
    take(together, files, &options.data, (domain, layer), progress)?;
    let building = Building::new(files, solver, options, progress);
    building.with_job(layer, |job, file| solver.solve(job, file))
}
