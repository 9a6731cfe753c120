//! Ways to solve a layer.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use shuban_core::{Domain, IndexOf, Interval, LayerId, Record};

use crate::build::LayerFile;
use crate::by_shards::ByShards;
use crate::checkpoint::Checkpoint;
use crate::error::Error;
use crate::iterate::Bounds;
use crate::tables::Tables;
use shuban_core::Progress;

/// A layer to be solved, with all that is known before.
pub struct Job<'a, D: Domain> {
    /// The domain.
    pub domain: &'a D,
    /// The layer.
    pub layer: LayerId,
    /// The index of each part.
    pub indexes: &'a [IndexOf<D>],
    /// The finished layers that this one needs.
    pub tables: &'a Tables<'a, D>,
    /// The widest interval asked for, in units; of no matter where values are exact.
    pub width: i64,
    /// Where to save work in progress, and how often.
    pub checkpoint: Option<Checkpoint>,
    /// Who is told.
    pub progress: &'a dyn Progress,
}

/// The values of a part, in whatever form the solver has them.
pub trait Values<V>: Send + Sync {
    /// How many there are.
    fn count(&self) -> u64;

    /// The value of a rank below `count()`.
    fn value(&self, rank: u64) -> V;
}

impl<V: Clone + Send + Sync> Values<V> for Vec<V> {
    fn count(&self) -> u64 {
        self.len() as u64
    }

    fn value(&self, rank: u64) -> V {
        self[rank as usize].clone()
    }
}

impl Values<Interval> for Bounds {
    fn count(&self) -> u64 {
        self.lower.len() as u64
    }

    fn value(&self, rank: u64) -> Interval {
        self.get(rank as usize)
    }
}

/// A solved layer, in memory.
pub struct Solved<V> {
    /// Values by part and rank.
    pub parts: Vec<Box<dyn Values<V>>>,
    /// The codes of [`Status`](shuban_core::Status) that retrograde analysis came to, by part and rank, where
    /// it went before iteration.
    pub statuses: Option<Vec<Vec<i8>>>,
    /// Facts for the manifest, by part.
    pub part_facts: Vec<BTreeMap<String, Json>>,
    /// Facts for the manifest, of the layer.
    pub facts: BTreeMap<String, Json>,
}

/// A way to solve layers of a domain.
pub trait Solver<D: Domain>: Sync {
    /// Its name, for the file's provenance.
    fn name(&self) -> &'static str;

    /// Bytes of memory for a layer, about, with so many threads.
    fn bytes(&self, domain: &D, layer: LayerId, threads: usize) -> u64;

    /// Bytes on the disk that a layer takes while it is built, at most, besides checksums and the like.
    fn disk(&self, domain: &D, layer: LayerId) -> u64 {
        let columns: u64 = D::Record::columns().iter().map(|column| u64::from(column.bits)).sum();
        // What is interned stands in the dictionary, not larger than in memory.
        let bits = columns + if domain.interns() { 8 * domain.bytes_per_value() } else { 0 };
        // A checkpoint stands beside the file.
        clamped(u128::from(positions(domain, layer)) * u128::from(bits) / 8 * 22 / 10)
    }

    /// Whether a stored value agrees with what backing up its successors gives: where values are exact, if
    /// they are equal.
    fn certifies(&self, stored: &D::Value, backed_up: &D::Value) -> bool {
        stored == backed_up
    }

    /// The width of a value in units, where values are intervals.
    fn width(&self, _value: &D::Value) -> Option<i64> {
        None
    }

    /// Whether values hold only together with the proof that play leaves the layer.
    fn needs_leaving(&self) -> bool {
        false
    }

    /// Solves a layer, and publishes its file.
    ///
    /// # Errors
    /// [`Error`]: a finished layer cannot be read, the file cannot be written, or the work was called off.
    fn solve(&self, job: &Job<'_, D>, file: &LayerFile) -> Result<(), Error>;

    /// This solver as one that can solve a share of a layer by itself, if it can.
    fn by_shards(&self) -> Option<&dyn ByShards<D>> {
        None
    }
}

/// Facts by name.
pub(crate) fn facts<const N: usize>(facts: [(&str, Json); N]) -> BTreeMap<String, Json> {
    facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// How many positions a layer has, as far as its description says.
/// A size in bytes; [`u64::MAX`], which is more than any machine has, if it is too large.
pub(crate) fn clamped(bytes: u128) -> u64 {
    bytes.try_into().unwrap_or(u64::MAX)
}

pub(crate) fn positions<D: Domain>(domain: &D, layer: LayerId) -> u64 {
    domain.layers()[layer.0].positions()
}
