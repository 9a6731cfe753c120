//! Sources of stored values.

use std::error::Error;
use std::ops::Deref;

use shuban_core::{Domain, LayerId, PositionOf};

use crate::error::LookUpError;

/// A source of the stored values of a domain: files in a folder, or the ranges of files that a page
/// has fetched. It opens layers; all that answers have beyond that is computed here.
pub trait LayerSource {
    /// The domain.
    type Domain: Domain;
    /// Error of reading: a file is damaged, a range is still to be fetched.
    type Error: Error + From<LookUpError> + Send + Sync + 'static;
    /// An open layer.
    type Layer: LayerValues<Self::Domain, Error = Self::Error>;

    /// Returns the domain.
    fn domain(&self) -> &Self::Domain;

    /// Returns a layer, if it is built.
    ///
    /// # Errors
    /// If it cannot be opened.
    fn layer(&self, id: LayerId) -> Result<Option<impl Deref<Target = Self::Layer>>, Self::Error>;

    /// Tells of the positions that an answer will read, so that what is far away is fetched at
    /// once. It is only a hint, and does nothing by default.
    fn expect(&self, positions: impl FnOnce() -> Vec<PositionOf<Self::Domain>>) {
        drop(positions);
    }
}

/// The stored values of an open layer, by part and rank.
pub trait LayerValues<D: Domain> {
    /// Error of reading.
    type Error;

    /// Returns the rank of a position, or `None` if the part does not hold it.
    fn rank(&self, part: usize, position: &PositionOf<D>) -> Option<u64>;

    /// Returns the value of a rank, for the player to move.
    ///
    /// # Errors
    /// If it cannot be read, or the record stands for no value.
    fn value(&self, part: usize, rank: u64) -> Result<D::Value, Self::Error>;

    /// Returns true if intervals are wide except where other layers ask for them, so that they do
    /// not follow from each other.
    fn is_compact(&self) -> bool {
        false
    }

    /// Returns the block of a part's table that holds a rank.
    ///
    /// # Errors
    /// If the list of blocks cannot be read.
    fn block(&self, part: usize, rank: u64) -> Result<RecordBlock, Self::Error>;

    /// Returns the content hash of the layer's file, which tells it from others of its name.
    fn content_hash(&self) -> &str;
}

/// A block of the records of a table, as a file stores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordBlock {
    /// Number of the block.
    pub number: u64,
    /// Checksum of its stored bytes.
    pub checksum: u64,
}

/// The value type of a source's domain.
pub(crate) type ValueIn<S> = <<S as LayerSource>::Domain as Domain>::Value;

/// The position type of a source's domain.
pub(crate) type PositionIn<S> = PositionOf<<S as LayerSource>::Domain>;

/// Returns the name of a layer.
pub(crate) fn layer_name<D: Domain>(domain: &D, layer: LayerId) -> String {
    domain.layers()[layer.0].name.clone()
}
