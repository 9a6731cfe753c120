//! Ends of tracks: loops and victory lines.

use crate::bits::{each, moved};
use crate::board::Board;
use crate::field::Field;
use crate::tile::{Colour, Tile, TileSide};

/// The colours that have a loop or a line, as bits: 1 white, 2 red.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct Wins(pub(crate) u8);

impl Wins {
    #[inline]
    pub(crate) fn has(self, colour: Colour) -> bool {
        self.0 >> colour.seat() & 1 != 0
    }

    /// The winner, if any: the mover if both colours have reached it.
    #[inline]
    pub(crate) fn winner(self, mover: Colour) -> Option<Colour> {
        if self.has(mover) { Some(mover) } else { self.has(mover.other()).then_some(mover.other()) }
    }
}

/// The first edge between columns.
const BETWEEN_COLUMNS: usize = 18 * 8;
/// Number of edges in each direction.
const ONE_WAY: usize = 9 * 8;

/// An edge between two cells, numbered so that number / 8 is the line it lies on: edges between
/// rows from 0, those between columns from 18, so far apart that lines of different direction never
/// differ by 8 or less.
#[inline(always)]
pub(crate) const fn edge(cell: usize, side: TileSide) -> u8 {
    let (row, column) = (cell / 8, cell % 8);
    let edge = match side {
        TileSide::North => cell,
        TileSide::South => cell + 8,
        TileSide::West => BETWEEN_COLUMNS + 8 * column + row,
        TileSide::East => BETWEEN_COLUMNS + 8 * (column + 1) + row,
    };
    edge as u8
}

/// The edges of a cell, by side, as bytes of a word: so it takes no branch to find one.
#[derive(Clone, Copy)]
struct Edges(u32);

impl Edges {
    #[inline(always)]
    fn of(cell: usize) -> Self {
        Edges(u32::from_le_bytes(TileSide::ALL.map(|side| edge(cell, side))))
    }

    #[inline(always)]
    fn at(self, side: TileSide) -> u8 {
        (self.0 >> (8 * side as u32)) as u8
    }
}

/// For every edge that a track ends at, the edge of its other end; every other edge leads to
/// itself.
#[derive(Clone)]
pub(crate) struct Tracks {
    mate: [u8; 256],
    /// Distance of the two ends of a victory line.
    span: u8,
}

/// The initial state, in which every edge leads to itself.
const APART: [u8; 256] = {
    let mut mate = [0; 256];
    let mut edge = 0;
    while edge < 256 {
        mate[edge] = edge as u8;
        edge += 1;
    }
    mate
};

impl Tracks {
    /// The span of games without lines: no two edges are this far apart.
    pub(crate) const NO_LINES: u8 = u8::MAX;

    /// The colours that have a loop or a line anywhere on a board.
    pub(crate) fn wins_on(board: &Board, span: u8) -> Wins {
        let mut tracks = Tracks { mate: APART, span };
        tracks.extend(board, board.occupied())
    }

    /// The tracks of a board. A board of `span` rows or columns has victory lines; it must not be
    /// larger.
    #[inline]
    pub(crate) fn new(board: &Board, span: u8) -> Self {
        let mut tracks = Tracks { mate: APART, span };
        tracks.extend(board, board.occupied());
        tracks
    }

    /// Adds tiles of a board; the colours that thereby close a loop or complete a line.
    ///
    /// A line is complete once its ends are `span` rows (or columns) apart: the board can have no
    /// more, so that they lie on its outer edges. Added tiles never break loops and lines.
    #[inline]
    pub(crate) fn extend(&mut self, board: &Board, added: u64) -> Wins {
        let mut wins = 0;
        for cell in each(added) {
            let [north, east, south, west] = board.white.map(|white| white >> cell & 1);
            let white_sides = north | east << 1 | south << 2 | west << 3;
            let edges = Edges::of(cell);
            for ([a, b], win) in SIDES[white_sides as usize].into_iter().zip([1, 2]) {
                wins |= if self.join(edges.at(a), edges.at(b)) { win } else { 0 };
            }
        }
        Wins(wins)
    }

