//! Boards up to rotation and reflection, in 24 bytes.

use crate::board::Board;
use crate::field::{FIRST, WIDTH};
use crate::tile::Tile;

/// The representative of a board's eight images: the cells that are white in the north, in the
/// east, and in the south, cell (row, column) as bit 8·row + column. A tile that has one of these
/// sides has its other one in the west.
///
/// It is the least of those images that are at least as wide as high.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Key([u64; 3]);

impl Key {
    /// The key of a board.
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

    /// The board itself, on an `empty` one.
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

/// The side of a tile that becomes this one.
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

/// Where cells of the first so many rows and columns come to lie, which are the first ones again.
fn image_of_cells(symmetry: usize, cells: u64, rows: usize, columns: usize) -> u64 {
    let mut cells = cells;
    if symmetry & UPSIDE_DOWN != 0 {
        // The bytes are the rows. Without any all is empty.
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

/// Rows as columns: pairs of squares of 4, 2 and 1 cells are exchanged across the diagonal.
fn transposed(cells: u64) -> u64 {
    let squares =
        [(28, 0x0000_0000_F0F0_F0F0), (14, 0x0000_CCCC_0000_CCCC), (7, 0x00AA_00AA_00AA_00AA)];
    squares.into_iter().fold(cells, |cells, (apart, mask)| {
        let differ = (cells ^ cells >> apart) & mask;
        cells ^ differ ^ differ << apart
    })
}

impl Board {
    /// All tiles with their rows and columns from 0.
    fn placed(&self) -> impl Iterator<Item = (usize, usize, Tile)> {
        let cells =
            (0..self.height).flat_map(|row| (0..self.width).map(move |column| (row, column)));
        let tile =
            |(row, column)| (row, column, self.cells[(row + FIRST) * WIDTH + column + FIRST]);
        cells.map(tile).filter(|&(_, _, tile)| tile != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Ending;
    use crate::tile::Colour;

    /// Boards that random turns lead to.
    fn boards(size: usize) -> Vec<Board> {
        let mut boards = vec![Board::new(size, true)];
        let mut to_move = Colour::White;
        for ply in 0..12 {
            let open = |(board, ending): (Board, Option<Ending>)| ending.is_none().then_some(board);
            let turns = |board: &Board| board.turns(to_move).filter_map(open).collect::<Vec<_>>();
            let next: Vec<Board> = boards[boards.len().saturating_sub(8)..]
                .iter()
                .flat_map(turns)
                .step_by(5 + ply)
                .collect();
            boards.extend(next);
            to_move = to_move.other();
        }
        boards
    }

    /// By its rows, so that nothing of this file is used.
    fn image(board: &Board, symmetry: usize) -> Board {
        let mut image = Board::new(board.size(), true);
        for (row, column, tile) in board.placed() {
            let (mut row, mut column) = (row, column);
            let mut sides: [bool; 4] = std::array::from_fn(|side| tile >> side & 1 != 0);
            if symmetry & 1 != 0 {
                row = board.height - 1 - row;
                sides.swap(0, 2);
            }
            if symmetry & 2 != 0 {
                column = board.width - 1 - column;
                sides.swap(1, 3);
            }
            if symmetry & 4 != 0 {
                (row, column) = (column, row);
                sides.reverse();
            }
            let tile = (0..4).map(|side| u8::from(sides[side]) << side).sum();
            image.set(row, column, tile);
        }
        image
    }

    #[test]
    fn all_images_have_one_key_which_is_that_of_one_of_them() {
        for size in [3, 5, 8] {
            let boards = boards(size);
            assert!(boards.len() > 50);
            for board in &boards {
                let key = Key::of(board);
                let found = key.board(&Board::new(size, true));
                let images: Vec<Board> = (0..8).map(|symmetry| image(board, symmetry)).collect();
                assert!(images.contains(&found) && found.width >= found.height);
                assert!(images.iter().all(|image| Key::of(image) == key));
            }
        }
    }
}
