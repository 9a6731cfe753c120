//! Boards up to rotation and reflection, in 24 bytes.

use crate::board::{Board, FIRST, WIDTH};
use crate::rules::Tile;

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
        let tiles: Vec<(usize, usize, Tile)> = board.placed().collect();
        let is_wide = |symmetry: &usize| match symmetry & TRANSPOSED {
            0 => rows <= columns,
            _ => rows >= columns,
        };
        let word = |symmetry: usize, side: usize| {
            let mut word = 0;
            for &(row, column, tile) in &tiles {
                let row = if symmetry & UPSIDE_DOWN == 0 { row } else { rows - 1 - row };
                let column = if symmetry & MIRRORED == 0 { column } else { columns - 1 - column };
                let is_transposed = symmetry & TRANSPOSED != 0;
                let cell = if is_transposed { 8 * column + row } else { 8 * row + column };
                word |= u64::from(IMAGES[symmetry][usize::from(tile)] >> side & 1) << cell;
            }
            word
        };
        let mut images: Vec<usize> = (0..8).filter(is_wide).collect();
        // The first word nearly always leaves one image.
        let words = [0, 1, 2].map(|side| {
            let words: Vec<u64> = images.iter().map(|&symmetry| word(symmetry, side)).collect();
            let least = words.iter().copied().min().unwrap_or_default();
            let mut is_least = words.iter().map(|&word| word == least);
            images.retain(|_| is_least.next() == Some(true));
            least
        });
        Key(words)
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

/// The image of each tile under each symmetry.
const IMAGES: [[Tile; 16]; 8] = {
    let mut images = [[0; 16]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut tile = 0;
        while tile < 16 {
            let mut image = tile as Tile;
            if symmetry & UPSIDE_DOWN != 0 {
                image = exchanged(image, 0, 2);
            }
            if symmetry & MIRRORED != 0 {
                image = exchanged(image, 1, 3);
            }
            if symmetry & TRANSPOSED != 0 {
                image = exchanged(exchanged(image, 0, 3), 1, 2);
            }
            images[symmetry][tile] = image;
            tile += 1;
        }
        symmetry += 1;
    }
    images
};

/// A tile with two of its sides exchanged.
const fn exchanged(tile: Tile, one: u8, other: u8) -> Tile {
    let differ = (tile >> one ^ tile >> other) & 1;
    tile ^ (differ << one | differ << other)
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
    use crate::rules::{Colour, Ending};

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
