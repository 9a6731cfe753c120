//! A layer to be solved.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use shuban_core::{Domain, IndexOf, LayerId, Progress};

use crate::checkpoint::Checkpoint;
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
    /// The widest interval asked for, in units; ignored for exact values.
    pub width: i64,
    /// How many bytes of memory the work may use, about.
    pub memory: u64,
    /// Where to save work in progress, and how often.
    pub checkpoint: Option<Checkpoint>,
    /// Is told how far the work is, and may call it off.
    pub progress: &'a dyn Progress,
}

/// What a solver found out about a layer besides its values.
#[derive(Default)]
pub struct LayerFacts {
    /// The codes of [`Status`](shuban_core::Status) that retrograde analysis came to, by part and
    /// rank, where it went before iteration.
    pub statuses: Option<Vec<Vec<i8>>>,
    /// Facts for the manifest, by part; or none.
    pub parts: Vec<BTreeMap<String, Json>>,
    /// Facts for the manifest, of the layer.
    pub layer: BTreeMap<String, Json>,
}

/// How many positions a layer has, as far as its description says.
pub(crate) fn positions<D: Domain>(domain: &D, layer: LayerId) -> u64 {
    domain.layers()[layer.0].positions()
}

/// A size in bytes; [`u64::MAX`], which is more than any machine has, if it is too large.
pub(crate) fn clamped(bytes: u128) -> u64 {
    bytes.try_into().unwrap_or(u64::MAX)
}
