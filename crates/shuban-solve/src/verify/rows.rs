//! Rows of a part in memory, each column as narrow as its bits allow.

use shuban_core::Column;
use shuban_core::erased::Columns;

/// All rows of a part.
pub(super) struct RowsInMemory(Vec<Numbers>);

/// The numbers of a column.
enum Numbers {
    Bytes(Vec<u8>),
    Halves(Vec<u16>),
    Words(Vec<u32>),
    Longs(Vec<u64>),
}

impl RowsInMemory {
    /// Creates an empty list of rows of these columns, with room for `len`.
    pub(super) fn with_room(columns: &[Column], len: usize) -> Self {
        let numbers = columns.iter().map(|column| match column.bits {
            0..=8 => Numbers::Bytes(Vec::with_capacity(len)),
            9..=16 => Numbers::Halves(Vec::with_capacity(len)),
            17..=32 => Numbers::Words(Vec::with_capacity(len)),
            _ => Numbers::Longs(Vec::with_capacity(len)),
        });
        RowsInMemory(numbers.collect())
    }

    /// Returns the bytes of a row of these columns.
    pub(super) fn bytes(columns: &[Column]) -> u64 {
        columns.iter().map(|column| u64::from(column.bits.div_ceil(8)).next_power_of_two()).sum()
    }

    /// Appends rows.
    pub(super) fn extend(&mut self, rows: &Columns<'_>) {
        for (column, numbers) in self.0.iter_mut().enumerate() {
            let new = rows.column(column).iter();
            match numbers {
                Numbers::Bytes(numbers) => numbers.extend(new.map(|&number| number as u8)),
                Numbers::Halves(numbers) => numbers.extend(new.map(|&number| number as u16)),
                Numbers::Words(numbers) => numbers.extend(new.map(|&number| number as u32)),
                Numbers::Longs(numbers) => numbers.extend(new),
            }
        }
    }

    /// Reads a row.
    #[inline]
    pub(super) fn row(&self, rank: usize, row: &mut [u64]) {
        for (number, numbers) in row.iter_mut().zip(&self.0) {
            *number = match numbers {
                Numbers::Bytes(numbers) => numbers[rank].into(),
                Numbers::Halves(numbers) => numbers[rank].into(),
                Numbers::Words(numbers) => numbers[rank].into(),
                Numbers::Longs(numbers) => numbers[rank],
            };
        }
    }
}
