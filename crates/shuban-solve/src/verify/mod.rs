//! Checking a published layer by something that is not the solver.

mod check;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use check::Check;
use shuban_core::{Domain, LayerId, Progress};
use shuban_store::{FileSystem, layer_path};

use crate::error::{Error, Failure};
use crate::ledger::Ledger;
use crate::names::layer_name;
use crate::solver::Solver;
use crate::tables::OpenLayer;
use crate::threads::with_threads;

/// How to verify.
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// The data folder.
    pub data: PathBuf,
    /// How many threads.
    pub threads: usize,
    /// How many bytes of memory it may use, about. Tables that do not fit are read as needed.
    pub memory: u64,
    /// Check this many positions, and not all of them: a fixed sequence of well-mixed ranks, so
    /// that the same number always means the same positions (one may come twice).
    pub sample: Option<u64>,
}

/// The outcome of a check that could be carried out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Positions whose value was compared with what follows from its successors.
    pub positions: u64,
    /// The rounds of striking out that show that play leaves the layer, where that was redone.
    pub leaving_rounds: Option<u32>,
    /// The first thing found wrong; of several positions the one of the lowest rank.
    pub failure: Option<Failure>,
}

/// Verifies a layer's file: the checksum of every block and the content hash; that the files it was
/// built from are the ones that are there; then for every position (or a sample) that the stored
/// value agrees with [`Domain::backup`] from the stored values of its successors; and where values
/// need it and no sample was asked for, once more through the rules alone, that play leaves the
/// layer, and that what retrograde analysis knew of each position follows from what it knew of its
/// successors.
///
/// # Errors
/// [`Error`] if the check could not be carried out: a layer not built, an unreadable disk. What is
/// wrong with the file itself is a [`Failure`].
pub fn verify<D: Domain>(
    files: &Arc<dyn FileSystem>,
    domain: &D,
    solver: &dyn Solver<D>,
    layer: LayerId,
    options: &VerifyOptions,
    progress: &dyn Progress,
) -> Result<Verified, Error> {
    let mut verified = Verified::default();
    let work = || -> Result<(), Error> {
        let check = Check::open(files, domain, solver, layer, options, progress)?;
        verified.positions = check.positions()?;
        if options.sample.is_none() {
            if solver.intervals().is_some() {
                verified.leaving_rounds = Some(check.leaving()?);
                check.statuses()?;
            }
            check.facts(verified.leaving_rounds)?;
            check.histogram()?;
        }
        Ok(())
    };
    if let Err(error) = with_threads(options.threads, work)? {
        verified.failure = Some(failure(domain, layer, &options.data, error)?);
    }
    Ok(verified)
}

/// Compares a layer's file with a ledger: of each shard that the ledger says is done, the hash of
/// the records and the histogram.
///
/// # Errors
/// [`Error`] if the check could not be carried out; [`Error::Ledger`] if the ledger is not of this
/// layer. A difference is a [`Failure`].
pub fn verify_ledger<D: Domain>(
    files: &Arc<dyn FileSystem>,
    domain: &D,
    solver: &dyn Solver<D>,
    layer: LayerId,
    path: &Path,
    options: &VerifyOptions,
    progress: &dyn Progress,
) -> Result<Verified, Error> {
    let name = layer_name(domain, layer);
    let refused = |reason: String| Error::Ledger { path: path.to_owned(), reason };
    let ledger = Ledger::read(&**files, path)?;
    let ledger = ledger.ok_or_else(|| shuban_store::Error::NotFound { path: path.to_owned() })?;
    let by_shards = solver.by_shards().ok_or_else(|| refused(format!("{name} has no shards")))?;
    let mut verified = Verified::default();
    let work = || -> Result<(), Error> {
        let open = OpenLayer::open(files, &options.data, domain, layer)?;
        ledger.is_of(&Ledger::of_published(&open, &ledger)).map_err(refused)?;
        let (positions, differs) = by_shards.compare(domain, &open, &ledger, progress)?;
        verified.positions = positions;
        verified.failure = differs.map(|table| Failure {
            file: open.database().path().to_owned(),
            reason: format!(
                "the {} positions from here on are not those of {}: their hash is {}, or their \
                 histogram differs",
                table.positions,
                path.display(),
                table.hash
            ),
            section: table.part,
            block: None,
            rank: Some(table.first),
        });
        Ok(())
    };
    if let Err(error) = with_threads(options.threads, work)? {
        verified.failure = Some(failure(domain, layer, &options.data, error)?);
    }
    Ok(verified)
}

/// The error as what is wrong with the file.
///
/// # Errors
/// Itself, if it kept the check from being carried out.
fn failure<D: Domain>(
    domain: &D,
    layer: LayerId,
    data: &Path,
    error: Error,
) -> Result<Failure, Error> {
    use shuban_store::Error as Store;
    let reason = error.to_string();
    let own_file = || layer_path(data, layer_name(domain, layer));
    let (file, section, block, rank) = match error {
        Error::Wrong(failure) => return Ok(*failure),
        Error::Store(Store::Damaged { path, section, block, reason }) => {
            return Ok(Failure { file: path, section, block, rank: None, reason });
        }
        Error::Store(Store::Foreign { path, .. }) => (path, "header".to_owned(), None, None),
        Error::Store(Store::OtherDomain { path, .. } | Store::NoSection { path, .. }) => {
            (path, "directory".to_owned(), None, None)
        }
        Error::Store(Store::OtherColumns { section, .. }) => (own_file()?, section, None, None),
        Error::NoValue { path, section, rank, block } => (path, section, block, Some(rank)),
        Error::Index(_) | Error::Stale { .. } => (own_file()?, "directory".to_owned(), None, None),
        error => return Err(error),
    };
    Ok(Failure { file, section, block, rank, reason })
}
