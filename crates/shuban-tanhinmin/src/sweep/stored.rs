//! Values of a layer from those of smaller ones, looked up in memory.

use shuban_core::tabulate::{FinishedTables, Unit, Unstorable};
use shuban_core::{Domain, Index, Layer, LayerId, PartId, Unanswered, Winners};

use crate::leads::{LeadDomain, LeadIndex, LeadRecord};
use crate::table::CardTable;

/// The values of all layers with fewer cards.
pub struct StoredPlan {
    /// The index of the layer itself.
    index: LeadIndex,
    /// Indexes and values by layer.
    earlier: Vec<(LeadIndex, Vec<Winners>)>,
}

impl StoredPlan {
    /// Reads the smaller layers.
    ///
    /// # Errors
    /// [`Unanswered`] if one of them is missing.
    pub(super) fn new(
        domain: &LeadDomain,
        layer: LayerId,
        finished: &dyn FinishedTables<LeadRecord, Winners>,
    ) -> Result<Self, Unanswered> {
        let mut earlier = Vec::new();
        for layer in (0..layer.0).map(LayerId) {
            let index = domain.lead_index(layer);
            let mut values = Vec::with_capacity(index.len() as usize);
            finished.records(PartId { layer, part: 0 }, 0..index.len(), &mut |records| {
                values.extend(records.iter().map(|record| record.winners()));
            })?;
            earlier.push((index, values));
        }
        Ok(StoredPlan { index: domain.lead_index(layer), earlier })
    }

    /// The value of a moment of a smaller layer.
    fn value(&self, domain: &LeadDomain, table: &CardTable) -> Option<Winners> {
        let (index, values) = self.earlier.get(domain.locate(table)?.layer.0)?;
        values.get(index.rank(table)? as usize).copied()
    }

    /// The records of a unit.
    ///
    /// # Errors
    /// [`Unstorable`] if a smaller layer has no value for a position.
    pub(super) fn run(
        &self,
        domain: &LeadDomain,
        unit: &Unit,
        records: &mut [LeadRecord],
    ) -> Result<(), Unstorable> {
        for (rank, record) in unit.ranks.clone().zip(records) {
            let mut ask =
                |asked: &CardTable| self.value(domain, asked).ok_or_else(Unanswered::default);
            let value =
                self.index.unrank(rank).and_then(|table| domain.backup(&table, &mut ask).ok());
            // Units are made of existing ranks, and smaller layers hold all positions asked for.
            let reason = || Unstorable { rank, reason: "a smaller layer lacks a value".to_owned() };
            *record = LeadRecord::of(value.ok_or_else(reason)?);
        }
        Ok(())
    }

    /// Bytes that the smaller layers take.
    pub(super) fn bytes(domain: &LeadDomain, layer: LayerId) -> u64 {
        domain.layers()[..layer.0].iter().map(Layer::positions).sum::<u64>() + (1 << 20)
    }
}
