//! Ways to solve a layer, whole or by shards.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use shuban_core::erased::{IntervalTables, Tables};
use shuban_core::{LayerId, Progress, Receding, Seat};
use shuban_store::{Account, Database, FileSystem};

use crate::approximate::Passes;
use crate::error::Error;
use crate::facts::StatedFacts;
use crate::histogram::StoredHistogram;
use crate::iterate::Swept;
use crate::job::{Job, clamped, positions};
use crate::layer_file::LayerFile;
use crate::ledger::{Ledger, TableEntry};
use crate::shard::Shard;
use crate::solved::SolvedLayers;
use crate::stored_layer::StoredLayer;

/// The reason why only the values of a layer's table agree with the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestsOn {
    /// No position of the layer repeats, so that all values follow from each other.
    NoCycle,
    /// Chance makes play leave the layer almost surely, under any strategies; or, where it need
    /// not, no bound promises more than the worth of endless play unless play by it leads out.
    Leaving,
    /// Every turn played by the bounds gains some slack on them: they enclose the values whether
    /// play leaves the layer or not.
    Slack,
    /// The values recede: each rests on one that is nearer to an end of play in the layer.
    Receding,
}

impl RestsOn {
    /// Returns its name in files and verdicts.
    pub const fn name(self) -> &'static str {
        match self {
            RestsOn::NoCycle => "no position comes back",
            RestsOn::Leaving => "play leaves the layer",
            RestsOn::Slack => "bounds have slack",
            RestsOn::Receding => "values recede",
        }
    }
}

/// Memory and disk that a layer takes with its numbers on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnDisk {
    /// The least bytes of memory.
    pub memory: u64,
    /// Bytes of files without a name, as long as it is solved.
    pub scratch: u64,
}

/// The room for numbers on the disk.
pub struct DiskRoom<'a> {
    /// Bytes of memory for the work, at least as many as [`Solver::on_disk`] says.
    pub memory: u64,
    /// The file system.
    pub files: Arc<dyn FileSystem>,
    /// The folder for files without a name.
    pub folder: PathBuf,
    /// The receiver of progress reports, which may interrupt a pass.
    pub progress: &'a dyn Progress,
}

/// The stored value of a part and a rank of a layer.
pub type StoredRank<'a> = dyn Fn(usize, u64) -> Result<Receding, Error> + Sync + 'a;

/// The result of checking that the values of a layer recede.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecedingCheck {
    /// They do, from this many plies down.
    Holds(u16),
    /// The value of this part and rank, the first, does not, for this reason.
    Fails(usize, u64, &'static str),
}

/// A way to solve layers of a domain.
pub trait Solver: Sync {
    /// Returns the domain.
    fn domain(&self) -> &dyn Tables;

    /// Returns its name, for the file's provenance.
    fn name(&self) -> &'static str;

    /// Returns the approximate bytes of memory that a layer takes with this many threads.
    fn bytes(&self, layer: LayerId, threads: usize) -> u64;

    /// Returns what a layer takes with its numbers on the disk, if it can be solved so to this width.
    fn on_disk(&self, _layer: LayerId, _threads: usize, _width: i64) -> Option<OnDisk> {
        None
    }

    /// Returns the approximate bytes of memory that a layer takes in each of so many processes, if they
    /// can solve it to this width together.
    fn across(
        &self,
        _layer: LayerId,
        _threads: usize,
        _width: i64,
        _processes: usize,
    ) -> Option<u64> {
        None
    }

    /// Returns true if it takes more memory where allowed, and is many times faster then.
    fn takes_more(&self) -> bool {
        false
    }

    /// Returns the largest number of bytes on the disk that a layer takes while it is built, except
    /// checksums and the like.
    fn disk(&self, layer: LayerId) -> u64 {
        let domain = self.domain();
        // Interned values are in the dictionary, not larger than in memory.
        let interned = if domain.has_dictionary() { 8 * domain.value_bytes() } else { 0 };
        let bits = record_bits(domain) + interned;
        // A checkpoint is stored beside the file.
        clamped(u128::from(positions(domain, layer)) * u128::from(bits) / 8 * 22 / 10)
    }

    /// Returns the domain as one of intervals, if this solver gives intervals: these are valid only
    /// with the proof that play leaves the layer. All other values are exact.
    fn intervals(&self) -> Option<&dyn IntervalTables> {
        None
    }

    /// Returns the worth of endless play, if this solver gives intervals and the rules define it.
    fn endless(&self, seat: Seat) -> Option<i16> {
        self.intervals()?.endless_worth(seat)
    }

    /// Returns the foundation of its layers' values.
    fn rests_on(&self) -> RestsOn {
        RestsOn::NoCycle
    }

    /// Checks by the rules alone that the values of an open layer recede, if they [rest
    /// on](Solver::rests_on) that; `value` returns the stored ones.
    ///
    /// # Errors
    /// [`Error::Store`] if a layer cannot be read; [`Error::NoCheck`] if the solver has no such
    /// check.
    fn recedes(
        &self,
        _layer: LayerId,
        _solved: &SolvedLayers<'_>,
        _value: &StoredRank<'_>,
        _progress: &dyn Progress,
    ) -> Result<RecedingCheck, Error> {
        Err(Error::NoCheck { solver: self.name() })
    }

