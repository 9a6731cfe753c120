//! Tabulations by numbers.

use std::any::Any;
use std::marker::PhantomData;
use std::ops::Range;

use crate::dictionary::Dictionary;
use crate::domain::{Domain, LayerId, PartId, Unanswered};
use crate::histogram::Histogram;
use crate::index::IndexError;
use crate::record::{Column, Record};
use crate::tabulate::{FinishedTables, Tabulate, Unit, Units, Unstorable, Workers};

use super::dictionary::LayerDictionary;
use super::records::Records;
use super::rows::SolvedRows;
use super::tables::Tables;

/// A domain with a tabulation whose types are erased: every [`Tabulate`] is one.
pub trait TabulateTables: Tables {
    /// Returns [`Tabulate::units`].
    ///
    /// # Errors
    /// [`IndexError`] if the part cannot be numbered.
    fn units_of(&self, part: PartId) -> Result<Units, IndexError>;

    /// Prepares the computation of a layer: see [`Tabulate::plan`].
    ///
    /// # Errors
    /// [`Unanswered`] if a finished layer cannot be read, or the work was interrupted.
    fn plan_tabulation<'d>(
        &'d self,
        layer: LayerId,
        solved: &dyn SolvedRows,
        workers: &dyn Workers,
    ) -> Result<Box<dyn TabulatePlan + 'd>, Unanswered>;

    /// Returns [`Tabulate::bytes`].
    fn bytes_of_tabulation(&self, layer: LayerId, threads: usize) -> u64;

    /// Returns [`Tabulate::scratch_file_bytes`].
    fn scratch_file_of_tabulation(&self, layer: LayerId) -> u64;

    /// Returns [`Tabulate::checkpoint_positions`].
    fn positions_of_checkpoint(&self) -> u64;

    /// Returns [`Tabulate::histogram_columns`].
    fn class_columns(&self) -> &'static [&'static str];

    /// Counts the positions of a unit by class: see [`Tabulate::count`].
    fn count_classes(
        &self,
        unit: &Unit,
        records: &Records,
        dictionary: &LayerDictionary,
        histogram: &mut Histogram,
    );
}

/// The plan of a layer's tabulation.
pub trait TabulatePlan: Send + Sync {
    /// Makes working memory for one thread.
    fn scratch(&self) -> Box<dyn Any + Send>;

    /// Computes a unit with [working memory](TabulatePlan::scratch) of this plan: `records` gets as
    /// many records as it has ranks.
    ///
    /// # Errors
    /// [`Unstorable`] for a value that no record stands for.
    fn run(
        &self,
        unit: &Unit,
        scratch: &mut dyn Any,
        records: &mut Records,
    ) -> Result<(), Unstorable>;

    /// Returns the id of the value of a record that `run` wrote; a new value is appended to the
    /// dictionary. `None` if the record stands for no value.
    fn intern(
        &self,
        records: &Records,
        place: usize,
        dictionary: &mut LayerDictionary,
    ) -> Option<u32>;
}

struct Planned<'d, T: Tabulate> {
    domain: &'d T,
    plan: T::Plan,
}

/// Working memory is only passed to the plan that made it.
const OF_PLAN: &str = "working memory of this plan";

impl<T: Tabulate> TabulatePlan for Planned<'_, T> {
    fn scratch(&self) -> Box<dyn Any + Send> {
        Box::new(self.domain.scratch(&self.plan))
    }

    fn run(
        &self,
        unit: &Unit,
        scratch: &mut dyn Any,
        records: &mut Records,
    ) -> Result<(), Unstorable> {
        records.resize(unit.len());
        let scratch = scratch.downcast_mut().expect(OF_PLAN);
        self.domain.run(&self.plan, unit, scratch, records.typed_mut::<T::Record>())
    }

    fn intern(
        &self,
        records: &Records,
        place: usize,
        dictionary: &mut LayerDictionary,
    ) -> Option<u32> {
        let value = self.domain.value(&self.plan, records.typed::<T::Record>()[place])?;
        let dictionary: &mut Dictionary<T::Value> = dictionary.typed_mut();
        // Two records may stand for one value, if threads reached it at the same moment.
        let id = dictionary.id(&value).unwrap_or(dictionary.len() as u32);
        dictionary.push(value);
        Some(id)
    }
}

impl<T: Tabulate> TabulateTables for T {
    fn units_of(&self, part: PartId) -> Result<Units, IndexError> {
        self.units(part)
    }

    fn plan_tabulation<'d>(
        &'d self,
        layer: LayerId,
        solved: &dyn SolvedRows,
        workers: &dyn Workers,
    ) -> Result<Box<dyn TabulatePlan + 'd>, Unanswered> {
        let solved = SolvedRecords::<T> { rows: solved, domain: PhantomData };
        Ok(Box::new(Planned { domain: self, plan: self.plan(layer, &solved, workers)? }))
    }

    fn bytes_of_tabulation(&self, layer: LayerId, threads: usize) -> u64 {
        self.bytes(layer, threads)
    }

    fn scratch_file_of_tabulation(&self, layer: LayerId) -> u64 {
        self.scratch_file_bytes(layer)
    }

    fn positions_of_checkpoint(&self) -> u64 {
        self.checkpoint_positions()
    }

    fn class_columns(&self) -> &'static [&'static str] {
        self.histogram_columns()
    }

    fn count_classes(
        &self,
        unit: &Unit,
        records: &Records,
        dictionary: &LayerDictionary,
        histogram: &mut Histogram,
    ) {
        self.count(unit, records.typed(), dictionary.typed(), histogram);
    }
}

/// Rows of finished layers as records.
pub struct SolvedRecords<'s, D> {
    rows: &'s dyn SolvedRows,
    domain: PhantomData<fn() -> D>,
}

impl<'s, D: Domain> SolvedRecords<'s, D> {
    /// Creates the records that rows of a domain's layers stand for.
    pub fn new(rows: &'s dyn SolvedRows) -> Self {
        SolvedRecords { rows, domain: PhantomData }
    }
}

impl<D: Domain> FinishedTables<D::Record, D::Value> for SolvedRecords<'_, D> {
    fn records(
        &self,
        part: PartId,
        ranks: Range<u64>,
        each: &mut dyn FnMut(&[D::Record]),
    ) -> Result<(), Unanswered> {
        let count = D::Record::columns().len();
        let mut records = Vec::new();
        self.rows.columns(part, ranks, &mut |columns| {
            records.clear();
            if count == 1 {
                let numbers = columns.column(0).iter();
                records.extend(
                    numbers.map(|number| D::Record::from_columns(std::slice::from_ref(number))),
                );
            } else {
                let mut row = [0; Column::MOST];
                records.extend((0..columns.len()).map(|place| {
                    columns.row(place, &mut row[..count]);
                    D::Record::from_columns(&row[..count])
                }));
            }
            each(&records);
        })
    }

    fn dictionary(&self, layer: LayerId) -> Result<&Dictionary<D::Value>, Unanswered> {
        Ok(self.rows.dictionary(layer)?.typed())
    }
}
