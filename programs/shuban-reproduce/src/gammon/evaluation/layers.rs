//! All positions of some contact layers with their certified values.

use std::collections::BTreeSet;

use shuban_catalog::Error;
use shuban_core::{Domain, Game, IndexOf, Interval, LayerId, PartId};
use shuban_gammon::{Contact, Position};

use crate::paper::Recomputation;

/// One part of a layer: its positions by rank and their values.
struct CertifiedPart {
    part: PartId,
    index: IndexOf<Contact>,
    values: Vec<Interval>,
}

/// A layer and all that it needs.
pub(super) struct CertifiedLayers<'d> {
    pub(super) domain: &'d Contact,
    parts: Vec<CertifiedPart>,
}

impl<'d> CertifiedLayers<'d> {
    /// Builds the layer of this name and all that it needs.
    pub(super) fn built(
        run: &Recomputation<'_>,
        domain: &'d Contact,
        name: &str,
    ) -> Result<Self, Error> {
        let built = run.built(domain, name)?;
        let mut needed = BTreeSet::from([built.layer]);
        // A layer needs only earlier ones.
        for number in (0..=built.layer.0).rev() {
            if needed.contains(&LayerId(number)) {
                needed.extend(&domain.layers()[number].needs);
            }
        }
        let mut parts = Vec::new();
        for layer in needed {
            let open = built.open(layer)?;
            for part in 0..domain.layers()[layer.0].parts.len() {
                let id = PartId { layer, part };
                let index = domain.index(id).map_err(shuban_solve::Error::from)?;
                parts.push(CertifiedPart { part: id, index, values: open.values(part)? });
            }
        }
        Ok(CertifiedLayers { domain, parts })
    }

    /// Returns all positions that are not over, in the order of layers and ranks.
    pub(super) fn positions(&self) -> Vec<(Position, f64)> {
        let of_part = |part: &CertifiedPart| {
            let ranked = (0..).zip(&part.values);
            let all = ranked
                .filter_map(|(rank, value)| Some((part.index.unrank(rank)?, value.midpoint())));
            all.collect::<Vec<_>>()
        };
        let all = self.parts.iter().flat_map(of_part);
        all.filter(|(position, _)| self.domain.game().outcome(position).is_none()).collect()
    }

    /// Returns the value of a position to the player about to roll; `None` outside of these layers.
    pub(super) fn value(&self, position: &Position) -> Option<f64> {
        if position.opponent.is_empty() {
            return Some(-1.0);
        }
        let id = self.domain.locate(position)?;
        let part = self.parts.iter().find(|part| part.part == id)?;
        let rank = part.index.rank(position)?;
        part.values.get(usize::try_from(rank).ok()?).map(|value| value.midpoint())
    }
}
