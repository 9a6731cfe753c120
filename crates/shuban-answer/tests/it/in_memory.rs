//! A source of values in memory, as a page has one: some may still have to be fetched.

use std::collections::HashMap;
use std::ops::Deref;
use std::path::Path;
use std::sync::{Arc, Mutex};

use shuban_answer::{LayerSource, LayerValues, LookUpError, RecordBlock};
use shuban_core::{Domain, IndexOf, LayerId, PartId, PositionOf};
use shuban_solve::StoredLayers;
use shuban_store::{Disk, FileSystem};

/// Error of a source in memory.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MemoryError {
    /// There is no such value.
    #[error(transparent)]
    LookUp(#[from] LookUpError),
    /// The value is still to be fetched.
    #[error("part {part}, rank {rank} is not in hand yet")]
    NotInHand { part: usize, rank: u64 },
}

/// The layers of a domain that were built into a folder.
pub(crate) struct InMemory<'d, D: Domain> {
    domain: &'d D,
    layers: HashMap<usize, MemoryLayer<D>>,
    /// The positions that were announced last.
    pub(crate) expected: Mutex<Vec<PositionOf<D>>>,
}

/// The values of a layer, by part and rank.
pub(crate) struct MemoryLayer<D: Domain> {
    indexes: Vec<IndexOf<D>>,
    records: HashMap<(usize, u64), (D::Value, RecordBlock)>,
    content_hash: String,
}

impl<'d, D: Domain> InMemory<'d, D> {
    /// Reads all layers of a folder.
    pub(crate) fn read(domain: &'d D, data: &Path) -> Self {
        let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
        let stored = StoredLayers::new(domain, &files, data);
        let mut layers = HashMap::new();
        for layer in (0..domain.layers().len()).map(LayerId) {
            let Some(open) = stored.layer(layer).unwrap() else { continue };
            let parts = 0..domain.layers()[layer.0].parts.len();
            let mut records = HashMap::new();
            for part in parts.clone() {
                for (rank, value) in (0..).zip(open.values(part).unwrap()) {
                    let block = open.records(part).table().block_of(rank).unwrap();
                    let block = RecordBlock { number: block.number, checksum: block.checksum };
                    records.insert((part, rank), (value, block));
                }
            }
            let indexes = parts.map(|part| domain.index(PartId { layer, part }).unwrap());
            let indexes = indexes.collect();
            let content_hash = open.database().manifest().content_hash.clone();
            layers.insert(layer.0, MemoryLayer { indexes, records, content_hash });
        }
        InMemory { domain, layers, expected: Mutex::default() }
    }

    /// Removes all values, which are still to be fetched.
    pub(crate) fn emptied(mut self) -> Self {
        self.layers.values_mut().for_each(|layer| layer.records.clear());
        self
    }

    /// Fetches the value of a place from another source.
    pub(crate) fn fetch(&mut self, from: &Self, layer: usize, place: (usize, u64)) {
        let record = from.layers[&layer].records[&place].clone();
        self.layers.get_mut(&layer).unwrap().records.insert(place, record);
    }

    /// Removes a layer.
    pub(crate) fn forget(&mut self, layer: LayerId) {
        self.layers.remove(&layer.0);
    }

    /// Returns the number of values in hand.
    pub(crate) fn in_hand(&self) -> usize {
        self.layers.values().map(|layer| layer.records.len()).sum()
    }
}

impl<D: Domain> LayerSource for InMemory<'_, D> {
    type Domain = D;
    type Error = MemoryError;
    type Layer = MemoryLayer<D>;

    fn domain(&self) -> &D {
        self.domain
    }

    fn layer(
        &self,
        id: LayerId,
    ) -> Result<Option<impl Deref<Target = MemoryLayer<D>>>, MemoryError> {
        Ok(self.layers.get(&id.0))
    }

    fn expect(&self, positions: impl FnOnce() -> Vec<PositionOf<D>>) {
        *self.expected.lock().unwrap() = positions();
    }
}

impl<D: Domain> LayerValues<D> for MemoryLayer<D> {
    type Error = MemoryError;

    fn rank(&self, part: usize, position: &PositionOf<D>) -> Option<u64> {
        self.indexes[part].rank(position)
    }

    fn value(&self, part: usize, rank: u64) -> Result<D::Value, MemoryError> {
        let record = self.records.get(&(part, rank));
        let not_in_hand = MemoryError::NotInHand { part, rank };
        record.map(|(value, _)| value.clone()).ok_or(not_in_hand)
    }

    fn block(&self, part: usize, rank: u64) -> Result<RecordBlock, MemoryError> {
        let record = self.records.get(&(part, rank));
        record.map(|(_, block)| *block).ok_or(MemoryError::NotInHand { part, rank })
    }

    fn content_hash(&self) -> &str {
        &self.content_hash
    }
}
