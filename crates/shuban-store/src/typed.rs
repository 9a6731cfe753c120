//! A table as records of one type.

use std::ops::Range;

use shuban_core::{Coarse, Column, Record};

use crate::error::Error;
use crate::table::Table;
use shuban_probe::container::ColumnEntry;

/// A table as records of one type, or of their [coarse](Record::coarse) form.
#[derive(Clone)]
pub struct TypedTable<R> {
    table: Table,
    coarse: Option<Coarse<R>>,
}

/// Number of columns of most records, which are read into less memory.
const FEW: usize = 8;

impl<R: Record> TypedTable<R> {
    pub(crate) fn new(table: Table) -> Result<Self, Error> {
        let coarse = R::coarse();
        let is_coarse = is_coarse(&table, R::columns(), coarse.map(|coarse| coarse.columns))?;
        Ok(TypedTable { table, coarse: coarse.filter(|_| is_coarse) })
    }

    /// Returns true if it holds records in their coarse form.
    pub fn is_coarse(&self) -> bool {
        self.coarse.is_some()
    }

    #[inline]
    fn record(&self, row: &[u64]) -> R {
        match self.coarse {
            None => R::from_columns(row),
            Some(coarse) => (coarse.from_columns)(row),
        }
    }

    /// Returns the table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the number of records.
    pub fn len(&self) -> u64 {
        self.table.rows()
    }

    /// Returns the record of a rank.
    ///
    /// # Errors
    /// As [`Table::row`].
    #[inline]
    pub fn get(&self, rank: u64) -> Result<R, Error> {
        match self.table.columns().len() {
            columns @ 0..=FEW => self.read(rank, &mut [0; FEW][..columns]),
            columns => self.read(rank, &mut [0; Column::MOST][..columns]),
        }
    }

    #[inline]
    fn read(&self, rank: u64, row: &mut [u64]) -> Result<R, Error> {
        self.table.row(rank, row)?;
        Ok(self.record(row))
    }

    /// Reads the records of a range of ranks in order, without the cache.
    ///
    /// # Errors
    /// As [`Table::for_each_row`].
    pub fn for_each(&self, ranks: Range<u64>, mut each: impl FnMut(u64, R)) -> Result<(), Error> {
        self.table.for_each_row(ranks, |rank, row| each(rank, self.record(row)))
    }

    /// Reads the records of a range of ranks in order, without the cache, about a block at a time.
    /// This is the fastest way.
    ///
    /// # Errors
    /// As [`Table::for_each_row`].
    pub fn for_each_piece(
        &self,
        ranks: Range<u64>,
        each: &mut dyn FnMut(&[R]),
    ) -> Result<(), Error> {
        self.try_for_each_piece(ranks, |piece| {
            each(piece);
            Ok(())
        })
    }

    /// Reads pieces likewise, until `each` returns an error.
    ///
    /// # Errors
    /// As [`Table::try_for_each_chunk`].
    pub fn try_for_each_piece<E: From<Error>>(
        &self,
        ranks: Range<u64>,
        mut each: impl FnMut(&[R]) -> Result<(), E>,
    ) -> Result<(), E> {
        let columns = self.table.columns().len();
        let mut records = Vec::new();
        self.table.try_for_each_chunk(ranks, |chunk| {
            records.clear();
            if columns == 1 {
                records.extend(chunk.column(0).iter().map(|&value| self.record(&[value])));
            } else {
                let mut row = [0; Column::MOST];
                records.extend((0..chunk.len()).map(|record| {
                    (0..columns).for_each(|column| row[column] = chunk.column(column)[record]);
                    self.record(&row[..columns])
                }));
            }
            each(&records)
        })
    }

    /// Reads all records into memory.
    ///
    /// # Errors
    /// As [`Table::for_each_row`].
    pub fn read_all(&self) -> Result<Vec<R>, Error> {
        // Grows as blocks are decoded, so that a forged row count cannot allocate memory.
        let mut records = Vec::new();
        self.for_each_piece(0..self.len(), &mut |piece| records.extend_from_slice(piece))?;
        Ok(records)
    }
}

/// Returns true if a table has the columns of the coarse form of its records, and not their own.
///
/// # Errors
/// [`Error::OtherColumns`] if it has neither.
pub fn is_coarse(
    table: &Table,
    columns: &[Column],
    coarse: Option<&[Column]>,
) -> Result<bool, Error> {
    let has = |columns: &[Column]| {
        let columns = columns.iter().map(ColumnEntry::from);
        columns.len() <= Column::MOST && columns.eq(table.columns().iter().cloned())
    };
    if has(columns) {
        return Ok(false);
    }
    if coarse.is_some_and(has) {
        return Ok(true);
    }
    let expected: Vec<ColumnEntry> = columns.iter().map(ColumnEntry::from).collect();
    Err(Error::OtherColumns {
        section: table.name().to_owned(),
        expected: names(&expected),
        found: names(table.columns()),
    })
}

fn names(columns: &[ColumnEntry]) -> String {
    let each = columns
        .iter()
        .map(|column| format!("{}:{}:{:?}", column.name, column.bits, column.codec()));
    each.collect::<Vec<_>>().join(", ")
}