    /// Reads a file's facts, with the names and types that this solver writes: none, by default.
    ///
    /// # Errors
    /// The fact that is missing, of another type, superfluous, or inconsistent.
    fn stated(&self, account: &Account) -> Result<StatedFacts, String> {
        StatedFacts::nothing(account)
    }

    /// Solves a layer, and publishes its file.
    ///
    /// # Errors
    /// [`Error`]: a finished layer cannot be read, the file cannot be written, or the work was
    /// interrupted.
    fn solve(&self, job: &Job<'_>, file: &LayerFile) -> Result<(), Error>;

    /// Returns this solver as one whose layers are checked by sweeps, if they are.
    fn by_sweeps(&self) -> Option<&dyn BySweeps> {
        None
    }

    /// Returns this solver as one that can solve a shard of a layer by itself, if it can.
    fn by_shards(&self) -> Option<&dyn ByShards> {
        None
    }
}

/// Returns the number of bits of a record.
pub(crate) fn record_bits(domain: &dyn Tables) -> u64 {
    domain.columns().iter().map(|column| u64::from(column.bits)).sum()
}

/// A solver of layers that are checked by the domain's own sweeps: all positions of a layer at
/// once, many times faster than by the rules.
pub trait BySweeps: Sync {
    /// Returns the approximate bytes of memory that the sweeps take with this many threads, besides
    /// their input and output.
    fn sweep_bytes(&self, layer: LayerId, threads: usize) -> u64;

    /// Returns the sweeps over a layer that is open, with all that it needs.
    ///
    /// # Errors
    /// [`Error`] if a layer is not open, or cannot be read.
    fn swept(
        &self,
        layer: LayerId,
        solved: &SolvedLayers<'_>,
    ) -> Result<Box<dyn Swept + '_>, Error>;

    /// Returns passes over such a layer with numbers on the disk.
    ///
    /// # Errors
    /// [`Error`] if a layer is not open or cannot be read, or the disk fails.
    fn passes_on_disk<'s>(
        &'s self,
        layer: LayerId,
        solved: &SolvedLayers<'_>,
        room: DiskRoom<'s>,
    ) -> Result<Box<dyn Passes + 's>, Error>;
}

/// A solver that can solve a shard of a layer by itself.
pub trait ByShards: Sync {
    /// Computes a shard into a file of its own, if it does not exist or is to be `rebuilt`; the
    /// solver merges the shards it finds when it solves the layer. Returns the file, and true if it
    /// was computed.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    fn shard(
        &self,
        job: &Job<'_>,
        file: &LayerFile,
        shard: Shard,
        rebuilt: bool,
    ) -> Result<(Database, bool), Error>;

    /// Computes shards that are missing and that nobody else works on, each into a file of its own,
    /// until all `of` are there, or `is_done` says that the layer is. A shard whose process has ended
    /// is free again.
    ///
    /// # Errors
    /// As [`Solver::solve`], or from `is_done`.
    fn shards_with_others(
        &self,
        job: &Job<'_>,
        file: &LayerFile,
        of: u32,
        is_done: &dyn Fn() -> Result<bool, Error>,
    ) -> Result<(), Error>;

    /// Computes shards, and keeps only their ledger entries. Returns the ledger, and the shards
    /// computed.
    ///
    /// # Errors
    /// As [`Solver::solve`]; [`Error::Ledger`] if the file is a ledger of another layer, or
    /// disagrees with the computation.
    fn tally(
        &self,
        job: &Job<'_>,
        file: &LayerFile,
        tallying: &Tallying<'_>,
    ) -> Result<(Ledger, Vec<Shard>), Error>;

    /// Returns the columns of the histogram in a layer's file; none if there is no histogram.
    fn histogram_columns(&self) -> &'static [&'static str];

    /// Counts the positions of a published layer by class, if the domain has classes.
    ///
    /// # Errors
    /// [`Error::Store`] if it cannot be read.
    fn histogram(
        &self,
        open: &StoredLayer<'_>,
        progress: &dyn Progress,
    ) -> Result<Option<StoredHistogram>, Error>;

    /// Compares a published layer with the shards of a ledger; returns the number of positions
    /// compared, and the first table that differs.
    ///
    /// # Errors
    /// [`Error::Store`] if it cannot be read.
    fn compare(
        &self,
        open: &StoredLayer<'_>,
        ledger: &Ledger,
        progress: &dyn Progress,
    ) -> Result<(u64, Option<TableEntry>), Error>;
}

/// The shards of a layer to tally, and their ledger.
#[derive(Clone, Copy, Debug)]
pub struct Tallying<'a> {
    /// The ledger's file.
    pub path: &'a Path,
    /// The only shard; else all that are missing.
    pub shard: Option<Shard>,
    /// True to recompute and compare shards that are in the ledger. One position of each of their
    /// units is backed up.
    pub check: bool,
}
