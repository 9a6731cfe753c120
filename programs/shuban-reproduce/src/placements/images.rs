//! Enumeration of placements up to rotation and reflection, for small boards.

use shuban_core::Progress;

use super::Touching;
use super::content::Sides;
use super::estimate::{DrawnBoard, weight};

/// Maximum size of an enumerated board: 4×4 has seven million placements, 5×5 ten thousand million.
const MOST: usize = 4;

/// The cells of a board, row by row.
type Cells = [Option<Sides>; MOST * MOST];

/// Returns the number of placements on a board of `size`×`size`, and their number up to rotation
/// and reflection; by Burnside's lemma, since a placement has 8 images unless it is one of its own
/// images. `None` if it is cancelled.
///
/// # Panics
/// Unless 1 ≤ `size` ≤ 4.
pub(crate) fn up_to_symmetry(size: usize, progress: &dyn Progress) -> Option<(u64, u64)> {
    assert!((1..=MOST).contains(&size), "boards of 1 to {MOST} rows and columns, not {size}");
    let mut images = Images { size, tiles: Sides::all(), all: 0, fixed: 0, progress };
    images.fill(&mut [None; MOST * MOST], 0)?;
    Some((images.all, images.fixed / 8))
}

struct Images<'p> {
    size: usize,
    tiles: [Sides; 6],
    /// Number of placements so far.
    all: u64,
    /// Number of pairs of a placement and a symmetry that leaves it unchanged.
    fixed: u64,
    progress: &'p dyn Progress,
}

impl Images<'_> {
    /// Fills the cells from one on in every way; `None` if it is cancelled.
    fn fill(&mut self, cells: &mut Cells, cell: usize) -> Option<()> {
        let size = self.size;
        if cell == size * size {
            if weight(&cells[..cell], size, Touching::Agree).is_some() {
                self.all += 1;
                self.fixed += (0..8)
                    .filter(|&symmetry| image(cells, size, symmetry) == *cells)
                    .count() as u64;
            }
            return Some(());
        }
        if cell == size && self.progress.interrupted() {
            return None;
        }
        let above = cell.checked_sub(size).and_then(|above| cells[above]);
        let left = (!cell.is_multiple_of(size)).then(|| cells[cell - 1]).flatten();
        let fits = |tile: Sides| {
            above.is_none_or(|above| above.south == tile.north)
                && left.is_none_or(|left| left.east == tile.west)
        };
        let fitting = self.tiles.into_iter().filter(|&tile| fits(tile)).map(Some);
        for content in fitting.chain([None]) {
            cells[cell] = content;
            let board = DrawnBoard { cells: &cells[..=cell], size };
            if cell < size || board.has_ends(cell - size) {
                self.fill(cells, cell + 1)?;
            }
        }
        Some(())
    }
}

/// Returns one of the eight images, moved to the top left.
fn image(cells: &Cells, size: usize, symmetry: usize) -> Cells {
    let place = |cell: usize| {
        let (mut row, mut column) = (cell / size, cell % size);
        if symmetry & 4 != 0 {
            (row, column) = (column, row);
        }
        if symmetry & 2 != 0 {
            row = size - 1 - row;
        }
        if symmetry & 1 != 0 {
            column = size - 1 - column;
        }
        (row, column)
    };
    let taken = (0..size * size).filter_map(|cell| Some((place(cell), cells[cell]?)));
    let top = taken.clone().map(|((row, _), _)| row).min().unwrap_or(0);
    let left = taken.clone().map(|((_, column), _)| column).min().unwrap_or(0);
    let mut image = [None; MOST * MOST];
    for ((row, column), tile) in taken {
        image[(row - top) * size + column - left] = Some(turned(tile, symmetry));
    }
    image
}

/// Returns the tile as it lies after the symmetry.
fn turned(tile: Sides, symmetry: usize) -> Sides {
    let Sides { mut north, mut east, mut south, mut west } = tile;
    if symmetry & 4 != 0 {
        (north, west) = (west, north);
        (south, east) = (east, south);
    }
    if symmetry & 2 != 0 {
        (north, south) = (south, north);
    }
    if symmetry & 1 != 0 {
        (east, west) = (west, east);
    }
    Sides { north, east, south, west }
}
