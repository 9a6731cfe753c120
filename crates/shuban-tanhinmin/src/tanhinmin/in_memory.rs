//! Layers computed in memory: what is compared, counted or published without files.

use shuban_core::{
    Dictionary, Histogram, LayerId, NoFinishedTables, OneThread, PartId, Tabulate, Unanswered,
    Unit, Winners,
};

use super::domain::SingleLeads;
use crate::leads::LeadRecord;

impl SingleLeads {
    /// All records of a layer in the order of leads, computed on this thread; no other layer is
    /// needed.
    ///
    /// ```
    /// use shuban_tanhinmin::{CardRules, SingleLeads};
    ///
    /// let leads = SingleLeads::new(CardRules::new(3)?)?;
    /// let records = leads.records(leads.layer(8).unwrap()).unwrap();
    /// let wins = records.iter().filter(|record| record.wins()).count();
    /// assert_eq!((records.len(), wins), (149_500, 51_714));
    /// # Ok::<_, shuban_tanhinmin::RulesError>(())
    /// ```
    ///
    /// # Errors
    /// [`Unanswered`] never, so far: the sweep asks for nothing.
    pub fn records(&self, layer: LayerId) -> Result<Vec<LeadRecord>, Unanswered> {
        let plan = self.plan(layer, &NoFinishedTables, &OneThread)?;
        let mut scratch = self.scratch(&plan);
        let mut records = Vec::with_capacity(self.numbering().leads(self.cards(layer)) as usize);
        for unit in self.all_units(layer) {
            records.resize(unit.ranks.end as usize, LeadRecord::of(Winners::NOBODY));
            let of_unit = &mut records[unit.ranks.start as usize..];
            self.run(&plan, &unit, &mut scratch, of_unit).map_err(Unanswered::because)?;
        }
        Ok(records)
    }

    /// How many leads of each class there are among all records of a layer.
    ///
    /// # Errors
    /// [`Unanswered`] if these are not as many.
    pub fn histogram(
        &self,
        layer: LayerId,
        records: &[LeadRecord],
    ) -> Result<Histogram, Unanswered> {
        let mut histogram = Histogram::default();
        for unit in self.all_units(layer) {
            let ranks = unit.ranks.start as usize..unit.ranks.end as usize;
            let of_unit = records.get(ranks).ok_or_else(Unanswered::default)?;
            self.count(&unit, of_unit, &Dictionary::default(), &mut histogram);
        }
        Ok(histogram)
    }

    fn all_units(&self, layer: LayerId) -> impl Iterator<Item = Unit> {
        let units = self.cut(layer).lengths();
        let part = PartId { layer, part: 0 };
        (0..units.len()).map(move |number| Unit { part, number, ranks: units.ranks(number) })
    }
}
