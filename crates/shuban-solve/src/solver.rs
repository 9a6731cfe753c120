//! Ways to solve a layer, whole or by shards.

use std::path::Path;

use shuban_core::erased::{IntervalTables, Tables};
use shuban_core::{LayerId, Progress, Receding, Seat};
use shuban_store::{Account, Database};

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

/// Why no other values than those of a layer's table agree with the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestsOn {
    /// No position of the layer comes back, so that values follow from each other in the end.
    NoCycle,
    /// Chance makes play leave the layer almost surely, whatever both sides do; or, where it need
    /// not, no bound promises more than endless play is worth unless play by it leads out.
    Leaving,
    /// Every turn played by the bounds gains some slack on them: they enclose the values whether play
    /// leaves the layer or not.
    Slack,
    /// The values recede: each rests on one that is nearer to an end of play in the layer.
    Receding,
}

impl RestsOn {
    /// As files and verdicts write it.
    pub const fn name(self) -> &'static str {
        match self {
            RestsOn::NoCycle => "no position comes back",
            RestsOn::Leaving => "play leaves the layer",
            RestsOn::Slack => "bounds have slack",
            RestsOn::Receding => "values recede",
        }
    }
}

/// Gives the stored value of a part and a rank of a layer.
pub type StoredRank<'a> = dyn Fn(usize, u64) -> Result<Receding, Error> + Sync + 'a;

/// What came of checking that the values of a layer recede.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecedingCheck {
    /// They do, from this many plies down.
    Holds(u16),
    /// Not that of this part and rank, the first, for this reason.
    Fails(usize, u64, &'static str),
}

/// A way to solve layers of a domain.
pub trait Solver: Sync {
    /// The domain.
    fn domain(&self) -> &dyn Tables;

    /// Its name, for the file's provenance.
    fn name(&self) -> &'static str;

    /// About how many bytes of memory a layer takes with this many threads.
    fn bytes(&self, layer: LayerId, threads: usize) -> u64;

    /// Whether it takes more memory than that where it may, and is many times faster then.
    fn takes_more(&self) -> bool {
        false
    }

    /// Bytes on the disk that a layer takes while it is built, at most, besides checksums and the
    /// like.
    fn disk(&self, layer: LayerId) -> u64 {
        let domain = self.domain();
        // What is interned stands in the dictionary, not larger than in memory.
        let interned = if domain.has_dictionary() { 8 * domain.value_bytes() } else { 0 };
        let bits = record_bits(domain) + interned;
        // A checkpoint stands beside the file.
        clamped(u128::from(positions(domain, layer)) * u128::from(bits) / 8 * 22 / 10)
    }

    /// The domain as one of intervals, if this solver gives intervals: these hold only together with
    /// the proof that play leaves the layer. All other values are exact.
    fn intervals(&self) -> Option<&dyn IntervalTables> {
        None
    }

    /// What endless play is worth to a seat, if this solver gives intervals and the rules say so.
    fn endless(&self, seat: Seat) -> Option<i16> {
        self.intervals()?.endless_worth(seat)
    }

    /// What the values of its layers rest on.
    fn rests_on(&self) -> RestsOn {
        RestsOn::NoCycle
    }

    /// Checks by the rules alone that the values of an open layer recede, if it is that which they
    /// [rest on](Solver::rests_on); `value` gives the stored ones.
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

    /// Reads what a file says besides its values, by the names and types of the facts that this
    /// solver writes: none, unless it says otherwise.
    ///
    /// # Errors
    /// Which fact is missing, of another type, one too many, or not possible with the others.
    fn stated(&self, account: &Account) -> Result<StatedFacts, String> {
        StatedFacts::nothing(account)
    }

    /// Solves a layer, and publishes its file.
    ///
    /// # Errors
    /// [`Error`]: a finished layer cannot be read, the file cannot be written, or the work was
    /// called off.
    fn solve(&self, job: &Job<'_>, file: &LayerFile) -> Result<(), Error>;

    /// This solver as one whose layers are checked by sweeps, if they are.
    fn by_sweeps(&self) -> Option<&dyn BySweeps> {
        None
    }

    /// This solver as one that can solve a shard of a layer by itself, if it can.
    fn by_shards(&self) -> Option<&dyn ByShards> {
        None
    }
}

/// The bits of a record.
pub(crate) fn record_bits(domain: &dyn Tables) -> u64 {
    domain.columns().iter().map(|column| u64::from(column.bits)).sum()
}

/// A solver of layers that are checked by the domain's own sweeps: all positions of a layer at
/// once, many times faster than by the rules.
pub trait BySweeps: Sync {
    /// About how many bytes of memory the sweeps take with this many threads, besides what they
    /// read and write.
    fn sweep_bytes(&self, layer: LayerId, threads: usize) -> u64;

    /// The sweeps over a layer that is open, with all that it needs.
    ///
    /// # Errors
    /// [`Error`] if a layer is not open, or cannot be read.
    fn swept(
        &self,
        layer: LayerId,
        solved: &SolvedLayers<'_>,
    ) -> Result<Box<dyn Swept + '_>, Error>;
}

/// A solver that can solve a shard of a layer by itself.
pub trait ByShards: Sync {
    /// Computes a shard into a file of its own, if it is not there or is to be `rebuilt`; the
    /// solver merges shards that it finds when it solves the layer. Gives the file, and whether it
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

    /// Computes shards, and keeps of them only what a ledger says. Gives the ledger, and what was
    /// computed.
    ///
    /// # Errors
    /// As [`Solver::solve`]; [`Error::Ledger`] if the file is a ledger of another layer, or does
    /// not agree with what was computed.
    fn tally(
        &self,
        job: &Job<'_>,
        file: &LayerFile,
        tallying: &Tallying<'_>,
    ) -> Result<(Ledger, Vec<Shard>), Error>;

    /// The columns of the histogram in the file of a layer; none, and it has no histogram.
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

    /// Compares a published layer with the shards of a ledger: how many positions were compared,
    /// and the first table that differs.
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

/// Which shards of a layer to tally, and where.
#[derive(Clone, Copy, Debug)]
pub struct Tallying<'a> {
    /// The ledger's file.
    pub path: &'a Path,
    /// Only this shard; else all that are missing.
    pub shard: Option<Shard>,
    /// Compute shards that are in the ledger, too, and compare. One position of each of their units
    /// is backed up.
    pub check: bool,
}
