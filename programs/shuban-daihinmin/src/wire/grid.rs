//! Tables as bytes.

use std::fmt;

/// The rows of a table: four suits, the joker and fifth cards, two rows of state, an unused one.
pub const ROWS: usize = 8;

/// The columns: strengths 0 to 14.
pub const COLUMNS: usize = 15;

/// The size of a table in bytes.
pub const TABLE_BYTES: usize = ROWS * COLUMNS * NUMBER_BYTES;

/// The size of a number in bytes.
pub const NUMBER_BYTES: usize = 4;

/// A table of the protocol: its cells by row and column.
#[derive(Clone, PartialEq, Eq)]
pub struct Grid(pub [[i32; COLUMNS]; ROWS]);

impl Grid {
    /// A table of zeros.
    pub const EMPTY: Grid = Grid([[0; COLUMNS]; ROWS]);

    /// Returns the table as it is sent: row by row, negative cells as zeros.
    pub fn to_bytes(&self) -> [u8; TABLE_BYTES] {
        let mut bytes = [0; TABLE_BYTES];
        for (cell, chunk) in self.0.iter().flatten().zip(bytes.chunks_exact_mut(NUMBER_BYTES)) {
            chunk.copy_from_slice(&cell.max(&0).to_be_bytes());
        }
        bytes
    }

    /// Returns the table that was sent.
    pub fn from_bytes(bytes: &[u8; TABLE_BYTES]) -> Self {
        let mut grid = Grid::EMPTY;
        let (numbers, _) = bytes.as_chunks::<NUMBER_BYTES>();
        for (cell, bytes) in grid.0.iter_mut().flatten().zip(numbers) {
            *cell = i32::from_be_bytes(*bytes);
        }
        grid
    }
}

/// Formats the rows that are not empty.
impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.0.iter().enumerate().filter(|(_, row)| **row != [0; COLUMNS]);
        f.debug_map().entries(rows).finish()
    }
}
