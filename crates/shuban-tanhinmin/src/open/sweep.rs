//! All values of a layer at once, and how often the values of single cards are still right.

use shuban_core::{
    Dictionary, Domain, FinishedTables, Histogram, Index, IndexError, LayerId, PartId, Tabulate,
    Unanswered, Unit, Units, Unstorable, Winners, Workers,
};

use super::domain::{OpenIndex, OpenLeads};
use super::single::SingleCards;
use super::table::OpenTable;
use crate::moments::Moments;
use crate::tanhinmin::LeadRecord;

/// The values of all layers with fewer cards.
pub struct OpenPlan {
    /// Of the layer itself.
    index: OpenIndex,
    /// By layer.
    earlier: Vec<(OpenIndex, Vec<Winners>)>,
}

/// Nothing is kept from one unit to the next.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenScratch;

impl OpenPlan {
    fn value(&self, domain: &OpenLeads, table: &OpenTable) -> Result<Winners, Unanswered> {
        let PartId { layer, .. } = domain.locate(table).ok_or_else(Unanswered::default)?;
        let (index, values) = self.earlier.get(layer.0).ok_or_else(Unanswered::default)?;
        let rank = index.rank(table).ok_or_else(Unanswered::default)?;
        values.get(rank as usize).copied().ok_or_else(Unanswered::default)
    }
}

/// Every position is played on until nobody has passed, and what it comes to looked up in memory.
impl Tabulate for OpenLeads {
    type Plan = OpenPlan;
    type Scratch = OpenScratch;

    fn units(&self, part: PartId) -> Result<Units, IndexError> {
        let cut = self.cut(part.layer);
        let leads = |unit| {
            let leads = cut.leads(unit);
            leads.end - leads.start
        };
        Ok(Units::of_lengths((0..cut.units()).map(leads)))
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

    fn scratch(&self, _: &OpenPlan) -> OpenScratch {
        OpenScratch
    }

    fn run(
        &self,
        plan: &OpenPlan,
        unit: &Unit,
        _: &mut OpenScratch,
        records: &mut [LeadRecord],
    ) -> Result<(), Unstorable> {
        for (rank, record) in unit.ranks.clone().zip(records) {
            let value = plan.index.unrank(rank).ok_or_else(Unanswered::default).and_then(|table| {
                self.backed_up(&table, &mut |asked: &OpenTable| plan.value(self, asked))
            });
            // Units are made of ranks that there are, and smaller layers hold all that is asked
            // for.
            let reason =
                |_| Unstorable { rank, reason: "a smaller layer lacks a value".to_owned() };
            *record = LeadRecord::of(value.map_err(reason)?);
        }
        Ok(())
    }

    fn bytes(&self, layer: LayerId, _: usize) -> u64 {
        let earlier = self.layers()[..layer.0].iter().flat_map(|layer| &layer.parts);
        earlier.filter_map(|part| part.positions).sum::<u64>() + (1 << 20)
    }

    /// Of the deal: whether its leader holds one card or more, what it has that Tanhinmin has not,
    /// its value, that of the same cards as single cards, and whether the lowest lead that wins by
    /// those does win. A deal has a row for its weakest lead, and one for each other.
    fn histogram_columns(&self) -> &'static [&'static str] {
        &["leader", "shape", "value", "single_card", "advice", "lead"]
    }

    fn count(
        &self,
        unit: &Unit,
        records: &[LeadRecord],
        _: &Dictionary<Winners>,
        histogram: &mut Histogram,
    ) {
        let cards = self.cards(unit.part.layer);
        let Some(single) = self.single_cards(unit.part.layer) else { return };
        let mut rank = unit.ranks.start;
        let mut rest = records;
        while let Some((word, _)) =
            self.numbering().unrank(cards, rank).filter(|_| !rest.is_empty())
        {
            let Some(deal) = self.numbering().rank(cards, &word) else { return };
            let (sets, others) = rest.split_at(deal.leads);
            let class = single.compare(self.numbering().alphabet(), &word, sets);
            histogram.add(class.row("weakest"), 1);
            histogram.add(class.row("other"), deal.leads as u64 - 1);
            rank += deal.leads as u64;
            rest = others;
        }
    }
}

/// The values of single cards of a layer, for comparison.
impl OpenLeads {
    pub(super) fn single_cards(&self, layer: LayerId) -> Option<&SingleCards> {
        self.single[layer.0]
            .get_or_init(|| SingleCards::new(self.rules(), self.cards(layer)))
            .as_ref()
    }
}