    /// The tracks of the same board, lying further down and to the right by these numbers.
    #[inline]
    pub(crate) fn carried(&self, down: i32, right: i32) -> Self {
        let between_rows = (8 * down + right) as i16;
        let between_columns = (8 * right + down) as i16;
        let mut carried = Tracks { mate: APART, span: self.span };
        for (first, by) in [(0, between_rows), (BETWEEN_COLUMNS, between_columns)] {
            // Edges that leave the field belong to no tile.
            let skipped = usize::from(by.min(0).unsigned_abs());
            let count = ONE_WAY - usize::from(by.unsigned_abs());
            let from = &self.mate[first + skipped..][..count];
            let to = &mut carried.mate[first + usize::from(by.max(0) as u16)..][..count];
            for (to, &mate) in to.iter_mut().zip(from) {
                let by = if usize::from(mate) < BETWEEN_COLUMNS {
                    between_rows
                } else {
                    between_columns
                };
                *to = mate.wrapping_add(by as u8);
            }
        }
        carried
    }

    /// The board after a tile is put into a cell of the tracks' field that it fits, with the
    /// colours that win; `forces` is true if it forces others. If the turn is illegal, the cells
    /// filled until that was detected.
    #[inline(always)]
    pub(crate) fn after(
        &self,
        field: &Field,
        cell: usize,
        tile: Tile,
        forces: bool,
    ) -> Result<(Board, Wins), u64> {
        if forces {
            let board = field.chain(1 << cell, tile)?;
            return Ok((board, self.wins_with(&board, board.occupied() & !field.occupied)));
        }
        let mut board = field.board;
        board.put(1 << cell, tile);
        let is_outer = field.outer >> cell & 1 != 0;
        Ok((board, if is_outer { self.wins_of(cell, tile) } else { Wins::default() }))
    }

    /// The other end of the track that ends at an edge.
    #[inline(always)]
    pub(crate) fn mate(&self, edge: u8) -> u8 {
        self.mate[edge as usize]
    }

    /// The colours that win if the tiles are added, the tracks left as they are.
    #[inline]
    pub(crate) fn wins_with(&self, board: &Board, added: u64) -> Wins {
        if self.can_win(added) { self.clone().extend(board, added) } else { Wins::default() }
    }

    /// Returns true if tiles in these connected cells might close a loop or complete a line: a
    /// track leads from one of them to one of them, or they lie in a ring; or tracks from them, or
    /// they, end far enough apart. It is nearly always false, and this test is faster than joining
    /// tracks.
    #[inline(always)]
    fn can_win(&self, cells: u64) -> bool {
        let mut ends = 0;
        let mut lines = 0u32;
        for cell in each(cells) {
            for side in TileSide::ALL {
                let here = edge(cell, side);
                let far = self.mate[here as usize];
                ends |= if far == here { 0 } else { BESIDE[far as usize] };
                lines |= 1 << (far >> 3);
            }
        }
        // As many neighbours as cells, or more: they are not a tree.
        let [east, south] =
            [TileSide::East, TileSide::South].map(|side| cells & moved(cells, side));
        let is_ring = east.count_ones() + south.count_ones() >= cells.count_ones();
        ends & cells != 0 || is_ring || self.span < 32 && lines & lines >> self.span != 0
    }

    /// The cells beside the far ends of the tracks that lead into some cells: tiles put there make
    /// these tracks lead elsewhere.
    #[inline]
    pub(crate) fn far_ends(&self, cells: u64) -> u64 {
        let mut far = 0;
        for cell in each(cells) {
            for side in TileSide::ALL {
                far |= BESIDE[self.mate[edge(cell, side) as usize] as usize];
            }
        }
        far
    }

    /// Joins two edges by a track; returns true if that makes a loop or a line.
    #[inline(always)]
    fn join(&mut self, a: u8, b: u8) -> bool {
        let (from, to) = (self.mate[a as usize], self.mate[b as usize]);
        self.mate[from as usize] = to;
        self.mate[to as usize] = from;
        from == b || (from >> 3).abs_diff(to >> 3) == self.span
    }

