//! A board's tiles in 32 bytes, for those of which there are many.

use crate::board::Board;
use crate::tile::Tile;

/// The most rows and columns.
const MOST: usize = 8;

/// The tiles of a board where they lie, two in a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tiles([u8; MOST * MOST / 2]);

impl Tiles {
    /// Those of a board.
    pub fn of(board: &Board) -> Self {
        let mut tiles = Tiles([0; MOST * MOST / 2]);
        for (cell, tile) in board.rows().into_iter().enumerate() {
            tiles.0[cell / 2] |= tile << (4 * (cell % 2));
        }
        tiles
    }

    /// The board itself, on an `empty` one of the same size.
    pub fn board(&self, empty: &Board) -> Board {
        let size = empty.size();
        let mut board = empty.clone();
        for cell in 0..size * size {
            let tile: Tile = self.0[cell / 2] >> (4 * (cell % 2)) & 0xF;
            if tile != 0 {
                board.set(cell / size, cell % size, tile);
            }
        }
        board
    }
}
