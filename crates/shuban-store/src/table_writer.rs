//! Writing of a table, block by block.

use shuban_core::Record;

use crate::content::SectionHasher;
use crate::encode::{EncodedBlocks, StagedBlock, TableEncoder};
use crate::error::Error;
use crate::output::{Output, RunBuilder};
use shuban_probe::container::{ColumnEntry, SectionKind};

/// A writer of a table's records in order. End it with [`finish`](TableWriter::finish).
pub struct TableWriter<'w> {
    output: &'w mut Output,
    rows: u64,
    run: RunBuilder,
    hasher: SectionHasher,
    staged: StagedBlock,
}

impl<'w> TableWriter<'w> {
    pub(crate) fn new(
        output: &'w mut Output,
        name: &str,
        columns: Vec<ColumnEntry>,
        rows: u64,
    ) -> Self {
        TableWriter {
            run: output.begin_run(0),
            hasher: SectionHasher::table(name, &columns),
            staged: StagedBlock::new(name, columns, output.block_size),
            output,
            rows,
        }
    }

    /// Appends one record: one number a column.
    ///
    /// # Errors
    /// [`Error::Misuse`] for a wrong count of numbers, or at the end of a block for a number wider
    /// than its column; environment errors.
    pub fn push(&mut self, row: &[u64]) -> Result<(), Error> {
        if row.len() != self.staged.columns.len() {
            return Err(self.misuse(format!("a record of {} numbers", row.len())));
        }
        self.staged.push(row);
        if self.block_room() == 0 { self.flush() } else { Ok(()) }
    }

    /// Appends many records.
    ///
    /// # Errors
    /// As [`push`](TableWriter::push); [`Error::Misuse`] if `R` has other columns than the table.
    pub fn push_records<R: Record>(
        &mut self,
        records: impl IntoIterator<Item = R>,
    ) -> Result<(), Error> {
        self.staged.check_type::<R>()?;
        let mut row = vec![0; self.staged.columns.len()];
        for record in records {
            record.to_columns(&mut row);
            self.push(&row)?;
        }
        Ok(())
    }

    /// Returns the number of records that still fit into the block being filled.
    pub fn block_room(&self) -> usize {
        self.staged.records() - self.staged.filled
    }

    /// Writes the staged records as a block. None are staged afterwards, even after an error, which
    /// [`finish`](TableWriter::finish) then detects by the missing records.
    fn flush(&mut self) -> Result<(), Error> {
        let room = self.make_room(self.staged.filled);
        let appended =
            room.and_then(|()| self.output.append_block(&mut self.run, self.staged.encode()?));
        if appended.is_ok() {
            self.staged.hash(&mut self.hasher);
        }
        self.staged.filled = 0;
        appended
    }

    /// Checks that another block may follow the ones before.
    fn make_room(&self, records: usize) -> Result<(), Error> {
        let before = self.hasher.count();
        if !before.is_multiple_of(self.staged.records() as u64) {
            return Err(self.misuse("records behind a block that is not full"));
        }
        if before + records as u64 > self.rows {
            return Err(self.misuse(format!("more than the {} records announced", self.rows)));
        }
        Ok(())
    }

    /// Returns an encoder of this table's blocks for [`append`](TableWriter::append), to use on
    /// another thread.
    pub fn encoder(&self) -> TableEncoder {
        TableEncoder::new(&self.staged, self.output.compression)
    }

    /// Appends blocks that an [`encoder`](TableWriter::encoder) of this table made.
    ///
    /// # Errors
    /// [`Error::Misuse`] if the earlier records do not fill whole blocks, or if there are more
    /// records than announced; environment errors.
    pub fn append(&mut self, encoded: &EncodedBlocks) -> Result<(), Error> {
        if self.staged.filled > 0 {
            return Err(self.misuse("blocks behind one that is not full"));
        }
        self.make_room(encoded.records)?;
        self.hasher.content(encoded.records, &encoded.content);
        let mut at = 0;
        for &(len, is_compressed) in &encoded.blocks {
            let stored = &encoded.stored[at..at + len];
            self.output.append_stored(&mut self.run, is_compressed, stored)?;
            at += len;
        }
        Ok(())
    }

    /// Ends the table.
    ///
    /// # Errors
    /// [`Error::Misuse`] if there were fewer records than announced; as
    /// [`push`](TableWriter::push).
    pub fn finish(mut self) -> Result<(), Error> {
        if self.staged.filled > 0 {
            self.flush()?;
        }
        let (rows, found) = (self.rows, self.hasher.count());
        if found != rows {
            return Err(self.misuse(format!("{found} records, and {rows} were announced")));
        }
        let StagedBlock { name, columns, .. } = self.staged;
        let kind = SectionKind::Table { rows, columns };
        self.output.end_section(name, kind, self.hasher.finish(), vec![self.run])
    }

    fn misuse(&self, reason: impl Into<String>) -> Error {
        Error::misuse(&self.staged.name, reason)
    }
}
