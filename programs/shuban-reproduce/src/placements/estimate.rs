//! Estimates from random boards.

use shuban_core::Random;

use super::Touching;
use super::content::{CellEnds, Sides};

/// An estimate of the number of placements.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Samples {
    /// Number of boards drawn.
    pub boards: u64,
    /// Number of boards with a weight.
    pub hits: u64,
    /// Sum of their weights.
    pub sum: f64,
    /// Sum of the squares of their weights.
    pub squares: f64,
}

impl Samples {
    /// Returns the sum of two samples.
    #[must_use]
    pub fn and(self, other: Samples) -> Samples {
        Samples {
            boards: self.boards + other.boards,
            hits: self.hits + other.hits,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
        }
    }

    /// Returns the estimate for boards of `size`×`size`: the mean weight times 7^(n²) boards.
    pub fn placements(&self, size: usize) -> f64 {
        all_boards(size) * self.mean()
    }

    /// Returns its standard error, from the scatter of the sample. Where few boards carry most of
    /// the weight it is much too small.
    pub fn standard_error(&self, size: usize) -> f64 {
        let boards = self.boards as f64;
        let variance = (self.squares / boards - self.mean().powi(2)).max(0.0);
        all_boards(size) * (variance / boards).sqrt()
    }

    fn mean(&self) -> f64 {
        self.sum / self.boards as f64
    }
}

/// Returns the number of boards with each cell empty or one of six tiles.
fn all_boards(size: usize) -> f64 {
    7f64.powi((size * size) as i32)
}

/// Draws boards of `size`×`size` cells, each cell empty or one of the six tiles with equal chances,
/// and weighs them: 0 unless they meet the conditions.
///
/// # Panics
/// Unless 1 ≤ `size` ≤ 8.
pub fn sample_placements(
    size: usize,
    touching: Touching,
    boards: u64,
    random: &mut Random,
) -> Samples {
    assert!((1..=8).contains(&size), "boards of 1 to 8 rows and columns, not {size}");
    let tiles = Sides::all();
    let mut samples = Samples { boards, ..Samples::default() };
    let mut cells = vec![None; size * size];
    for _ in 0..boards {
        // Once a cell is wrong, later cells need not be drawn.
        let is_filled = (0..size * size).all(|cell| {
            cells[cell] = tiles.get(random.throw(7)).copied();
            let board = DrawnBoard { cells: &cells[..=cell], size };
            cell < size || board.has_ends(cell - size)
        });
        if is_filled && let Some(weight) = weight(&cells, size, touching) {
            samples.hits += 1;
            samples.sum += weight;
            samples.squares += weight * weight;
        }
    }
    samples
}

/// Returns the weight of a board, row by row; `None` if it is 0.
pub(super) fn weight(cells: &[Option<Sides>], size: usize, touching: Touching) -> Option<f64> {
    DrawnBoard { cells, size }.weight(touching)
}

/// A board, row by row, of which the last cells may be missing.
pub(super) struct DrawnBoard<'a> {
    pub(super) cells: &'a [Option<Sides>],
    pub(super) size: usize,
}

impl DrawnBoard<'_> {
    fn at(&self, row: usize, column: usize) -> Option<Sides> {
        if row.max(column) >= self.size {
            return None;
        }
        *self.cells.get(row * self.size + column)?
    }

    /// Returns true if at most one end of each colour leads into an empty cell (condition 3).
    pub(super) fn has_ends(&self, cell: usize) -> bool {
        let (row, column) = (cell / self.size, cell % self.size);
        if self.cells[cell].is_some() {
            return true;
        }
        // Cells before the first row and column are empty, as past the last.
        let ends = [
            self.at(row.wrapping_sub(1), column).map(|tile| tile.south),
            self.at(row, column.wrapping_sub(1)).map(|tile| tile.east),
            self.at(row + 1, column).map(|tile| tile.north),
            self.at(row, column + 1).map(|tile| tile.west),
        ];
        ends.into_iter().flatten().try_fold(CellEnds::default(), CellEnds::with).is_some()
    }

    /// Returns the weight of a board; `None` if it is 0.
    fn weight(&self, touching: Touching) -> Option<f64> {
        let cells = 0..self.cells.len();
        let is_at_the_corner = (0..self.size).any(|i| self.at(0, i).is_some())
            && (0..self.size).any(|i| self.at(i, 0).is_some());
        if !is_at_the_corner
            || !cells.clone().all(|cell| self.has_ends(cell))
            || !self.is_one_island()
        {
            return None;
        }
        let mut weight = 1.0;
        for cell in cells {
            let (row, column) = (cell / self.size, cell % self.size);
            let Some(tile) = self.cells[cell] else { continue };
            let right = self.at(row, column + 1).map(|other| tile.east == other.west);
            let below = self.at(row + 1, column).map(|other| tile.south == other.north);
            for agrees in [right, below].into_iter().flatten() {
                match touching {
                    Touching::Agree if !agrees => return None,
                    Touching::Agree => {}
                    Touching::Halve => weight *= 0.5,
                }
            }
        }
        Some(weight)
    }

    /// Returns true if the tiles are connected (condition 1); a board without any is no island.
    fn is_one_island(&self) -> bool {
        let tiles: u64 = (0..self.cells.len())
            .filter(|&cell| self.cells[cell].is_some())
            .map(|cell| 1 << cell)
            .sum();
        let first_column: u64 = (0..self.size).map(|row| 1 << (row * self.size)).sum();
        let mut island = tiles & tiles.wrapping_neg();
        loop {
            let right = (island << 1) & !first_column;
            let left = (island & !first_column) >> 1;
            let grown = (island | right | left | island << self.size | island >> self.size) & tiles;
            if grown == island {
                return tiles != 0 && island == tiles;
            }
            island = grown;
        }
    }
}
