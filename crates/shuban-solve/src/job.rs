//! A layer to be solved.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::Value as Json;
use shuban_core::erased::{LayerDictionary, PartIndex, RowSource, Tables};
use shuban_core::{LayerId, PartId, Progress, Unanswered};

use crate::across::Together;
use crate::checkpoint::Checkpoint;
use crate::solved::SolvedLayers;

/// A layer to be solved, with all that is known before.
pub struct Job<'a> {
    /// The domain.
    pub domain: &'a dyn Tables,
    /// The layer.
    pub layer: LayerId,
    /// The index of each part.
    pub indexes: &'a [PartIndex],
    /// The finished layers that this one needs.
    pub solved: &'a SolvedLayers<'a>,
    /// The widest interval requested, in units; ignored for exact values.
    pub width: i64,
    /// Approximate limit of memory, in bytes, without the cached blocks of finished layers.
    pub memory: u64,
    /// The folder for its numbers, if these are to be on the disk.
    pub scratch: Option<PathBuf>,
    /// The other processes that solve it too, if there are any.
    pub together: Option<&'a Together>,
    /// The checkpoint, if work in progress is saved.
    pub checkpoint: Option<Checkpoint>,
    /// The receiver of progress reports, which may interrupt the work.
    pub progress: &'a dyn Progress,
}

impl<'a> Job<'a> {
    /// Returns the rows that positions of the layer ask for, except its own, which are unknown.
    pub fn rows(&self) -> LayerRows<'a> {
        LayerRows { layer: self.layer, indexes: self.indexes, solved: self.solved }
    }

    /// Returns the lengths of the parts.
    pub(crate) fn lens(&self) -> Vec<usize> {
        self.indexes.iter().map(|index| index.len() as usize).collect()
    }
}

/// The rows of finished layers, and the indexes of one that is being solved.
#[derive(Clone, Copy)]
pub struct LayerRows<'a> {
    pub(crate) layer: LayerId,
    pub(crate) indexes: &'a [PartIndex],
    pub(crate) solved: &'a SolvedLayers<'a>,
}

impl RowSource for LayerRows<'_> {
    fn index(&self, part: PartId) -> Result<&PartIndex, Unanswered> {
        match part.layer == self.layer {
            true => self.indexes.get(part.part).ok_or_else(Unanswered::default),
            false => self.solved.index(part),
        }
    }

    fn dictionary(&self, layer: LayerId) -> Result<&LayerDictionary, Unanswered> {
        self.solved.dictionary(layer)
    }

    fn row(&self, part: PartId, rank: u64, row: &mut [u64]) -> Result<(), Unanswered> {
        self.solved.row(part, rank, row)
    }

    fn no_value(&self, part: PartId, rank: u64) -> Unanswered {
        self.solved.no_value(part, rank)
    }
}

/// The facts that a solver found of a layer besides its values.
#[derive(Default)]
pub struct LayerFacts {
    /// The codes of [`Status`](shuban_core::sweep::Status) that retrograde analysis found, by part and
    /// rank, if it preceded iteration.
    pub statuses: Option<Vec<Vec<i8>>>,
    /// The facts for the manifest, by part; or empty.
    pub parts: Vec<BTreeMap<String, Json>>,
    /// The facts for the manifest, of the layer.
    pub layer: BTreeMap<String, Json>,
}

/// Returns the stated number of positions of a layer.
pub(crate) fn positions(domain: &dyn Tables, layer: LayerId) -> u64 {
    domain.all_layers()[layer.0].positions()
}

/// Returns a size in bytes; [`u64::MAX`], more than any machine has, if it is too large.
pub(crate) fn clamped(bytes: u128) -> u64 {
    bytes.try_into().unwrap_or(u64::MAX)
}
