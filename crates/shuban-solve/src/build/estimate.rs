//! Estimates of a build's cost, and checks against the machine.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use shuban_core::LayerId;
use shuban_core::erased::Tables;
use shuban_store::{CacheSize, FileSystem, layer_path};

use crate::build::options::{BuildOptions, needed};
use crate::build::state::{FileState, file_state};
use crate::error::Error;
use crate::job::{clamped, positions};
use crate::kept::scratch_file;
use crate::names::layer_name;
use crate::shard::Shard;
use crate::solver::{OnDisk, RestsOn, Solver, record_bits};
use crate::tabulate::shard_bytes;

/// The approximate or largest cost of building a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The layer.
    pub layer: LayerId,
    /// True if it is published already, and need not be built.
    pub built: bool,
    /// The state of its file.
    pub state: FileState,
    /// Its positions.
    pub positions: u64,
    /// Bytes of memory, about.
    pub memory: u64,
    /// True if it takes more memory where allowed, and is many times faster then.
    pub takes_more: bool,
    /// Bytes on the disk, at most: compression usually halves them.
    pub disk: u64,
    /// Bytes of the files without a name in which its numbers are while it is built; 0 in memory.
    pub scratch: u64,
    /// True if several processes solve it together.
    pub across: bool,
}

impl Estimate {
    /// Returns the factor by which numbers on the disk slow the build down: between one and a half,
    /// with all files in the page cache, and eight, with none.
    pub fn slowdown(&self) -> f64 {
        if self.scratch > 0 { 3.0 } else { 1.0 }
    }
}

/// Estimates the cost of building a layer, layer by layer in build order, without computing.
///
/// # Errors
/// [`Error::Store`] if the data folder cannot be read.
pub fn estimate(
    files: &Arc<dyn FileSystem>,
    solver: &dyn Solver,
    layer: LayerId,
    options: &BuildOptions,
) -> Result<Vec<Estimate>, Error> {
    let domain = solver.domain();
    let asked = layer;
    let mut hashes = BTreeMap::new();
    let mut estimates = Vec::new();
    for layer in needed(domain, layer) {
        let state = match file_state(&**files, solver, layer, &hashes, options) {
            // An unreadable file costs this layer alone; `build` refuses to replace it.
            Err(Error::Store(error)) if !is_without_folder(&error) => {
                FileState::Damaged { reason: error.to_string() }
            }
            found => found?,
        };
        let hash = match &state {
            FileState::Built { content_hash, is_compact }
                if layer != asked || !options.builds_again(*is_compact) =>
            {
                Some(content_hash.clone())
            }
            _ => None,
        };
        // A layer that is built takes none: to count its shares would only take time.
        let across = if hash.is_none() { across(solver, layer, options) } else { None };
        let on_disk = match across {
            Some(_) => None,
            None => on_disk(solver, layer, options),
        };
        let own = on_disk.map(|own| own.memory).or(across);
        let own = own.unwrap_or_else(|| solver.bytes(layer, options.threads));
        // For the requested layer alone, only a shard may be computed.
        let shards = options.shard.filter(|_| layer == asked).map_or(1, Shard::of);
        let path = layer_path(&options.data, layer_name(domain, layer))?;
        estimates.push(Estimate {
            layer,
            built: hash.is_some(),
            state,
            positions: positions(domain, layer),
            memory: own.saturating_add(cached(domain, layer)),
            takes_more: solver.takes_more() || on_disk.is_some(),
            // Checksums, block tables and statuses add little; existing shards take no more space
            // than they do.
            disk: (solver.disk(layer) / u64::from(shards))
                .saturating_add(1 << 16)
                .saturating_sub(shard_bytes(&**files, &path)),
            scratch: on_disk.map_or(0, |own| own.scratch),
            across: across.is_some(),
        });
        hashes.insert(layer, hash);
    }
    Ok(estimates)
}

/// Returns the bytes of memory in which blocks of the layers that one needs are kept.
pub(crate) fn cached(domain: &dyn Tables, layer: LayerId) -> u64 {
    let bits = record_bits(domain);
    let table =
        |layer: LayerId| clamped(u128::from(positions(domain, layer)) * u128::from(bits) / 8);
    let needs = domain.all_layers()[layer.0].needs.iter();
    needs.map(|&need| table(need).min(CacheSize::default().0 as u64)).sum()
}

