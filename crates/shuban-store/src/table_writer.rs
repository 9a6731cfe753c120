//! Writes a table, block by block.

use shuban_core::Record;

use crate::content::SectionHasher;
use crate::encode::{EncodedBlocks, TableEncoder, check_widths};
use crate::error::Error;
use crate::layout::{BlockLayout, records_per_block};
use crate::manifest::{ColumnEntry, SectionKind};
use crate::output::RunBuilder;
use crate::writer::Writer;

/// Writes a table's records in order. End it with [`finish`](TableWriter::finish).
pub struct TableWriter<'w> {
    writer: &'w mut Writer,
    name: String,
    columns: Vec<ColumnEntry>,
    rows: u64,
    run: RunBuilder,
    hasher: SectionHasher,
    full: BlockLayout,
    /// The records of the block being filled; column `c` from `c * full.records()` on.
    staged: Vec<u64>,
    filled: usize,
    block: Vec<u8>,
}

impl<'w> TableWriter<'w> {
    pub(crate) fn new(
        writer: &'w mut Writer,
        name: &str,
        columns: Vec<ColumnEntry>,
        rows: u64,
    ) -> Self {
        let widths = || columns.iter().map(|column| column.bits);
        let per_block = records_per_block(widths(), writer.block_size) as usize;
        TableWriter {
            run: writer.begin_run(0),
            hasher: SectionHasher::table(name, &columns),
            full: BlockLayout::new(widths(), per_block),
            staged: vec![0; per_block * columns.len()],
            filled: 0,
            block: Vec::new(),
            name: name.to_owned(),
            writer,
            columns,
            rows,
        }
    }

    /// Appends one record: one number a column.
    ///
    /// # Errors
    /// [`Error::Misuse`] for a wrong count of numbers, or at the end of a block for a number wider
    /// than its column; environment errors.
    pub fn push(&mut self, row: &[u64]) -> Result<(), Error> {
        if row.len() != self.columns.len() {
            return Err(self.misuse(format!("a record of {} numbers", row.len())));
        }
        let records = self.full.records();
        for (column, value) in row.iter().enumerate() {
            self.staged[column * records + self.filled] = *value;
        }
        self.advance(1)
    }

    /// Appends many records, one after the other.
    ///
    /// # Errors
    /// As [`push`](TableWriter::push).
    pub fn push_rows(&mut self, rows: &[u64]) -> Result<(), Error> {
        let columns = self.columns.len();
        if !rows.len().is_multiple_of(columns) {
            return Err(self.misuse(format!("{} numbers, which are no whole records", rows.len())));
        }
        self.fill(rows.len() / columns, |column, first, staged| {
            let values = rows[first * columns..].chunks_exact(columns);
            for (place, row) in staged.iter_mut().zip(values) {
                *place = row[column];
            }
        })
    }

    /// Appends many records, given column by column. This is the fastest way.
    ///
    /// # Errors
    /// As [`push`](TableWriter::push); [`Error::Misuse`] for columns of different lengths.
    pub fn push_columns<T: Copy + Into<u64>>(&mut self, columns: &[&[T]]) -> Result<(), Error> {
        let count = columns.first().map_or(0, |column| column.len());
        if columns.len() != self.columns.len() || columns.iter().any(|column| column.len() != count)
        {
            return Err(self.misuse(format!("{} columns, or of different lengths", columns.len())));
        }
        self.fill(count, |column, first, staged| {
            for (place, value) in staged.iter_mut().zip(&columns[column][first..]) {
                *place = (*value).into();
            }
        })
    }

    /// Appends many records.
    ///
    /// # Errors
    /// As [`push`](TableWriter::push); [`Error::Misuse`] if `R` has other columns than the table.
    pub fn push_records<R: Record>(
        &mut self,
        records: impl IntoIterator<Item = R>,
    ) -> Result<(), Error> {
        let expected: Vec<ColumnEntry> = R::columns().iter().map(ColumnEntry::from).collect();
        if expected != self.columns {
            return Err(self.misuse("records of other columns"));
        }
        let mut row = vec![0; self.columns.len()];
        for record in records {
            record.to_columns(&mut row);
            self.push(&row)?;
        }
        Ok(())
    }

