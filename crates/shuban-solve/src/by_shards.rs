//! Solvers that can solve a share of a layer by itself.

use std::path::Path;

use shuban_core::Domain;
use shuban_store::Database;

use crate::build::LayerFile;
use crate::error::Error;
use crate::histogram::StoredHistogram;
use crate::job::Job;
use crate::ledger::{Ledger, TableEntry};
use crate::tables::OpenLayer;
use crate::tabulate::Shard;
use shuban_core::Progress;

/// A solver that can solve a share of a layer by itself.
pub trait ByShards<D: Domain>: Sync {
    /// Computes a shard into a file of its own, if it is not there or is to be `rebuilt`; the
    /// solver merges shards that it finds when it solves the layer. Gives the file, and whether it
    /// was computed.
    ///
    /// # Errors
    /// As [`Solver::solve`](crate::Solver::solve).
    fn shard(
        &self,
        job: &Job<'_, D>,
        file: &LayerFile,
        shard: Shard,
        rebuilt: bool,
    ) -> Result<(Database, bool), Error>;

    /// Computes shards, and keeps of them only what a ledger says. Gives the ledger, and what was
    /// computed.
    ///
    /// # Errors
    /// As [`Solver::solve`](crate::Solver::solve); [`Error::Ledger`] if the file is a ledger of
    /// something else, or says otherwise.
    fn tally(
        &self,
        job: &Job<'_, D>,
        file: &LayerFile,
        tallying: &Tallying<'_>,
    ) -> Result<(Ledger, Vec<Shard>), Error>;

    /// Counts the positions of a published layer by class, if the domain has classes.
    ///
    /// # Errors
    /// [`Error::Store`] if it cannot be read.
    fn histogram(
        &self,
        domain: &D,
        open: &OpenLayer<'_, D>,
        progress: &dyn Progress,
    ) -> Result<Option<StoredHistogram>, Error>;

    /// Compares a published layer with the shards of a ledger; gives how many positions, and where
    /// it first differs.
    ///
    /// # Errors
    /// [`Error::Store`] if it cannot be read.
    fn compare(
        &self,
        domain: &D,
        open: &OpenLayer<'_, D>,
        ledger: &Ledger,
        progress: &dyn Progress,
    ) -> Result<(u64, Option<TableEntry>), Error>;
}

/// What of a layer to tally, and where.
#[derive(Clone, Copy, Debug)]
pub struct Tallying<'a> {
    /// The ledger's file.
    pub path: &'a Path,
    /// Only this shard; else all that are missing.
    pub shard: Option<Shard>,
    /// Compute shards that are in the ledger, too, and compare. Of them one position of each unit
    /// is backed up.
    pub check: bool,
}
