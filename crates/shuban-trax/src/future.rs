//! The part of a position that the rest of a game depends on: far less than the tiles.
//!
//! Tiles inside do not matter any more. The legal turns, and their results, follow from
//!
//! * which cells are taken (so also from how far the board may still grow),
//! * the colours of the sides that face empty cells,
//! * where the track from each of these sides leads: to another of them, or to an outer edge of a
//!   board that has grown to its limit. Of an outer edge only its side of the four matters, for a
//!   track that ends there can only become a line to the opposite one. Tracks between two of them,
//!   and their colours, are past.
//!
//! Positions that agree in this, after rotation and reflection, are one node of proof search: the
//! 1,523,439 positions of 4×4, finished ones included, have 695,635 futures. The larger the board,
//! the more there is inside; `docs/trax.md` and the example `comparisons` give the savings.

use crate::bits::{FIRST_COLUMN, each, image, moved};
use crate::board::Board;
use crate::rules::{Position, Trax};
use crate::tile::TileSide;
use crate::tracks::{Tracks, edge};

/// All that the rest of a game depends on, as bytes: the same for positions with the same future.
#[derive(Clone, Copy)]
pub(crate) struct Future {
    bytes: [u8; Future::MOST],
    length: usize,
}

/// Offset of mates on outer edges, given by their line: see [`edge`], whose numbers are smaller.
const OUTER: u8 = 224;

impl Future {
    /// Most bytes: five words, a byte, and one for each side that faces an empty cell, at most four
    /// of every cell.
    const MOST: usize = 5 * 8 + 1 + 4 * 64;

    /// The future of a board as it lies: words of fixed length, then the mates of the open sides in
    /// order. A side whose mate came before is left out: the mates before determine the side that
    /// each of them belongs to.
    fn of(trax: &Trax, position: &Position, board: &Board) -> Self {
        let mut future = Future { bytes: [0; Future::MOST], length: 0 };
        let occupied = board.occupied();
        let (rows, columns) = board.size();
        // The sides on outer edges, and the lines of these edges.
        let mut outer = [0; 4];
        let mut outer_lines = 0u32;
        let line = |cell: usize, side: TileSide| edge(cell, side) >> 3;
        if rows == trax.size() {
            outer[TileSide::North as usize] = 0xFF;
            outer[TileSide::South as usize] = 0xFF << (8 * (rows - 1));
            outer_lines |=
                1 << line(0, TileSide::North) | 1 << line(8 * (rows - 1), TileSide::South);
        }
        if columns == trax.size() {
            outer[TileSide::West as usize] = FIRST_COLUMN;
            outer[TileSide::East as usize] = FIRST_COLUMN << (columns - 1);
            outer_lines |= 1 << line(0, TileSide::West) | 1 << line(columns - 1, TileSide::East);
        }
        let tracks = Tracks::new(board, trax.span());
        future.push(&occupied.to_le_bytes());
        future.push(&[position.to_move as u8 | position.wins.0 << 1]);
        let open = TileSide::ALL
            .map(|side| occupied & !moved(occupied, side.opposite()) & !outer[side as usize]);
        for side in TileSide::ALL {
            future.push(&(board.white[side as usize] & open[side as usize]).to_le_bytes());
        }
        for side in TileSide::ALL {
            for cell in each(open[side as usize]) {
                let here = edge(cell, side);
                let mate = tracks.mate(here);
                if outer_lines >> (mate >> 3) & 1 != 0 {
                    future.push(&[OUTER + (mate >> 3)]);
                } else if mate > here {
                    future.push(&[mate]);
                }
            }
        }
        future
    }

    #[inline(always)]
    fn push(&mut self, bytes: &[u8]) {
        self.bytes[self.length..][..bytes.len()].copy_from_slice(bytes);
        self.length += bytes.len();
    }

    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

impl Trax {
    /// The future of a position, the same for all of its images.
    pub(crate) fn future(&self, position: &Position) -> Future {
        let (rows, columns) = position.board.size();
        let occupied = position.board.occupied();
        // The images that are at least as wide as high.
        let first = if rows <= columns { 0 } else { 4 };
        let end = if rows >= columns { 8 } else { 4 };
        let images: [u64; 8] = std::array::from_fn(|symmetry| match symmetry {
            symmetry if (first..end).contains(&symmetry) => {
                image(occupied, symmetry, (rows, columns))
            }
            _ => u64::MAX,
        });
        let least = images.iter().copied().min().unwrap_or(0);
        let mut best: Option<Future> = None;
        // Boards whose shape has no symmetry, nearly all, have one image with the least cells.
        for symmetry in (0..8).filter(|&symmetry| images[symmetry] == least) {
            let future = Future::of(self, position, &position.board.image(symmetry));
            if best.as_ref().is_none_or(|best| future.bytes() < best.bytes()) {
                best = Some(future);
            }
        }
        best.unwrap_or_else(|| Future::of(self, position, &position.board))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Lines;
    use crate::sample::open_positions;
    use crate::tile::{Colour, Tile};
    use crate::tracks::Wins;

    #[test]
    fn tracks_end_at_open_sides_or_on_outer_lines() {
        let trax = Trax::new(2, Lines::Full).unwrap();
        let mut board = Board::EMPTY;
        board.put(1, Tile::NorthWest);
        board.put(2, Tile::NorthSouth);
        let position = Position { board, to_move: Colour::White, wins: Wins::default() };
        let future = Future::of(&trax, &position, &board);
        let (west, east) = (edge(0, TileSide::West) >> 3, edge(1, TileSide::East) >> 3);
        let below = edge(1, TileSide::South);
        assert_eq!(future.bytes()[5 * 8 + 1..], [OUTER + west, below, OUTER + east]);
    }

    #[test]
    fn a_future_is_the_least_of_all_images() {
        let trax = Trax::new(3, Lines::Full).unwrap();
        for position in open_positions(&trax, 6) {
            let images = (0..8).map(|symmetry| position.board.image(symmetry));
            let future = |board: Board| {
                (board.occupied(), Future::of(&trax, &position, &board).bytes().to_vec())
            };
            let least = images.map(future).min().unwrap().1;
            assert_eq!(trax.future(&position).bytes(), least, "{position:?}");
        }
    }
}
