//! A layer of a domain, with its indexes.

use std::collections::BTreeMap;

use super::{Violation, spread};
use crate::domain::{Domain, LayerId, PartId, PositionOf};
use crate::game::Game;
use crate::index::Index;

/// A layer of a domain with the indexes of its parts and of all that it needs.
pub(super) struct Opened<'d, D: Domain> {
    pub(super) domain: &'d D,
    pub(super) layer: LayerId,
    pub(super) indexes: BTreeMap<PartId, Box<dyn Index<Position = PositionOf<D>>>>,
}

impl<'d, D: Domain> Opened<'d, D> {
    pub(super) fn new(domain: &'d D, layer: LayerId) -> Result<Self, Violation> {
        let mut indexes = BTreeMap::new();
        let needs = &domain.layers()[layer.0].needs;
        for id in needs.iter().copied().chain([layer]) {
            for part in 0..domain.layers()[id.0].parts.len() {
                let part = PartId { layer: id, part };
                let index = domain.index(part).map_err(|error| Violation {
                    place: format!(
                        "layer {}, part number {}",
                        domain.layers()[id.0].name,
                        part.part
                    ),
                    law: format!("has no index: {error}"),
                })?;
                indexes.insert(part, index);
            }
        }
        Ok(Opened { domain, layer, indexes })
    }

    /// The parts of the layer itself.
    pub(super) fn parts(&self) -> impl Iterator<Item = PartId> + use<D> {
        let layer = self.layer;
        (0..self.domain.layers()[layer.0].parts.len()).map(move |part| PartId { layer, part })
    }

    pub(super) fn index(&self, part: PartId) -> &dyn Index<Position = PositionOf<D>> {
        &*self.indexes[&part]
    }

    /// Where the layer, or one it needs, holds a position.
    pub(super) fn rank(&self, position: &PositionOf<D>) -> Option<(PartId, u64)> {
        let part = self.domain.locate(position)?;
        Some((part, self.indexes.get(&part)?.rank(position)?))
    }

    /// Ranks of a part, evenly spread, with their positions.
    pub(super) fn sampled(
        &self,
        part: PartId,
        sample: u64,
    ) -> impl Iterator<Item = (u64, PositionOf<D>)> + '_ {
        let index = self.index(part);
        spread(index.len(), sample).filter_map(|rank| Some((rank, index.unrank(rank)?)))
    }

    pub(super) fn place(&self, part: PartId) -> String {
        let layer = &self.domain.layers()[part.layer.0];
        format!("layer {}, part {}", layer.name, layer.parts[part.part].name)
    }

    pub(super) fn at(&self, part: PartId, rank: u64, position: &PositionOf<D>) -> String {
        format!("{}, rank {rank} (`{}`)", self.place(part), self.domain.game().format(position))
    }
}
