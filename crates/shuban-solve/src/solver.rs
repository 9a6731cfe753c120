//! Ways to solve a layer.

use shuban_core::{Domain, LayerId, Record};

use crate::build::LayerFile;
use crate::by_shards::ByShards;
use crate::error::Error;
use crate::job::{Job, clamped, positions};

/// A way to solve layers of a domain.
pub trait Solver<D: Domain>: Sync {
    /// Its name, for the file's provenance.
    fn name(&self) -> &'static str;

    /// Bytes of memory for a layer, about, with so many threads.
    fn bytes(&self, domain: &D, layer: LayerId, threads: usize) -> u64;

    /// Bytes on the disk that a layer takes while it is built, at most, besides checksums and the
    /// like.
    fn disk(&self, domain: &D, layer: LayerId) -> u64 {
        let columns: u64 = D::Record::columns().iter().map(|column| u64::from(column.bits)).sum();
        // What is interned stands in the dictionary, not larger than in memory.
        let bits = columns + if domain.interns() { 8 * domain.bytes_per_value() } else { 0 };
        // A checkpoint stands beside the file.
        clamped(u128::from(positions(domain, layer)) * u128::from(bits) / 8 * 22 / 10)
    }

    /// Whether a stored value agrees with what backing up its successors gives: where values are
    /// exact, if they are equal.
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
    /// [`Error`]: a finished layer cannot be read, the file cannot be written, or the work was
    /// called off.
    fn solve(&self, job: &Job<'_, D>, file: &LayerFile) -> Result<(), Error>;

    /// This solver as one that can solve a share of a layer by itself, if it can.
    fn by_shards(&self) -> Option<&dyn ByShards<D>> {
        None
    }
}
