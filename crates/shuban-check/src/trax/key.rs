//! Boards up to rotation and reflection, in 24 bytes.

use crate::trax::board::Board;
use crate::trax::field::{FIRST, WIDTH};
use crate::trax::tile::Tile;

/// The representative of a board's eight images: the cells that are white in the north, in the
/// east, and in the south, cell (row, column) as bit 8·row + column. A tile that has one of these
/// sides has its other one in the west.
///
/// It is the least of those images that are at least as wide as high.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Key([u64; 3]);

impl Key {
    /// Returns the key of a board.
    pub(crate) fn of(board: &Board) -> Key {
        let (rows, columns) = (board.height, board.width);
        let mut white = [0u64; 4];
        for (row, column, tile) in board.placed() {
            for (side, cells) in white.iter_mut().enumerate() {
                *cells |= u64::from(tile >> side & 1) << (8 * row + column);
            }
        }
        let is_wide = |symmetry: &usize| match symmetry & TRANSPOSED {
            0 => rows <= columns,
            _ => rows >= columns,
        };
        let image = |symmetry: usize| {
            [0, 1, 2].map(|side| {
                image_of_cells(symmetry, white[side_before(symmetry, side)], rows, columns)
            })
        };
        Key((0..8).filter(is_wide).map(image).min().unwrap_or_default())
    }

    /// Returns the board of a key, placed on an `empty` one.
    pub(crate) fn board(self, empty: &Board) -> Board {
        let mut board = empty.clone();
        for cell in 0..64 {
            let sides = [0, 1, 2].map(|side| (self.0[side] >> cell & 1) as Tile);
            let tile = sides[0] | sides[1] << 1 | sides[2] << 2;
            match tile.count_ones() {
                0 => (),
                1 => board.set(cell / 8, cell % 8, tile | 8),
                _ => board.set(cell / 8, cell % 8, tile),
            }
        }
        board
    }
}

/// First the rows are reversed, then the columns, then both are exchanged.
const UPSIDE_DOWN: usize = 1;
const MIRRORED: usize = 2;
const TRANSPOSED: usize = 4;

/// Returns the side of a tile that becomes this one.
fn side_before(symmetry: usize, side: usize) -> usize {
    let mut side = if symmetry & TRANSPOSED != 0 { 3 - side } else { side };
    if symmetry & MIRRORED != 0 && side % 2 == 1 {
        side ^= 2;
    }
    if symmetry & UPSIDE_DOWN != 0 && side % 2 == 0 {
        side ^= 2;
    }
    side
}

/// Returns the image of cells of the first rows and columns, which are the first ones again.
fn image_of_cells(symmetry: usize, cells: u64, rows: usize, columns: usize) -> u64 {
    let mut cells = cells;
    if symmetry & UPSIDE_DOWN != 0 {
        // The bytes are the rows. If there are none, all is empty.
        cells = cells.swap_bytes().checked_shr(8 * (8 - rows as u32)).unwrap_or(0);
    }
    if symmetry & MIRRORED != 0 {
        cells = cells.reverse_bits().swap_bytes() >> (8 - columns);
    }
    if symmetry & TRANSPOSED != 0 {
        cells = transposed(cells);
    }
    cells
}

/// Returns rows as columns: squares of 4, 2 and 1 cells are exchanged across the diagonal.
fn transposed(cells: u64) -> u64 {
    let squares =
        [(28, 0x0000_0000_F0F0_F0F0), (14, 0x0000_CCCC_0000_CCCC), (7, 0x00AA_00AA_00AA_00AA)];
    squares.into_iter().fold(cells, |cells, (apart, mask)| {
        let differ = (cells ^ cells >> apart) & mask;
        cells ^ differ ^ differ << apart
    })
}

impl Board {
    /// Returns all tiles with their rows and columns from 0.
    fn placed(&self) -> impl Iterator<Item = (usize, usize, Tile)> {
        let cells =
            (0..self.height).flat_map(|row| (0..self.width).map(move |column| (row, column)));
        let tile =
            |(row, column)| (row, column, self.cells[(row + FIRST) * WIDTH + column + FIRST]);
        cells.map(tile).filter(|&(_, _, tile)| tile != 0)
    }
}