/// Returns what a layer takes with its numbers on the disk, if that is possible, and asked for or of
/// use: it does not fit into memory, and takes less of it so.
pub(super) fn on_disk(
    solver: &dyn Solver,
    layer: LayerId,
    options: &BuildOptions,
) -> Option<OnDisk> {
    let on_disk = solver.on_disk(layer, options.threads, options.width)?;
    let in_memory = solver.bytes(layer, options.threads);
    let fits = in_memory.saturating_add(cached(solver.domain(), layer)) <= options.memory;
    let is_of_use = !fits && on_disk.memory < in_memory;
    (options.scratch.always || is_of_use).then_some(on_disk)
}

/// Returns the bytes of memory that a layer takes in this process, if several solve it.
pub(super) fn across(solver: &dyn Solver, layer: LayerId, options: &BuildOptions) -> Option<u64> {
    let processes = options.together.as_ref()?.count();
    solver.across(layer, options.threads, options.width, processes)
}

/// Refuses a layer that takes more bytes of memory than are allowed.
pub(super) fn refuse_too_little_memory(
    solver: &dyn Solver,
    layer: LayerId,
    needed: u64,
    options: &BuildOptions,
) -> Result<(), Error> {
    if needed <= options.memory {
        return Ok(());
    }
    Err(Error::Memory {
        domain: layer_name(solver.domain(), layer).to_owned(),
        needed,
        allowed: options.memory,
        instead: "build a smaller layer".into(),
    })
}

/// Returns true if a file could not be looked up because its folder is not a folder.
fn is_without_folder(error: &shuban_store::Error) -> bool {
    use std::io::ErrorKind;
    matches!(error, shuban_store::Error::Io { source, .. }
        if source.kind() == ErrorKind::NotADirectory)
}

/// Refuses a build that does not fit into memory or onto the disk, before it begins.
pub(super) fn refuse_the_impossible(
    files: &Arc<dyn FileSystem>,
    solver: &dyn Solver,
    estimates: &[Estimate],
    options: &BuildOptions,
) -> Result<(), Error> {
    let domain = solver.domain();
    let missing: Vec<&Estimate> = estimates.iter().filter(|estimate| !estimate.built).collect();
    // A wrong table of such a layer could be consistent with itself.
    let is_cyclic = |estimate: &&&Estimate| domain.all_layers()[estimate.layer.0].cyclic;
    if solver.rests_on() == RestsOn::NoCycle
        && let Some(cyclic) = missing.iter().find(is_cyclic)
    {
        let domain = layer_name(domain, cyclic.layer).to_owned();
        return Err(Error::Cyclic { domain, solver: solver.name() });
    }
    if let Some(largest) = missing.iter().max_by_key(|estimate| estimate.memory) {
        refuse_too_little_memory(solver, largest.layer, largest.memory, options)?;
    }
    if let Some(last) = missing.last() {
        let folder = options.data.clone();
        files.create_dir_all(&folder).map_err(|source| {
            let (what, path) = ("create folder", folder.clone());
            shuban_store::Error::Io { what, path, source }
        })?;
        let free = free_bytes(&**files, &folder)?;
        let all = missing.iter().fold(0u64, |sum, estimate| sum.saturating_add(estimate.disk));
        let scratch = missing.iter().map(|estimate| estimate.scratch).max().unwrap_or(0);
        let needed = match options.compact {
            false => all,
            // Each layer in turn has its own file for a while.
            true => {
                let largest = missing.iter().map(|estimate| estimate.disk).max().unwrap_or(0);
                let rows = missing.iter().map(|estimate| estimate.positions);
                clamped(rows.map(u128::from).sum::<u128>() * 5 / 2).saturating_add(largest).min(all)
            }
        };
        let domain = layer_name(domain, last.layer);
        let needed = match options.scratch.folder.as_ref().filter(|_| scratch > 0) {
            Some(folder) => {
                // A folder that takes none is told before anything is built.
                scratch_file(&**files, folder)?;
                let elsewhere = free_bytes(&**files, folder)?;
                fits(domain, scratch, elsewhere, folder)?;
                // Two folders with as many free bytes are on one disk.
                if elsewhere == free { needed.saturating_add(scratch) } else { needed }
            }
            None => needed.saturating_add(scratch),
        };
        fits(domain, needed, free, &folder)?;
    }
    Ok(())
}

/// Returns the free bytes on a folder's disk.
fn free_bytes(files: &dyn FileSystem, folder: &Path) -> Result<u64, shuban_store::Error> {
    files.free_space(folder).map_err(|source| {
        let (what, path) = ("look at", folder.to_owned());
        shuban_store::Error::Io { what, path, source }
    })
}

/// Refuses a layer that needs more bytes than are free.
fn fits(domain: &str, needed: u64, free: u64, folder: &Path) -> Result<(), Error> {
    if needed <= free {
        return Ok(());
    }
    Err(Error::Disk { domain: domain.to_owned(), needed, free, folder: folder.to_owned() })
}
