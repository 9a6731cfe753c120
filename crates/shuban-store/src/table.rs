//! Reading of a table.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use shuban_core::erased::Columns;

use crate::error::Error;
use crate::run::{OpenFile, Run};
use shuban_probe::container::{BlockLayout, ColumnEntry, SectionKind, records_per_block};

/// A table of an open file: fixed-width columns over a range of records. Cloning it is cheap, and
/// it keeps the file open.
#[derive(Clone)]
pub struct Table {
    file: Arc<OpenFile>,
    section: usize,
    rows: u64,
    columns: Arc<[ColumnEntry]>,
    full: BlockLayout,
    last: BlockLayout,
}

/// A block of a table, and the checksum of its stored bytes (`sum` in `docs/format.md`): these
/// identify the bytes that a value was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockSum {
    /// The number of the block in the table, from 0.
    pub number: u64,
    /// Its checksum.
    pub checksum: u64,
}

impl Table {
    pub(crate) fn new(file: &Arc<OpenFile>, section: usize) -> Option<Self> {
        let SectionKind::Table { rows, columns } = &file.manifest.sections.get(section)?.kind
        else {
            return None;
        };
        let widths = || columns.iter().map(|column| column.bits);
        let per_block = records_per_block(widths(), file.block_size);
        let in_last = match rows % per_block {
            0 => per_block,
            rest => rest,
        };
        Some(Table {
            section,
            rows: *rows,
            columns: columns.as_slice().into(),
            full: BlockLayout::new(widths(), per_block as usize),
            last: BlockLayout::new(widths(), in_last as usize),
            file: Arc::clone(file),
        })
    }

    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.file.manifest.sections[self.section].name
    }

    /// Returns its file.
    pub fn path(&self) -> &Path {
        &self.file.path
    }

    /// Returns the number of records.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the columns.
    pub fn columns(&self) -> &[ColumnEntry] {
        &self.columns
    }

    /// Returns the number of records of a block; the last one may hold fewer.
    pub fn records_per_block(&self) -> u64 {
        self.full.records() as u64
    }

    /// Reads the record of a rank into `row`, one raw number a column. It reads at most one block.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] from `rows()` on; [`Error::Misuse`] if `row` is not as long as
    /// `columns()`; [`Error::Damaged`]; environment errors.
    #[inline]
    pub fn row(&self, rank: u64, row: &mut [u64]) -> Result<(), Error> {
        if rank >= self.rows {
            return Err(self.out_of_range(rank));
        }
        if row.len() != self.columns.len() {
            let reason = format!("room for {} numbers of a record", row.len());
            return Err(Error::misuse(self.name(), reason));
        }
        let per_block = self.full.records() as u64;
        let (block, record) = (rank / per_block, (rank % per_block) as usize);
        let layout = self.layout(block);
        let run = self.run();
        run.with_block(block, layout.len(), |bytes| layout.row(bytes, record, row))
    }

    /// Returns the block that holds the record of a rank, and its checksum.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] from `rows()` on; [`Error::Damaged`]; environment errors.
    pub fn block_of(&self, rank: u64) -> Result<BlockSum, Error> {
        if rank >= self.rows {
            return Err(self.out_of_range(rank));
        }
        let number = rank / self.full.records() as u64;
        let checksum = self.run().checksum(number)?;
        Ok(BlockSum { number, checksum })
    }

    /// Returns the blocks.
    pub(crate) fn run(&self) -> Run<'_> {
        self.file.run(self.section, 0)
    }

    fn layout(&self, block: u64) -> &BlockLayout {
        if block == (self.rows - 1) / self.full.records() as u64 { &self.last } else { &self.full }
    }

    /// Reads the records of a range of ranks in order, block by block, without the cache. Use it to
    /// load a table.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for a range beyond `rows()`; [`Error::Damaged`]; environment errors;
    /// and the first error of `each`.
    pub fn try_for_each_chunk<E: From<Error>>(
        &self,
        ranks: Range<u64>,
        mut each: impl FnMut(&Columns<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        if ranks.end > self.rows {
            return Err(self.out_of_range(ranks.end - 1).into());
        }
        let per_block = self.full.records() as u64;
        let run = self.run();
        let (mut block, mut values) = (Vec::new(), Vec::new());
        let mut rank = ranks.start;
        while rank < ranks.end {
            let number = rank / per_block;
            run.expect_next(number, ranks.end.div_ceil(per_block), rank == ranks.start)?;
            let layout = self.layout(number);
            run.load(number, layout.len(), &mut block)?;
            layout.decode(&block, &mut values);
            let start = number * per_block;
            let end = ranks.end.min(start + layout.records() as u64);
            let records = (rank - start) as usize..(end - start) as usize;
            each(&Columns::new(rank, records, layout.records(), &values))?;
            rank = end;
        }
        Ok(())
    }

    /// Reads the records of a range of ranks in order.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for a range beyond `rows()`; [`Error::Damaged`]; environment errors.
    pub fn for_each_row(
        &self,
        ranks: Range<u64>,
        mut each: impl FnMut(u64, &[u64]),
    ) -> Result<(), Error> {
        let mut row = vec![0; self.columns.len()];
        self.try_for_each_chunk(ranks, |chunk| {
            for record in 0..chunk.len() {
                for (column, value) in row.iter_mut().enumerate() {
                    *value = chunk.column(column)[record];
                }
                each(chunk.first + record as u64, &row);
            }
            Ok(())
        })
    }

    fn out_of_range(&self, index: u64) -> Error {
        Error::OutOfRange { section: self.name().to_owned(), index, len: self.rows }
    }
}
