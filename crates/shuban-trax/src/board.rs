//! Tiles on a field of up to 8×8 cells, as four words.

use crate::bits::{columns, image, mirrored, moved, transposed, upside_down};
use crate::tile::{Colour, Tile, TileSide};

/// Tiles on an 8×8 field: for each side the set of the tiles that are white there.
///
/// A tile has two white sides of four, so that the words also say where there is a tile, and where
/// it is red. Cell (row, column) is bit 8·row + column, rows from the top.
///
/// The order of boards, and of positions, is that of walks in proof files: it must not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Board {
    /// By [`TileSide`]: the tiles that are white there.
    pub(crate) white: [u64; 4],
}

impl Board {
    /// The empty board.
    pub const EMPTY: Board = Board { white: [0; 4] };

    /// The cells that hold a tile.
    #[inline(always)]
    pub fn occupied(&self) -> u64 {
        // A tile that is white neither in the north nor in the east is so in the south.
        self.white[0] | self.white[1] | self.white[2]
    }

    /// Number of tiles.
    pub fn tiles(&self) -> usize {
        self.occupied().count_ones() as usize
    }

    /// The tile of a cell, counted from the top left, if it has one.
    ///
    /// # Panics
    /// If the cell is not on the field, a mistake of the caller.
    pub fn tile(&self, row: usize, column: usize) -> Option<Tile> {
        assert!(row < 8 && column < 8, "cell {row}, {column} is not on the field");
        self.at(8 * row + column)
    }

    /// The tile of a cell by its bit.
    pub(crate) fn at(&self, cell: usize) -> Option<Tile> {
        Tile::from_white_sides(|side| self.white[side as usize] >> cell & 1 != 0)
    }

    /// Puts a tile into an empty cell.
    #[inline(always)]
    pub(crate) fn put(&mut self, cell: u64, tile: Tile) {
        let [a, b] = tile.sides(Colour::White);
        self.white[a as usize] |= cell;
        self.white[b as usize] |= cell;
    }

    /// Returns true if touching sides have equal colours.
    pub(crate) fn is_consistent(&self) -> bool {
        let occupied = self.occupied();
        TileSide::ALL.iter().all(|&side| {
            let back = side.opposite();
            let both = occupied & moved(occupied, back);
            (self.white[side as usize] ^ moved(self.white[back as usize], back)) & both == 0
        })
    }

    /// Rows and columns of the smallest rectangle that holds all tiles.
    #[inline]
    pub fn size(&self) -> (usize, usize) {
        let occupied = self.occupied();
        if occupied == 0 {
            return (0, 0);
        }
        let columns = columns(occupied);
        let rows = 8 - occupied.leading_zeros() / 8 - occupied.trailing_zeros() / 8;
        (rows as usize, (8 - (columns as u8).leading_zeros() - columns.trailing_zeros()) as usize)
    }

    /// Shifts all tiles n rows down and columns to the right, where they must have room.
    #[inline]
    pub(crate) fn shifted(&self, rows: usize, columns: usize) -> Board {
        Board { white: self.white.map(|cells| cells << (8 * rows + columns)) }
    }

    /// All tiles moved to the top left corner.
    #[inline]
    pub(crate) fn cornered(&self) -> Board {
        let occupied = self.occupied();
        if occupied == 0 {
            return *self;
        }
        let shift = 8 * (occupied.trailing_zeros() / 8) + columns(occupied).trailing_zeros();
        Board { white: self.white.map(|cells| cells >> shift) }
    }

    /// The image of a cornered board under one of the 8 symmetries of the square, cornered: bit 2
    /// exchanges rows and columns, then bit 1 turns upside down, bit 0 mirrors.
    pub fn image(&self, symmetry: usize) -> Board {
        let mut white = self.white;
        if symmetry & 4 != 0 {
            white.reverse();
        }
        if symmetry & 2 != 0 {
            white.swap(TileSide::North as usize, TileSide::South as usize);
        }
        if symmetry & 1 != 0 {
            white.swap(TileSide::East as usize, TileSide::West as usize);
        }
        let size = self.size();
        Board { white: white.map(|cells| image(cells, symmetry, size)) }
    }

    #[inline]
    fn transposed(&self) -> Board {
        let [north, east, south, west] = self.white;
        Board { white: [west, south, east, north].map(transposed) }
    }

