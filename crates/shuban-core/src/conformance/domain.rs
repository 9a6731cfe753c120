//! The laws of layers and parts, and the way through a whole domain.

use std::collections::{BTreeMap, BTreeSet};

use super::backup::{acyclic, backup};
use super::stored::stored;
use super::values::{Values, records};
use super::{Violation, hold, index, spread};
use crate::domain::{Domain, LayerId, PartId, PositionOf};
use crate::game::Game;
use crate::index::Index;

/// Holds a domain to all its laws, layer by layer, at up to about `sample` positions of each part.
///
/// # Errors
/// The first [`Violation`].
pub fn domain<D: Domain>(domain: &D, sample: u64) -> Result<(), Violation> {
    layers(domain)?;
    records(domain)?;
    (0..domain.layers().len()).try_for_each(|i| layer(domain, LayerId(i), sample))
}

/// Holds a domain's list of layers to its laws, without a look at any position: names are unique,
/// and a layer needs only earlier ones.
///
/// # Errors
/// The first [`Violation`].
pub fn layers<D: Domain>(domain: &D) -> Result<(), Violation> {
    let mut names = BTreeSet::new();
    hold(!domain.layers().is_empty(), || format!("domain {}", domain.name()), || "has no layers")?;
    for (i, layer) in domain.layers().iter().enumerate() {
        let place = || format!("layer {}", layer.name);
        hold(names.insert(&layer.name), place, || "two layers have this name")?;
        hold(!layer.parts.is_empty(), place, || "has no parts")?;
        let parts: BTreeSet<&String> = layer.parts.iter().map(|part| &part.name).collect();
        hold(parts.len() == layer.parts.len(), place, || "two of its parts have one name")?;
        for need in &layer.needs {
            hold(need.0 < i, place, || {
                format!("is number {i} and needs number {}, not an earlier one", need.0)
            })?;
        }
        let needs: BTreeSet<&LayerId> = layer.needs.iter().collect();
        hold(needs.len() == layer.needs.len(), place, || "needs one layer twice")?;
    }
    Ok(())
}

/// Holds one layer to its laws, at up to about `sample` positions of each part:
///
/// * each part's index is a bijection over as many positions as stated, `locate` places each of them
///   in that part, and what the index stores opens again to the same bijection, while damaged
///   sections are refused or, at least, give a bijection;
/// * `backup` asks the same questions whatever the answers are, only for positions that the layer
///   or those it needs hold, and stops at a question that is not answered;
/// * a layer that is not cyclic has no cycle (examined where its positions are no more than `sample`);
/// * values, records and interned bytes round-trip, and damaged ones never panic.
///
/// # Errors
/// The first [`Violation`].
pub fn layer<D: Domain>(domain: &D, layer: LayerId, sample: u64) -> Result<(), Violation> {
    let opened = Opened::new(domain, layer)?;
    for part in opened.parts() {
        let described = &domain.layers()[layer.0].parts[part.part];
        let place = || opened.place(part);
        let bijection = opened.index(part);
        hold(described.positions.is_none_or(|stated| stated == bijection.len()), place, || {
            format!("{:?} positions are stated, its index has {}", described.positions, bijection.len())
        })?;
        index(bijection, sample)
            .map_err(|broken| Violation { place: format!("{}, {}", place(), broken.place), ..broken })?;
        stored(domain, part, bijection, sample)?;
        for (rank, position) in opened.sampled(part, sample) {
            let at = || opened.at(part, rank, &position);
            let located = domain.locate(&position);
            hold(located == Some(part), at, || format!("is located in {located:?}, not in {part:?}"))?;
            let canonical = domain.game().canonical(&position);
            let located = domain.locate(&canonical).map(|part| part.layer);
            hold(located == Some(layer), at, || {
                format!("its canonical form {canonical:?} is located in {located:?}, not in {layer:?}")
            })?;
            // Whatever an index is asked for, it must not panic.
            for other in opened.indexes.values() {
                let _ = other.rank(&position);
            }
        }
    }
    let values = Values::gather(&opened);
    for part in opened.parts() {
        for (rank, position) in opened.sampled(part, sample) {
            backup(&opened, part, rank, &position, &values)?;
        }
    }
    acyclic(&opened, sample, &values)?;
    values.round_trip(domain)
}

/// A layer of a domain with the indexes of its parts and of all that it needs.
pub(super) struct Opened<'d, D: Domain> {
    pub(super) domain: &'d D,
    pub(super) layer: LayerId,
    indexes: BTreeMap<PartId, Box<dyn Index<Position = PositionOf<D>>>>,
}

impl<'d, D: Domain> Opened<'d, D> {
    fn new(domain: &'d D, layer: LayerId) -> Result<Self, Violation> {
        let mut indexes = BTreeMap::new();
        let needs = &domain.layers()[layer.0].needs;
        for id in needs.iter().copied().chain([layer]) {
            for part in 0..domain.layers()[id.0].parts.len() {
                let part = PartId { layer: id, part };
                let index = domain.index(part).map_err(|error| Violation {
                    place: format!("layer {}, part number {}", domain.layers()[id.0].name, part.part),
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
