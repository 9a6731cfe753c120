//! Checking a published layer against a ledger.

use std::path::Path;
use std::sync::Arc;

use shuban_core::{Domain, LayerId, Progress};
use shuban_store::FileSystem;

use crate::error::{Error, Failure};
use crate::ledger::Ledger;
use crate::solver::Solver;
use crate::tables::OpenLayer;
use crate::threads::with_threads;
use crate::verify::{Verified, VerifyOptions, failure};

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
    let name = &domain.layers()[layer.0].name;
    let refused = |reason: String| Error::Ledger { path: path.to_owned(), reason };
    let ledger = Ledger::read(&**files, path)?;
    let ledger = ledger.ok_or_else(|| shuban_store::Error::NotFound { path: path.to_owned() })?;
    let by_shards = solver.by_shards().ok_or_else(|| refused(format!("{name} has no shards")))?;
    let work = || {
        let open = OpenLayer::open(files, &options.data, domain, layer)?;
        let found = Ledger::of_published(&open, &ledger);
        ledger.is_of(&found).map_err(refused)?;
        let compared = by_shards.compare(domain, &open, &ledger, progress)?;
        Ok((open.database().path().to_owned(), compared))
    };
    let mut verified = Verified { positions: 0, leaving_rounds: None, failure: None };
    match with_threads(options.threads, work)? {
        Ok((file, (positions, differs))) => {
            let failure = differs.map(|table| Failure {
                file,
                section: table.part,
                block: None,
                rank: Some(table.first),
                reason: format!(
                    "the {} positions from here on are not those of {}: their hash is {}, or their histogram \
                     differs",
                    table.positions,
                    path.display(),
                    table.hash
                ),
            });
            (verified.positions, verified.failure) = (positions, failure);
            Ok(verified)
        }
        Err(error) => {
            verified.failure = Some(failure(domain, layer, &options.data, error)?);
            Ok(verified)
        }
    }
}