    /// The representative of all boards that are this cornered one up to rotation and reflection:
    /// the least one that is at least as wide as high. Four images are compared, or eight of a
    /// square.
    #[inline]
    pub(crate) fn canonical(&self) -> Board {
        let (rows, columns) = self.size();
        if rows == 0 {
            return *self;
        }
        if rows > columns {
            self.transposed().least_reflection(columns, rows)
        } else {
            let least = self.least_reflection(rows, columns);
            if rows < columns {
                least
            } else {
                least.min(self.transposed().least_reflection(rows, columns))
            }
        }
    }

    /// The least of a board's four reflections.
    #[inline]
    fn least_reflection(&self, rows: usize, columns: usize) -> Board {
        let [north, east, south, west] = self.white;
        let down = 8 * (8 - rows as u32);
        let right = 8 - columns as u32;
        let mirror = |cells: u64| mirrored(cells) >> right;
        let flip = |cells: u64| upside_down(cells) >> down;
        let (mirrored_north, mirrored_south) = (mirror(north), mirror(south));
        // Nearly always the first word decides.
        let firsts = [north, mirrored_north, flip(south), flip(mirrored_south)];
        let least = firsts[0].min(firsts[1]).min(firsts[2]).min(firsts[3]);
        let mut best = Board { white: [u64::MAX; 4] };
        if firsts[0] == least {
            best = best.min(*self);
        }
        if firsts[1] == least {
            best = best.min(Board { white: [least, mirror(west), mirrored_south, mirror(east)] });
        }
        if firsts[2] == least {
            best = best.min(Board { white: [least, flip(east), flip(north), flip(west)] });
        }
        if firsts[3] == least {
            let white = [least, flip(mirror(west)), flip(mirrored_north), flip(mirror(east))];
            best = best.min(Board { white });
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Any tiles in a rectangle at the top left; edges need not match.
    fn any_board() -> impl Strategy<Value = Board> {
        (1..=8usize, 1..=8usize).prop_flat_map(|(rows, columns)| {
            prop::collection::vec(prop::option::of(0..6usize), rows * columns).prop_map(
                move |tiles| {
                    let mut board = Board::EMPTY;
                    for (place, tile) in tiles.into_iter().enumerate() {
                        if let Some(tile) = tile {
                            board.put(
                                1 << (8 * (place / columns) + place % columns),
                                Tile::ALL[tile],
                            );
                        }
                    }
                    board.cornered()
                },
            )
        })
    }

    proptest! {
        #[test]
        fn symmetric_boards_have_one_canonical_form(board in any_board()) {
            let images: Vec<Board> = (0..8).map(|symmetry| board.image(symmetry)).collect();
            for image in &images {
                prop_assert_eq!(image.cornered(), *image);
                prop_assert_eq!(image.tiles(), board.tiles());
                prop_assert_eq!(image.canonical(), board.canonical());
            }
            prop_assert!(images.contains(&board.canonical()));
            prop_assert_eq!(board.canonical().canonical(), board.canonical());
        }

        #[test]
        fn an_image_turns_every_tile(board in any_board()) {
            let (rows, columns) = board.size();
            let sides = |board: &Board, row, column| {
                board.tile(row, column).map(|tile| TileSide::ALL.map(|side| tile.colour(side)))
            };
            let (upside_down, mirrored, transposed) =
                (board.image(2), board.image(1), board.image(4));
            for row in 0..rows {
                for column in 0..columns {
                    let tile = sides(&board, row, column);
                    let flipped = sides(&upside_down, rows - 1 - row, column);
                    prop_assert_eq!(flipped, tile.map(|[n, e, s, w]| [s, e, n, w]));
                    let mirrored = sides(&mirrored, row, columns - 1 - column);
                    prop_assert_eq!(mirrored, tile.map(|[n, e, s, w]| [n, w, s, e]));
                    let transposed = sides(&transposed, column, row);
                    prop_assert_eq!(transposed, tile.map(|[n, e, s, w]| [w, s, e, n]));
                }
            }
        }

        #[test]
        fn tiles_are_found_where_they_were_put(
            row in 0..8usize,
            column in 0..8usize,
            tile in 0..6usize,
        ) {
            let mut board = Board::EMPTY;
            board.put(1 << (8 * row + column), Tile::ALL[tile]);
            prop_assert_eq!(board.tile(row, column), Some(Tile::ALL[tile]));
            prop_assert_eq!((board.tiles(), board.size()), (1, (1, 1)));
            prop_assert_eq!(board.cornered().tile(0, 0), Some(Tile::ALL[tile]));
        }
    }
}
