//! Tables as bytes.

use std::fmt;

/// The rows of a table: four suits, the joker and fifth cards, the state, players, and one of no
/// use.
pub const ROWS: usize = 8;

/// The columns: strengths 0 to 14.
pub const COLUMNS: usize = 15;

/// How many bytes a table has.
pub const TABLE_BYTES: usize = ROWS * COLUMNS * NUMBER_BYTES;

/// How many bytes a number has.
pub const NUMBER_BYTES: usize = 4;

/// A table of the protocol, whatever it holds.
#[derive(Clone, PartialEq, Eq)]
pub struct Grid {
    cells: [[i32; COLUMNS]; ROWS],
}

impl Grid {
    /// Zeros.
    pub const EMPTY: Grid = Grid { cells: [[0; COLUMNS]; ROWS] };

    /// A cell.
    ///
    /// # Panics
    /// Outside of the table.
    pub const fn get(&self, row: usize, column: usize) -> i32 {
        self.cells[row][column]
    }

    /// Changes a cell.
    ///
    /// # Panics
    /// Outside of the table.
    pub const fn set(&mut self, row: usize, column: usize, value: i32) {
        self.cells[row][column] = value;
    }

    /// A row.
    ///
    /// # Panics
    /// Outside of the table.
    pub const fn row(&self, row: usize) -> &[i32; COLUMNS] {
        &self.cells[row]
    }

    /// The table as it is sent: row by row, negative cells as zeros.
    pub fn to_bytes(&self) -> [u8; TABLE_BYTES] {
        let mut bytes = [0; TABLE_BYTES];
        for (cell, chunk) in self.cells.iter().flatten().zip(bytes.chunks_exact_mut(NUMBER_BYTES)) {
            chunk.copy_from_slice(&cell.max(&0).to_be_bytes());
        }
        bytes
    }

    /// The table that was sent.
    pub fn from_bytes(bytes: &[u8; TABLE_BYTES]) -> Self {
        let mut grid = Grid::EMPTY;
        let (numbers, _) = bytes.as_chunks::<NUMBER_BYTES>();
        for (cell, bytes) in grid.cells.iter_mut().flatten().zip(numbers) {
            *cell = i32::from_be_bytes(*bytes);
        }
        grid
    }
}

/// Rows that hold anything.
impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows =
            self.cells.iter().enumerate().filter(|(_, row)| row.iter().any(|&cell| cell != 0));
        f.debug_map().entries(rows).finish()
    }
}
