//! Layers of a domain, with their indexes.

use std::collections::BTreeMap;

use shuban_core::{Domain, Game, IndexOf, LayerId, PartId, PositionOf};

use crate::law::{BrokenAt, Violation};
use crate::spread::spread;

/// Some layers of a domain with the indexes of their parts.
pub(super) struct Opened<'d, D: Domain> {
    pub(super) domain: &'d D,
    pub(super) indexes: BTreeMap<PartId, IndexOf<D>>,
}

impl<'d, D: Domain> Opened<'d, D> {
    pub(super) fn new(
        domain: &'d D,
        layers: impl IntoIterator<Item = LayerId>,
    ) -> Result<Self, Violation> {
        let mut opened = Opened { domain, indexes: BTreeMap::new() };
        for layer in layers {
            for part in opened.parts(layer) {
                let index = domain.index(part);
                let index = index.map_err(|error| format!("has no index: {error}"));
                opened.indexes.insert(part, index.at(|| opened.place(part))?);
            }
        }
        Ok(opened)
    }

    /// Returns a layer and those that it needs.
    pub(super) fn with_needs(domain: &'d D, layer: LayerId) -> Result<Self, Violation> {
        Opened::new(domain, domain.layers()[layer.0].needs.iter().copied().chain([layer]))
    }

    pub(super) fn parts(&self, layer: LayerId) -> impl Iterator<Item = PartId> + use<D> {
        (0..self.domain.layers()[layer.0].parts.len()).map(move |part| PartId { layer, part })
    }

    /// Returns the place of a position in the open layers.
    pub(super) fn rank(&self, position: &PositionOf<D>) -> Option<(PartId, u64)> {
        let part = self.domain.locate(position)?;
        Some((part, self.indexes.get(&part)?.rank(position)?))
    }

    /// Checks positions of a part against a law: about `sample` of them, evenly spread.
    pub(super) fn each(
        &self,
        part: PartId,
        sample: u64,
        law: impl FnMut(u64, &PositionOf<D>) -> Result<(), String>,
    ) -> Result<(), Violation> {
        self.each_of(part, spread(self.indexes[&part].len(), sample), law)
    }

    /// Checks the positions of some ranks of a part against a law.
    pub(super) fn each_of(
        &self,
        part: PartId,
        ranks: impl IntoIterator<Item = u64>,
        mut law: impl FnMut(u64, &PositionOf<D>) -> Result<(), String>,
    ) -> Result<(), Violation> {
        let index = &self.indexes[&part];
        for rank in ranks {
            let at = || format!("{}, rank {rank}", self.place(part));
            let position = index.unrank(rank).ok_or("has no position").at(at)?;
            law(rank, &position)
                .at(|| format!("{} (`{}`)", at(), self.domain.game().format(&position)))?;
        }
        Ok(())
    }

    pub(super) fn place(&self, part: PartId) -> String {
        let layer = &self.domain.layers()[part.layer.0];
        format!("layer {}, part {}", layer.name, layer.parts[part.part].name)
    }
}