    /// Stages `count` records; `copy(column, first, staged)` writes the column of the records from
    /// `first` on, as many as fit.
    fn fill(&mut self, count: usize, copy: impl Fn(usize, usize, &mut [u64])) -> Result<(), Error> {
        let records = self.full.records();
        let mut done = 0;
        while done < count {
            let fits = (records - self.filled).min(count - done);
            for (column, staged) in self.staged.chunks_exact_mut(records).enumerate() {
                copy(column, done, &mut staged[self.filled..self.filled + fits]);
            }
            done += fits;
            self.advance(fits)?;
        }
        Ok(())
    }

    fn advance(&mut self, records: usize) -> Result<(), Error> {
        self.filled += records;
        if self.filled == self.full.records() { self.flush() } else { Ok(()) }
    }

    /// Writes the staged records as a block.
    fn flush(&mut self) -> Result<(), Error> {
        let stride = self.full.records();
        check_widths(&self.name, &self.columns, &self.staged, stride, self.filled)?;
        self.make_room(self.filled)?;
        self.hasher.records(&self.columns, &self.staged, stride, self.filled);
        self.block.clear();
        if self.filled == stride {
            self.full.encode(&self.staged, stride, &mut self.block);
        } else {
            let widths = self.columns.iter().map(|column| column.bits);
            BlockLayout::new(widths, self.filled).encode(&self.staged, stride, &mut self.block);
        }
        self.filled = 0;
        self.writer.output.append_block(&mut self.run, &self.block)
    }

    fn make_room(&self, records: usize) -> Result<(), Error> {
        let before = self.hasher.count();
        if !before.is_multiple_of(self.full.records() as u64) {
            return Err(self.misuse("records behind a block that is not full"));
        }
        if before + records as u64 > self.rows {
            return Err(
                self.misuse(format!("more than the {} records that were announced", self.rows))
            );
        }
        Ok(())
    }

    /// An encoder of this table's blocks for [`append`](TableWriter::append), to use on another
    /// thread.
    ///
    /// # Errors
    /// [`Error::Misuse`] if `R` has other columns than the table.
    pub fn encoder<R: Record>(&self) -> Result<TableEncoder<R>, Error> {
        TableEncoder::new(&self.name, &self.columns, &self.full, self.writer.compression)
    }

    /// Appends blocks that an [`encoder`](TableWriter::encoder) of this table made.
    ///
    /// # Errors
    /// [`Error::Misuse`] if the earlier records do not fill whole blocks, or if there are more
    /// records than announced; environment errors.
    pub fn append(&mut self, encoded: &EncodedBlocks) -> Result<(), Error> {
        if self.filled > 0 {
            return Err(self.misuse("blocks behind one that is not full"));
        }
        self.make_room(encoded.records)?;
        self.hasher.content(encoded.records, &encoded.content);
        let mut at = 0;
        for &(len, is_compressed) in &encoded.blocks {
            let stored = &encoded.stored[at..at + len];
            self.writer.output.append_stored(&mut self.run, is_compressed, stored)?;
            at += len;
        }
        Ok(())
    }

    /// Ends the table.
    ///
    /// # Errors
    /// [`Error::Misuse`] if there were not as many records as announced; as
    /// [`push`](TableWriter::push).
    pub fn finish(mut self) -> Result<(), Error> {
        if self.filled > 0 {
            self.flush()?;
        }
        let (rows, found) = (self.rows, self.hasher.count());
        if found != rows {
            return Err(self.misuse(format!("{found} records, and {rows} were announced")));
        }
        let kind = SectionKind::Table { rows, columns: self.columns };
        self.writer.end(self.name, kind, self.hasher.finish(), vec![self.run])
    }

    fn misuse(&self, reason: impl Into<String>) -> Error {
        Error::misuse(&self.name, reason)
    }
}
