//! The rows of a part, as a file stores them.

use std::ops::Range;

use shuban_core::erased::Tables;
use shuban_store::{Database, Table, is_coarse};

use crate::error::Error;

/// The rows of a part, in their own form or a coarse one.
pub(crate) struct PartTable {
    pub(crate) table: Table,
    pub(crate) is_coarse: bool,
}

impl PartTable {
    pub(crate) fn open(
        domain: &dyn Tables,
        database: &Database,
        name: &str,
    ) -> Result<Self, Error> {
        let table = database.table(name)?;
        let is_coarse = is_coarse(&table, domain.columns(), domain.coarse_columns())?;
        Ok(PartTable { table, is_coarse })
    }
}

/// The rows of a part that other layers ask for.
pub(crate) struct Exits {
    /// Each range of ranks, and the place of its first one in the table.
    ranges: Vec<(Range<u64>, u64)>,
    table: PartTable,
}

impl Exits {
    /// Creates those of a compact file in [`Domain::exits`](shuban_core::Domain::exits), `ranges`.
    ///
    /// # Errors
    /// The number of rows there are, and should be.
    pub(crate) fn new(ranges: Vec<Range<u64>>, table: PartTable) -> Result<Self, String> {
        let mut len = 0;
        let placed = ranges.into_iter().map(|range| {
            let first = len;
            len += range.end - range.start;
            (range, first)
        });
        let ranges = placed.collect();
        let rows = table.table.rows();
        if (rows, table.is_coarse) == (len, false) {
            return Ok(Exits { ranges, table });
        }
        Err(format!("`{}` has {rows} records, expected {len}", table.table.name()))
    }

    /// Returns the ranges of ranks.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = &Range<u64>> {
        self.ranges.iter().map(|(range, _)| range)
    }

    /// Reads the row of a rank, if it is one of these; returns false if it is not.
    ///
    /// # Errors
    /// If its block is damaged.
    pub(crate) fn row(&self, rank: u64, row: &mut [u64]) -> Result<bool, shuban_store::Error> {
        let after = self.ranges.partition_point(|(range, _)| range.start <= rank);
        let Some((range, first)) = after.checked_sub(1).map(|place| &self.ranges[place]) else {
            return Ok(false);
        };
        if !range.contains(&rank) {
            return Ok(false);
        }
        self.table.table.row(first + rank - range.start, row)?;
        Ok(true)
    }
}
