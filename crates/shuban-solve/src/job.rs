//! A layer to be solved, and one that is.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use shuban_core::{Domain, IndexOf, Interval, LayerId, Progress};

use crate::checkpoint::Checkpoint;
use crate::iterate::Bounds;
use crate::tables::Tables;

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
    /// The codes of [`Status`](shuban_core::Status) that retrograde analysis came to, by part and
    /// rank, where it went before iteration.
    pub statuses: Option<Vec<Vec<i8>>>,
    /// Facts for the manifest, by part.
    pub part_facts: Vec<BTreeMap<String, Json>>,
    /// Facts for the manifest, of the layer.
    pub facts: BTreeMap<String, Json>,
}

/// Facts by name.
pub(crate) fn facts<const N: usize>(facts: [(&str, Json); N]) -> BTreeMap<String, Json> {
    facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// How many positions a layer has, as far as its description says.
pub(crate) fn positions<D: Domain>(domain: &D, layer: LayerId) -> u64 {
    domain.layers()[layer.0].positions()
}

/// A size in bytes; [`u64::MAX`], which is more than any machine has, if it is too large.
pub(crate) fn clamped(bytes: u128) -> u64 {
    bytes.try_into().unwrap_or(u64::MAX)
}
