//! The part of a process that does not lead in a build by several.

use std::sync::Arc;
use std::time::{Duration, Instant};

use shuban_core::{LayerId, Progress};
use shuban_store::FileSystem;

use super::building::Building;
use super::estimate::{across, cached, refuse_too_little_memory};
use super::options::BuildOptions;
use crate::across::Together;
use crate::error::Error;
use crate::names::layer_name;
use crate::solver::Solver;
use crate::threads::{wait_for_others, with_threads};

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
        while let Some((layer, width)) = together.follow()? {
            let options = BuildOptions { width, ..options.clone() };
            solve(files, solver, layer, &options, progress)?;
        }
        Ok(())
    };
    Together::part(Some(together), || with_threads(options.threads, followed)?)
}

/// Does this process's share of a layer.
fn solve(
    files: &Arc<dyn FileSystem>,
    solver: &dyn Solver,
    layer: LayerId,
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
    let began = Instant::now();
    loop {
        let building = Building::new(files, solver, options, progress);
        match building.with_job(layer, |job, file| solver.solve(job, file)) {
            // Other hosts may see a new file late.
            Err(Error::NotBuilt { .. }) if began.elapsed() < LATE => wait_for_others(progress)?,
            solved => return solved,
        }
    }
}

/// Time after which a file that the leader has written must be seen on other hosts.
const LATE: Duration = Duration::from_secs(90);
