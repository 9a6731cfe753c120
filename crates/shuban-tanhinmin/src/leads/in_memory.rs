//! Layers computed in memory: for comparisons, counts and figures without files.

use std::sync::{Mutex, PoisonError};

use shuban_core::tabulate::{FinishedTables, NoFinishedTables, OneThread, Unit, Workers};
use shuban_core::{Dictionary, Histogram, LayerId, PartId, Tabulate, Unanswered, Winners};

use super::domain::LeadDomain;
use super::record::LeadRecord;

impl LeadDomain {
    /// All records of a layer of single cards in the order of leads, computed on this thread; no
    /// other layer is needed.
    ///
    /// ```
    /// use shuban_tanhinmin::{CardRules, LeadDomain};
    ///
    /// let leads = LeadDomain::new(CardRules::tanhinmin(3)?)?;
    /// let records = leads.records(leads.layer(8).unwrap()).unwrap();
    /// let wins = records.iter().filter(|record| record.wins()).count();
    /// assert_eq!((records.len(), wins), (149_500, 51_714));
    /// # Ok::<_, shuban_tanhinmin::RulesError>(())
    /// ```
    ///
    /// # Errors
    /// [`Unanswered`] if sets are played: those layers ask smaller ones.
    pub fn records(&self, layer: LayerId) -> Result<Vec<LeadRecord>, Unanswered> {
        self.tabulated(layer, &NoFinishedTables, &OneThread)
    }

    /// All records of a layer in the order of leads; `finished` are the smaller layers.
    ///
    /// # Errors
    /// [`Unanswered`] if a smaller layer misses a value, or the workers are interrupted.
    pub fn tabulated(
        &self,
        layer: LayerId,
        finished: &dyn FinishedTables<LeadRecord, Winners>,
        workers: &dyn Workers,
    ) -> Result<Vec<LeadRecord>, Unanswered> {
        let leads = self.numbering().leads(self.cards(layer)) as usize;
        let all = Mutex::new(vec![LeadRecord::of(Winners::NOBODY); leads]);
        self.each_unit(layer, finished, workers, &|unit, records| {
            let ranks = unit.ranks.start as usize..unit.ranks.end as usize;
            all.lock().unwrap_or_else(PoisonError::into_inner)[ranks].copy_from_slice(records);
        })?;
        Ok(all.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Computes a layer unit by unit, in any order, and passes the records of each to `each`;
    /// `finished` are the smaller layers.
    ///
    /// # Errors
    /// [`Unanswered`] if a smaller layer misses a value, or the workers are interrupted.
    pub fn each_unit(
        &self,
        layer: LayerId,
        finished: &dyn FinishedTables<LeadRecord, Winners>,
        workers: &dyn Workers,
        each: &(dyn Fn(&Unit, &[LeadRecord]) + Sync),
    ) -> Result<(), Unanswered> {
        let plan = self.plan(layer, finished, workers)?;
        let units: Vec<Unit> = self.all_units(layer).collect();
        workers.each(units.len(), &|number| {
            let unit = &units[number];
            let mut records = vec![LeadRecord::of(Winners::NOBODY); unit.len()];
            self.run(&plan, unit, &mut self.scratch(&plan), &mut records)
                .map_err(Unanswered::because)?;
            each(unit, &records);
            Ok(())
        })
    }

    /// The number of leads of each class among all records of a layer.
    ///
    /// # Errors
    /// [`Unanswered`] if the number of records is wrong.
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
