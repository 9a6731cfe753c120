//! Ways to solve a layer, whole or by shards.

use std::path::Path;

use shuban_core::{Domain, Interval, LayerId, Progress, Record, Seat};
use shuban_store::{Account, Database};

use crate::error::Error;
use crate::facts::StatedFacts;
use crate::histogram::StoredHistogram;
use crate::iterate::Swept;
use crate::job::{Job, clamped, positions};
use crate::layer_file::LayerFile;
use crate::ledger::{Ledger, TableEntry};
use crate::shard::Shard;
use crate::tables::{OpenLayer, Tables};

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
pub type StoredRank<'a, D> = dyn Fn(usize, u64) -> Result<<D as Domain>::Value, Error> + Sync + 'a;

/// What came of checking that the values of a layer recede.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecedingCheck {
    /// They do, from this many plies down.
    Holds(u16),
    /// Not that of this part and rank, the first, for this reason.
    Fails(usize, u64, &'static str),
}

/// A way to solve layers of a domain.
pub trait Solver<D: Domain>: Sync {
    /// Its name, for the file's provenance.
    fn name(&self) -> &'static str;

    /// About how many bytes of memory a layer takes with this many threads.
    fn bytes(&self, domain: &D, layer: LayerId, threads: usize) -> u64;

    /// Whether it takes more memory than that where it may, and is many times faster then.
    fn takes_more(&self) -> bool {
        false
    }

    /// Bytes on the disk that a layer takes while it is built, at most, besides checksums and the
    /// like.
    fn disk(&self, domain: &D, layer: LayerId) -> u64 {
        // What is interned stands in the dictionary, not larger than in memory.
        let interned = if domain.interns() { 8 * domain.bytes_per_value() } else { 0 };
        let bits = record_bits::<D::Record>() + interned;
        // A checkpoint stands beside the file.
        clamped(u128::from(positions(domain, layer)) * u128::from(bits) / 8 * 22 / 10)
    }

    /// How a value is seen as an interval, if this solver gives intervals: these hold only together
    /// with the proof that play leaves the layer. All other values are exact.
    fn intervals(&self) -> Option<fn(&D::Value) -> Interval> {
        None
    }

    /// Between which bounds every value lies, if this solver gives intervals.
    fn possible(&self, _domain: &D) -> Interval {
        Interval::UNKNOWN
    }

    /// What endless play is worth to a seat, if this solver gives intervals and the rules say so.
    fn endless(&self, _domain: &D, _seat: Seat) -> Option<i16> {
        None
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
        _tables: &Tables<'_, D>,
        _value: &StoredRank<'_, D>,
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
    fn solve(&self, job: &Job<'_, D>, file: &LayerFile) -> Result<(), Error>;

    /// This solver as one whose layers are checked by sweeps, if they are.
    fn by_sweeps(&self) -> Option<&dyn BySweeps<D>> {
        None
    }

    /// This solver as one that can solve a shard of a layer by itself, if it can.
    fn by_shards(&self) -> Option<&dyn ByShards<D>> {
        None
    }
}

/// The bits of a record.
pub(crate) fn record_bits<R: Record>() -> u64 {
    R::columns().iter().map(|column| u64::from(column.bits)).sum()
}

/// A solver of layers that are checked by the domain's own sweeps: all positions of a layer at
/// once, many times faster than by the rules.
pub trait BySweeps<D: Domain>: Sync {
    /// About how many bytes of memory the sweeps take with this many threads, besides what they
    /// read and write.
    fn sweep_bytes(&self, domain: &D, layer: LayerId, threads: usize) -> u64;

    /// The value that an interval is.
    fn value(&self, bounds: Interval) -> D::Value;

    /// The sweeps over a layer that is open, with all that it needs.
    ///
    /// # Errors
    /// [`Error`] if a layer is not open, or cannot be read.
    fn swept<'d>(
        &self,
        layer: LayerId,
        tables: &Tables<'d, D>,
    ) -> Result<Box<dyn Swept + 'd>, Error>;
}

/// A solver that can solve a shard of a layer by itself.
pub trait ByShards<D: Domain>: Sync {
    /// Computes a shard into a file of its own, if it is not there or is to be `rebuilt`; the
    /// solver merges shards that it finds when it solves the layer. Gives the file, and whether it
    /// was computed.
    ///
    /// # Errors
    /// As [`Solver::solve`].
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
    /// As [`Solver::solve`]; [`Error::Ledger`] if the file is a ledger of another layer, or does
    /// not agree with what was computed.
    fn tally(
        &self,
        job: &Job<'_, D>,
        file: &LayerFile,
        tallying: &Tallying<'_>,
    ) -> Result<(Ledger, Vec<Shard>), Error>;

    /// The columns of the histogram in the file of a layer; none, and it has no histogram.
    fn histogram_columns(&self, domain: &D) -> &'static [&'static str];

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

    /// Compares a published layer with the shards of a ledger: how many positions were compared,
    /// and the first table that differs.
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
