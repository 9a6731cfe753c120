//! All values of a layer at once, and how often the values of single cards are still right.

use shuban_core::{
    Class, Dictionary, Domain, FinishedTables, Histogram, Index, IndexError, Layer, LayerId,
    PartId, Tabulate, Unanswered, Unit, Units, Unstorable, Winners, Workers,
};

use super::domain::OpenLeads;
use super::game::OpenDaihinmin;
use super::single::SingleCards;
use super::table::OpenTable;
use crate::leads::{LeadGame, LeadIndex, LeadRecord};

/// The values of all layers with fewer cards.
pub struct OpenPlan {
    /// Of the layer itself.
    index: LeadIndex<OpenDaihinmin>,
    /// By layer.
    earlier: Vec<(LeadIndex<OpenDaihinmin>, Vec<Winners>)>,
}

impl OpenPlan {
    fn value(&self, domain: &OpenLeads, table: &OpenTable) -> Option<Winners> {
        let (index, values) = self.earlier.get(domain.locate(table)?.layer.0)?;
        values.get(index.rank(table)? as usize).copied()
    }
}

/// Every position is played on until nobody has passed, and what it comes to looked up in memory.
impl Tabulate for OpenLeads {
    type Plan = OpenPlan;
    type Scratch = ();

    fn units(&self, part: PartId) -> Result<Units, IndexError> {
        Ok(self.cut(part.layer).lengths())
    }

    fn plan(
        &self,
        layer: LayerId,
        finished: &dyn FinishedTables<LeadRecord, Winners>,
        _: &dyn Workers,
    ) -> Result<OpenPlan, Unanswered> {
        let mut earlier = Vec::new();
        for layer in (0..layer.0).map(LayerId) {
            let index = self.lead_index(layer);
            let mut values = Vec::with_capacity(index.len() as usize);
            finished.records(PartId { layer, part: 0 }, 0..index.len(), &mut |records| {
                values.extend(records.iter().map(|record| record.winners()));
            })?;
            earlier.push((index, values));
        }
        Ok(OpenPlan { index: self.lead_index(layer), earlier })
    }

    fn scratch(&self, _: &OpenPlan) {}

    fn run(
        &self,
        plan: &OpenPlan,
        unit: &Unit,
        (): &mut (),
        records: &mut [LeadRecord],
    ) -> Result<(), Unstorable> {
        for (rank, record) in unit.ranks.clone().zip(records) {
            let mut ask =
                |asked: &OpenTable| plan.value(self, asked).ok_or_else(Unanswered::default);
            let value =
                plan.index.unrank(rank).and_then(|table| self.backup(&table, &mut ask).ok());
            // Units are made of ranks that there are, and smaller layers hold all that is asked
            // for.
            let reason = || Unstorable { rank, reason: "a smaller layer lacks a value".to_owned() };
            *record = LeadRecord::of(value.ok_or_else(reason)?);
        }
        Ok(())
    }

    fn bytes(&self, layer: LayerId, _: usize) -> u64 {
        self.layers()[..layer.0].iter().map(Layer::positions).sum::<u64>() + (1 << 20)
    }

    fn histogram_columns(&self) -> &'static [&'static str] {
        OpenDaihinmin::COLUMNS
    }

    fn count(
        &self,
        unit: &Unit,
        records: &[LeadRecord],
        _: &Dictionary<Winners>,
        histogram: &mut Histogram,
    ) {
        let (numbering, cards) = (self.numbering(), self.cards(unit.part.layer));
        let single = self.references[unit.part.layer.0]
            .get_or_init(|| SingleCards::new(self.rules(), cards));
        let Some(single) = single else { return };
        let mut rest = records;
        let mut rank = unit.ranks.start;
        while let Some((word, _)) = numbering.unrank(cards, rank).filter(|_| !rest.is_empty()) {
            let Some(deal) = numbering.rank(cards, &word) else { return };
            let (sets, others) = rest.split_at(deal.leads);
            let class = single.class(numbering.alphabet(), &word, sets);
            for (lead, leads) in [("weakest", 1), ("other", deal.leads as u64 - 1)] {
                histogram.add([&class[..], &[Class::from(lead)]].concat(), leads);
            }
            rank += deal.leads as u64;
            rest = others;
        }
    }
}
