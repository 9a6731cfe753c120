//! Records of a unit of a tabulation, of any type.

use std::any::Any;
use std::ops::Range;

use crate::record::{Column, Record};

use super::rows::Columns;

/// Records in memory, as a domain's [`Tabulate`](crate::Tabulate) writes them.
pub struct Records(Box<dyn ErasedRecords>);

trait ErasedRecords: Send + Sync {
    fn len(&self) -> usize;
    fn resize(&mut self, len: usize);
    fn to_columns(&self, places: Range<usize>, at: usize, stride: usize, columns: &mut [u64]);
    fn read(&mut self, at: usize, columns: &Columns<'_>);
    fn pick(&mut self, at: usize, from: &dyn Any, places: &[u32]) -> Result<(), usize>;
    fn any(&self) -> &dyn Any;
    fn any_mut(&mut self) -> &mut dyn Any;
}

/// Records of one domain have one type, and are never mixed between domains.
const OF_DOMAIN: &str = "the domain's own records";

impl<R: Record> ErasedRecords for Vec<R> {
    fn len(&self) -> usize {
        self.len()
    }

    fn resize(&mut self, len: usize) {
        self.resize(len, R::from_columns(&[0; Column::MOST][..R::columns().len()]));
        // Reused lists would otherwise all grow to the longest.
        self.shrink_to(len + len / 4);
    }

    fn to_columns(&self, places: Range<usize>, at: usize, stride: usize, columns: &mut [u64]) {
        let records = &self[places];
        let count = R::columns().len();
        if count == 1 {
            for (number, record) in columns[at..].iter_mut().zip(records) {
                record.to_columns(std::slice::from_mut(number));
            }
            return;
        }
        let mut row = [0; Column::MOST];
        for (place, record) in records.iter().enumerate() {
            record.to_columns(&mut row[..count]);
            for (column, number) in row[..count].iter().enumerate() {
                columns[column * stride + at + place] = *number;
            }
        }
    }

    fn read(&mut self, at: usize, columns: &Columns<'_>) {
        let records = &mut self[at..at + columns.len()];
        let count = R::columns().len();
        if count == 1 {
            for (record, number) in records.iter_mut().zip(columns.column(0)) {
                *record = R::from_columns(std::slice::from_ref(number));
            }
            return;
        }
        let mut row = [0; Column::MOST];
        for (place, record) in records.iter_mut().enumerate() {
            columns.row(place, &mut row[..count]);
            *record = R::from_columns(&row[..count]);
        }
    }

    fn pick(&mut self, at: usize, from: &dyn Any, places: &[u32]) -> Result<(), usize> {
        let from: &Self = from.downcast_ref().expect(OF_DOMAIN);
        for (number, (record, place)) in self[at..].iter_mut().zip(places).enumerate() {
            *record = *from.get(*place as usize).ok_or(number)?;
        }
        Ok(())
    }

    fn any(&self) -> &dyn Any {
        self
    }

    fn any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

impl Records {
    pub(super) fn new<R: Record>() -> Self {
        Records(Box::new(Vec::<R>::new()))
    }

    pub(super) fn of<R: Record>(records: Vec<R>) -> Self {
        Records(Box::new(records))
    }

    pub(super) fn typed<R: Record>(&self) -> &Vec<R> {
        self.0.any().downcast_ref().expect(OF_DOMAIN)
    }

    pub(super) fn typed_mut<R: Record>(&mut self) -> &mut Vec<R> {
        self.0.any_mut().downcast_mut().expect(OF_DOMAIN)
    }

    /// Returns the number of records.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Changes the number of records; new ones have unspecified contents.
    pub fn resize(&mut self, len: usize) {
        self.0.resize(len);
    }

    /// Writes records column by column: number `i` of a column `c` to `columns[c * stride + at + i]`.
    ///
    /// # Panics
    /// If there are no such records, or `columns` is too short.
    pub fn to_columns(&self, places: Range<usize>, at: usize, stride: usize, columns: &mut [u64]) {
        self.0.to_columns(places, at, stride, columns);
    }

    /// Replaces the records from `at` on by those of a table.
    ///
    /// # Panics
    /// If there are not as many.
    pub fn read(&mut self, at: usize, columns: &Columns<'_>) {
        self.0.read(at, columns);
    }

    /// Replaces the records from `at` on by those at these places of another list of the same domain.
    ///
    /// # Errors
    /// The number of the first place that the other list does not have.
    pub fn pick(&mut self, at: usize, from: &Records, places: &[u32]) -> Result<(), usize> {
        self.0.pick(at, from.0.any(), places)
    }
}