    /// The colours that win if the tile alone is added, which must force no others.
    #[inline]
    pub(crate) fn wins_of(&self, cell: usize, tile: Tile) -> Wins {
        let mut wins = 0;
        let edges = Edges::of(cell);
        for (colour, win) in [(Colour::White, 1), (Colour::Red, 2)] {
            let [a, b] = tile.sides(colour).map(|side| edges.at(side));
            let (from, to) = (self.mate[a as usize], self.mate[b as usize]);
            if (from >> 3).abs_diff(to >> 3) == self.span {
                wins |= win;
            }
        }
        Wins(wins)
    }
}

/// The cells on both sides of each edge.
const BESIDE: [u64; 256] = {
    let mut beside = [0; 256];
    let mut cell = 0;
    while cell < 64 {
        let mut side = 0;
        while side < 4 {
            beside[edge(cell, TileSide::ALL[side]) as usize] |= 1 << cell;
            side += 1;
        }
        cell += 1;
    }
    beside
};

/// By the set of white sides as bits and by colour, the two sides that the track joins.
const SIDES: [[[TileSide; 2]; 2]; 16] = {
    let mut sides = [[[TileSide::North; 2]; 2]; 16];
    let mut number = 0;
    while number < Tile::ALL.len() {
        let tile = Tile::ALL[number];
        let of_tile = [tile.sides(Colour::White), tile.sides(Colour::Red)];
        let [a, b] = of_tile[0];
        sides[1 << a as usize | 1 << b as usize] = of_tile;
        number += 1;
    }
    sides
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::placements;
    use crate::plain::{Cell, Tiles, around};
    use crate::sample::{cell_at, far_end, games, tiles_of};

    /// The number of an edge of the field, as it is seen from an empty cell beside a board that has
    /// room around it, or from the last tile of a track.
    fn edge_at((row, column): Cell, side: TileSide) -> u8 {
        edge((8 * row + column) as usize, side)
    }

    /// Compares the ends of tracks with those that are found by following the tiles.
    fn compare_ends(tracks: &Tracks, tiles: &Tiles) {
        for cell in around(tiles).into_iter().filter(|cell| is_on_field(*cell)) {
            let ends = TileSide::ALL.map(|side| (side, far_end(tiles, cell, side)));
            let mut far = 0;
            for (side, (last, leaves)) in ends {
                assert_eq!(tracks.mate(edge_at(cell, side)), edge_at(last, leaves), "{tiles:?}");
                let (down, right) = leaves.step();
                for cell in [last, (last.0 + down, last.1 + right)] {
                    far |= if is_on_field(cell) { 1 << (8 * cell.0 + cell.1) } else { 0 };
                }
            }
            assert_eq!(tracks.far_ends(1 << (8 * cell.0 + cell.1)), far, "{cell:?} {tiles:?}");
        }
    }

    fn is_on_field((row, column): Cell) -> bool {
        (0..8).contains(&row) && (0..8).contains(&column)
    }

    #[test]
    fn tracks_end_where_following_their_tiles_does_wherever_the_board_lies() {
        for (trax, positions) in games() {
            for position in positions.iter().step_by(3) {
                let board = &position.board;
                let (rows, columns) = board.size();
                let tracks = Tracks::new(board, trax.span());
                compare_ends(&tracks, &tiles_of(board));
                for place in 0..64 {
                    let (down, right) = (place / 8, place % 8);
                    if down + rows > 8 || right + columns > 8 {
                        continue;
                    }
                    let tiles = tiles_of(&board.shifted(down, right));
                    let carried = tracks.carried(down as i32, right as i32);
                    compare_ends(&carried, &tiles);
                    compare_ends(
                        &carried.carried(-(down as i32), -(right as i32)),
                        &tiles_of(board),
                    );
                }
            }
        }
    }

    /// Compares the wins of all turns on a field with those that the whole board has after them;
    /// returns the number of wins.
    fn compare_wins(field: &Field, span: u8) -> u32 {
        let tracks = Tracks::new(&field.board, span);
        let mut wins = 0;
        for tile in Tile::ALL {
            let chaining = field.chaining(tile);
            for cell in each(field.fitting(tile)) {
                let forces = chaining >> cell & 1 != 0;
                let Ok((board, found)) = tracks.after(field, cell, tile, forces) else { continue };
                assert_eq!(found, Tracks::wins_on(&board, span), "{:?} {tile:?}", cell_at(cell));
                wins += found.0.count_ones();
                // The tracks after a turn are those of its board.
                let mut extended = tracks.clone();
                extended.extend(&board, board.occupied() & !field.occupied);
                if found == Wins::default() {
                    compare_ends(&extended, &tiles_of(&board));
                }
            }
        }
        wins
    }

    #[test]
    fn a_turn_wins_if_there_is_a_loop_or_line_after_it() {
        let mut wins = [0; 2];
        for (trax, positions) in games() {
            for position in positions.iter().step_by(5) {
                placements(&position.board, trax.size(), |field| {
                    wins[trax.lines() as usize] += compare_wins(field, trax.span());
                });
            }
        }
        assert!(wins.iter().all(|&wins| wins > 100), "{wins:?}");
    }

    /// A white line down the last column that lacks its last tile, in a corner of a full board.
    fn before_a_line(size: usize) -> Board {
        let mut board = Board::EMPTY;
        let last = size - 1;
        (0..last).for_each(|row| board.put(1 << (8 * row + last), Tile::NorthSouth));
        // The first row is as wide, but no line.
        board.put(1 << (last - 1), Tile::SouthWest);
        (0..last - 1).for_each(|column| board.put(1 << column, Tile::EastWest));
        board
    }

    #[test]
    fn a_line_is_completed_in_each_corner() {
        for size in 2..=8 {
            for symmetry in 0..8 {
                let board = before_a_line(size).image(symmetry);
                let occupied = board.occupied();
                let red = Board { white: board.white.map(|white| occupied & !white) };
                for (board, winner) in [(board, Wins(1)), (red, Wins(2))] {
                    assert_eq!(Tracks::wins_on(&board, size as u8), Wins::default());
                    let mut found = 0;
                    placements(&board, size, |field| {
                        assert!(field.is_at_rest());
                        found += compare_wins(field, size as u8);
                    });
                    assert!(found > 0, "{winner:?} {size} {symmetry}");
                }
            }
        }
    }

    #[test]
    fn only_rings_ends_of_one_track_and_ends_far_apart_can_win() {
        let cells = |cells: &[Cell]| -> u64 {
            cells.iter().map(|(row, column)| 1 << (8 * row + column)).sum()
        };
        let empty = |span| Tracks::new(&Board::EMPTY, span);
        let stairs = cells(&[(0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 3)]);
        assert!(!empty(Tracks::NO_LINES).can_win(stairs));
        assert!(!empty(8).can_win(stairs));
        assert!(empty(3).can_win(stairs));
        assert!(empty(8).can_win(cells(&[(6, 6), (6, 7), (7, 6), (7, 7)])));
        let mut board = Board::EMPTY;
        board.put(cells(&[(1, 1)]), Tile::NorthEast);
        let tracks = Tracks::new(&board, 8);
        assert!(tracks.can_win(cells(&[(0, 1), (0, 2), (1, 2)])));
        assert!(!tracks.can_win(cells(&[(0, 1), (0, 2)])));
    }

    #[test]
    fn where_both_colours_have_won_at_once_the_mover_wins() {
        for mover in [Colour::White, Colour::Red] {
            assert_eq!(Wins(3).winner(mover), Some(mover));
            assert_eq!(Wins(1).winner(mover), Some(Colour::White));
            assert_eq!(Wins(2).winner(mover), Some(Colour::Red));
            assert_eq!(Wins(0).winner(mover), None);
        }
    }
}
