//! A board amid its field: the cells where tiles may be put, and the chains they set off, computed
//! for all cells together.

use crate::bits::{FIRST_COLUMN, columns, moved, rectangle, with_neighbours};
use crate::board::Board;
use crate::tile::{Colour, Tile, TileSide};

/// The track ends that lead into each cell: by side, the cells that get white, or red, from there.
#[derive(Clone, Copy)]
struct Ends {
    white: [u64; 4],
    red: [u64; 4],
}

impl Ends {
    #[inline(always)]
    fn of(board: &Board, occupied: u64) -> Self {
        let mut ends = Ends { white: [0; 4], red: [0; 4] };
        for side in TileSide::ALL {
            // The end that a cell gets from the north is its northern neighbour's southern one.
            let back = side.opposite();
            let white = moved(board.white[back as usize], back);
            ends.white[side as usize] = white;
            ends.red[side as usize] = moved(occupied, back) & !white;
        }
        ends
    }
}

/// The cells with at least two, and those with at least three, of four.
#[inline(always)]
const fn two_and_three([a, b, c, d]: [u64; 4]) -> (u64, u64) {
    let (both, any) = (a & b, a | b);
    let (other_both, other_any) = (c & d, c | d);
    (both | other_both | any & other_any, both & other_any | any & other_both)
}

#[inline(always)]
const fn any([a, b, c, d]: [u64; 4]) -> u64 {
    a | b | c | d
}

/// A board at rest, somewhere on its field with room around it, and derived data for each empty
/// cell.
#[derive(Clone)]
pub(crate) struct Field {
    pub(crate) board: Board,
    pub(crate) occupied: u64,
    /// Empty cells beside a tile in which a tile may be put without the board becoming too large.
    pub(crate) candidates: u64,
    ends: Ends,
    /// By colour and side: the empty cells that force their neighbour there if they turn that
    /// colour to it, for it has one end of that colour already.
    forcing: [[u64; 4]; 2],
    /// The cells where a tile that forces nothing may complete a victory line: on the outer rows or
    /// columns of a board that then has as many as it may have. Elsewhere it cannot, for it
    /// lengthens a track at one end only.
    pub(crate) outer: u64,
}

impl Field {
    /// A board that does not fill its field in either direction, or only where it may not grow:
    /// `allowed` are the cells in which a tile may be put.
    #[inline]
    pub(crate) fn new(board: Board, allowed: u64) -> Self {
        Self::with_outer(board, allowed, u64::MAX)
    }

    #[inline]
    pub(crate) fn with_outer(board: Board, allowed: u64, outer: u64) -> Self {
        let occupied = board.occupied();
        let ends = Ends::of(&board, occupied);
        let empty = !occupied;
        let candidates = with_neighbours(occupied) & empty & allowed;
        let (white, red) = (any(ends.white) & empty, any(ends.red) & empty);
        let toward = |cells: u64| {
            let mut forcing = [0; 4];
            for side in TileSide::ALL {
                forcing[side as usize] = moved(cells, side.opposite());
            }
            forcing
        };
        Field { board, occupied, candidates, ends, forcing: [toward(white), toward(red)], outer }
    }

    /// The cells where the tile fits its neighbours.
    #[inline(always)]
    pub(crate) fn fitting(&self, tile: Tile) -> u64 {
        let [a, b] = tile.sides(Colour::White);
        let [c, d] = tile.sides(Colour::Red);
        let (white, red) = (&self.ends.white, &self.ends.red);
        let clash = red[a as usize] | red[b as usize] | white[c as usize] | white[d as usize];
        self.candidates & !clash
    }

    /// The cells where the tile would force a neighbour. As long as a board is at rest no empty
    /// cell has two equal ends, so a tile that forces nothing is legal, and ends the turn.
    #[inline(always)]
    pub(crate) fn chaining(&self, tile: Tile) -> u64 {
        let [a, b] = tile.sides(Colour::White);
        let [c, d] = tile.sides(Colour::Red);
        let [white, red] = &self.forcing;
        white[a as usize] | white[b as usize] | red[c as usize] | red[d as usize]
    }

    /// The board after a tile is put into a cell (a set of one) that it fits, and all forced cells
    /// have been filled, step by step, all of a step together. `None` if that is illegal: an empty
    /// cell got three equal ends.
    ///
    /// Any other order leads to the same. No two cells of a step are neighbours, whose tiles could
    /// clash: each lies beside a cell of the step before, so that row + column is even in all of
    /// them, or odd in all. And if two neighbours are forced, one white and one red, then whichever
    /// is filled first sends its other colour into the other, the third of its kind.
    #[inline]
    pub(crate) fn settled(&self, cell: u64, tile: Tile) -> Option<Board> {
        self.chain(cell, tile).ok()
    }

    /// As [`settled`](Field::settled); if the turn is illegal, the cells filled until that was
    /// detected.
    #[inline(always)]
    pub(crate) fn chain(&self, cell: u64, tile: Tile) -> Result<Board, u64> {
        let mut board = self.board;
        board.put(cell, tile);
        let mut occupied = self.occupied | cell;
        loop {
            let ends = Ends::of(&board, occupied);
            let (white, three_white) = two_and_three(ends.white);
            let (red, three_red) = two_and_three(ends.red);
            if (three_white | three_red) & !occupied != 0 {
                return Err(occupied & !self.occupied);
            }
            let (white, red) = (white & !occupied, red & !occupied);
            if white | red == 0 {
                return Ok(board);
            }
            for side in TileSide::ALL {
                let (from_white, from_red) = (ends.white[side as usize], ends.red[side as usize]);
                board.white[side as usize] |= white & from_white | red & !from_red;
            }
            occupied |= white | red;
        }
    }

    /// Returns true if a cell lies in the smallest rectangle that holds all tiles.
    #[inline]
    pub(crate) fn is_inside(&self, cell: u64) -> bool {
        let row = of_rows(1 << (cell.trailing_zeros() / 8)) & self.occupied;
        row != 0 && columns(self.occupied) & columns(cell) != 0
    }

    /// Returns true if no empty cell has two equal ends.
    pub(crate) fn is_at_rest(&self) -> bool {
        let (white, _) = two_and_three(self.ends.white);
        let (red, _) = two_and_three(self.ends.red);
        (white | red) & !self.occupied == 0
    }
}

/// Positions of a cornered board on the field so that it can grow by one at every side where its
/// limit lets it: at most twice in each direction, the places where a tile may be put shared out
/// among them.
///
/// Up to six rows have room on both sides. Seven rows that may become eight need two placements:
/// one with the row below, one with the row above.
#[inline]
pub(crate) fn placements(board: &Board, limit: usize, mut visit: impl FnMut(&Field)) {
    let (rows, columns) = board.size();
    for (down, allowed_rows, outer_rows) in spans(rows, limit).into_iter().flatten() {
        for (right, allowed_columns, outer_columns) in spans(columns, limit).into_iter().flatten() {
            let allowed = of_rows(allowed_rows) & of_columns(allowed_columns);
            let outer = of_rows(outer_rows) | of_columns(outer_columns);
            visit(&Field::with_outer(board.shifted(down, right), allowed, outer));
        }
    }
}

/// The cells of some rows.
#[inline]
const fn of_rows(rows: u8) -> u64 {
    // Spread the bits to the first cell of each row, then fill the rows.
    let low = (rows as u64 & 0xF).wrapping_mul(0x0020_4081) & 0x0101_0101;
    let high = (rows as u64 >> 4).wrapping_mul(0x0020_4081) & 0x0101_0101;
    (low | high << 32) * 0xFF
}

/// The cells of some columns.
#[inline]
const fn of_columns(columns: u8) -> u64 {
    FIRST_COLUMN * columns as u64
}

/// A cornered board put so far from the border that it, and any board after a turn, has room around
/// it wherever it may grow; `None` if the field is too small.
pub(crate) fn centred(board: &Board, limit: usize) -> Option<Field> {
    let margin = |size: usize| match size {
        size if size >= limit => Some(0),
        0..=4 => Some(2),
        5..=6 => Some(1),
        _ => None,
    };
    let (rows, columns) = board.size();
    field_around(board.shifted(margin(rows)?, margin(columns)?), limit)
}

/// The field of a board that lies anywhere; `None` if it has no room where it may grow.
#[inline]
pub(crate) fn field_around(board: Board, limit: usize) -> Option<Field> {
    let occupied = board.occupied();
    let columns = columns(occupied);
    let first_row = occupied.trailing_zeros() / 8;
    let last_row = 7 - occupied.leading_zeros() / 8;
    let (allowed_rows, outer_rows) = span(first_row, last_row, limit)?;
    let last_column = 63 - columns.leading_zeros();
    let (allowed_columns, outer_columns) = span(columns.trailing_zeros(), last_column, limit)?;
    let allowed = of_rows(allowed_rows) & of_columns(allowed_columns);
    let outer = of_rows(outer_rows) | of_columns(outer_columns);
    Some(Field::with_outer(board, allowed, outer))
}

/// For one direction, if the lines (rows or columns) `first..=last` hold the board: the lines in
/// which tiles may be put, and those where one may complete a victory line of the other direction.
/// `None` if the board may grow to a line outside of the field.
#[inline]
fn span(first: u32, last: u32, limit: usize) -> Option<(u8, u8)> {
    let size = (last - first + 1) as usize;
    let lines = |first: u32, last: u32| ((2u32 << last) - (1 << first)) as u8;
    if size >= limit {
        return Some((lines(first, last), 1 << first | 1 << last));
    }
    if first == 0 || last == 7 {
        return None;
    }
    let outer = if size + 1 == limit { 1 << (first - 1) | 1 << (last + 1) } else { 0 };
    Some((lines(first - 1, last + 1), outer))
}

/// For one direction: the place of a board of n lines, with its [`span`].
#[inline]
fn spans(size: usize, limit: usize) -> [Option<(usize, u8, u8)>; 2] {
    let first = usize::from(size < limit);
    match span(first as u32, (first + size - 1) as u32, limit) {
        Some((allowed, outer)) => [Some((first, allowed, outer)), None],
        // Seven lines that may become eight.
        None => [Some((0, 0xFF, 0x80)), Some((1, 1, 1))],
    }
}

/// Returns true if the board keeps to the limit.
pub(crate) fn is_within(board: &Board, limit: usize) -> bool {
    board.occupied() & !rectangle(limit, limit) == 0
}

/// The rows and columns, counted from the cornered board, of a cell of a field whose board lies
/// somewhere: one before the first is -1.
pub(crate) fn relative(field: &Field, cell: usize) -> (i32, i32) {
    let (top, left) = corner(field.occupied);
    ((cell / 8) as i32 - top, (cell % 8) as i32 - left)
}

/// The first row and the first column of some cells.
#[inline]
pub(crate) fn corner(cells: u64) -> (i32, i32) {
    ((cells.trailing_zeros() / 8) as i32, columns(cells).trailing_zeros() as i32)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::bits::each;
    use crate::plain::{Cell, Tiles, around, ends, fits};
    use crate::sample::{cell_at, games, tiles_of};

    fn cells_of(cells: u64) -> BTreeSet<Cell> {
        each(cells).map(cell_at).collect()
    }

    /// The greater number of equal ends that lead into a cell.
    fn equal_ends(tiles: &Tiles, cell: Cell) -> usize {
        let ends = ends(tiles, cell);
        let of = |colour: Colour| ends.iter().filter(|end| end.1 == colour).count();
        of(Colour::White).max(of(Colour::Red))
    }

    /// The number of rows from the first to the last with tiles, and of columns.
    fn size_of(tiles: &Tiles) -> [i32; 2] {
        [|cell: &Cell| cell.0, |cell: &Cell| cell.1].map(|line| {
            let lines = || tiles.keys().map(line);
            lines().max().map_or(0, |last| last + 1) - lines().min().unwrap_or(0)
        })
    }

    fn with(tiles: &Tiles, cell: Cell, tile: Tile) -> Tiles {
        let mut tiles = tiles.clone();
        tiles.insert(cell, tile);
        tiles
    }

    /// The cells beside tiles, in which a tile leaves the board within the limit.
    fn places(tiles: &Tiles, limit: usize) -> BTreeSet<Cell> {
        let is_within = |&cell: &Cell| {
            size_of(&with(tiles, cell, Tile::NorthSouth)).iter().all(|&size| size <= limit as i32)
        };
        around(tiles).into_iter().filter(is_within).collect()
    }

    /// The tiles after a chain that fills all forced cells together, step by step; if it is illegal,
    /// the cells filled by then.
    fn chain(before: &Tiles, cell: Cell, tile: Tile) -> Result<Tiles, BTreeSet<Cell>> {
        let mut tiles = with(before, cell, tile);
        loop {
            let around = around(&tiles);
            if around.iter().any(|&cell| equal_ends(&tiles, cell) > 2) {
                return Err(tiles.into_keys().filter(|cell| !before.contains_key(cell)).collect());
            }
            let forced = around.into_iter().filter(|&cell| equal_ends(&tiles, cell) > 1);
            let filled: Vec<(Cell, Tile)> = forced
                .map(|cell| {
                    let ends = ends(&tiles, cell);
                    // Two ends of a colour leave one tile that fits.
                    let tile = Tile::ALL.into_iter().find(|&tile| fits(tile, &ends));
                    (cell, tile.expect("no third end"))
                })
                .collect();
            if filled.is_empty() {
                return Ok(tiles);
            }
            tiles.extend(filled);
        }
    }

    /// Compares the turns on a field with those on a map of its tiles.
    fn compare(field: &Field, limit: usize) {
        let tiles = tiles_of(&field.board);
        let [rows, columns] = size_of(&tiles);
        let (top, left) = corner(field.occupied);
        let may_force = Tile::ALL.map(|tile| (tile, field.fitting(tile), field.chaining(tile)));
        for cell in each(field.candidates) {
            let (bit, at) = (1 << cell, cell_at(cell));
            let (row, column) = relative(field, cell);
            assert_eq!((row + top, column + left), at);
            let is_inside = (0..rows).contains(&row) && (0..columns).contains(&column);
            assert_eq!(field.is_inside(bit), is_inside);
            for (tile, fitting, chaining) in may_force {
                assert_eq!(fitting & bit != 0, fits(tile, &ends(&tiles, at)), "{at:?} {tile:?}");
                if fitting & bit == 0 {
                    continue;
                }
                let after = with(&tiles, at, tile);
                let forces = TileSide::ALL.iter().map(|side| side.step()).any(|(down, right)| {
                    let beside = (at.0 + down, at.1 + right);
                    !after.contains_key(&beside) && equal_ends(&after, beside) > 1
                });
                assert_eq!(chaining & bit != 0, forces, "{at:?} {tile:?}");
                let mut put = field.board;
                put.put(bit, tile);
                assert_eq!(Field::new(put, u64::MAX).is_at_rest(), !forces);
                let [height, width] = size_of(&after);
                let is_outer = [(height, row), (width, column)].into_iter().any(|(size, line)| {
                    let first = line.min(0);
                    size == limit as i32 && (line == first || line == first + size - 1)
                });
                assert_eq!(field.outer & bit != 0, is_outer, "{at:?}");
                if forces {
                    let found = field.chain(bit, tile);
                    let found = found.map(|board| tiles_of(&board)).map_err(cells_of);
                    assert_eq!(found, chain(&tiles, at, tile), "{tiles:?}, {at:?} {tile:?}");
                }
            }
            assert!(!tiles.contains_key(&at));
        }
    }

    #[test]
    fn tiles_are_put_and_forced_on_a_field_as_on_a_map() {
        for (trax, positions) in games() {
            for position in positions.iter().step_by(2) {
                let mut allowed = Vec::new();
                placements(&position.board, trax.size(), |field| {
                    compare(field, trax.size());
                    allowed.extend(each(field.candidates).map(|cell| relative(field, cell)));
                });
                // Each place is on one of the fields.
                allowed.sort_unstable();
                let expected = places(&tiles_of(&position.board), trax.size());
                assert_eq!(allowed, expected.into_iter().collect::<Vec<Cell>>(), "{position:?}");
            }
        }
    }

    #[test]
    fn a_board_with_room_around_it_has_one_field() {
        for (trax, positions) in games() {
            let limit = trax.size();
            for position in positions.iter().step_by(4) {
                let (rows, columns) = position.board.size();
                let expected = places(&tiles_of(&position.board), limit);
                let is_whole = |field: &Field| {
                    let all = each(field.candidates).map(|cell| relative(field, cell));
                    all.collect::<BTreeSet<Cell>>() == expected
                };
                let has_room = |first, lines| lines >= limit || first > 0 && first + lines < 8;
                for (down, right) in (0..64).map(|first| (first / 8, first % 8)) {
                    if down + rows > 8 || right + columns > 8 {
                        continue;
                    }
                    let field = field_around(position.board.shifted(down, right), limit);
                    assert_eq!(field.is_some(), has_room(down, rows) && has_room(right, columns));
                    if let Some(field) = field {
                        assert!(is_whole(&field), "{position:?}");
                        if (down + right) % 5 == 0 {
                            compare(&field, limit);
                        }
                    }
                }
                assert!((0..=8).all(|most| is_within(&position.board, most) == (rows.max(columns) <= most)));
                let is_seven_of_eight = |lines| lines == 7 && limit == 8;
                let Some(field) = centred(&position.board, limit) else {
                    assert!(is_seven_of_eight(rows) || is_seven_of_eight(columns), "{position:?}");
                    continue;
                };
                assert!(is_whole(&field) && field.board.cornered() == position.board);
                // Around up to four lines there is room after the next turn as well.
                if rows.max(columns) <= 4 {
                    for tile in Tile::ALL {
                        let after =
                            each(field.fitting(tile)).map(|cell| field.settled(1 << cell, tile));
                        assert!(after.flatten().all(|board| field_around(board, limit).is_some()));
                    }
                }
            }
        }
    }

    #[test]
    fn cells_with_two_and_with_three_of_four_are_found() {
        // Cell n is in the sets that are the bits of n.
        let sets = [0xAAAA, 0xCCCC, 0xF0F0, 0xFF00];
        let (two, three) = two_and_three(sets);
        for cell in 0..16u32 {
            let count = cell.count_ones();
            assert_eq!((two >> cell & 1 != 0, three >> cell & 1 != 0), (count > 1, count > 2));
        }
        assert_eq!(any(sets), 0xFFFE);
    }

    #[test]
    fn a_cell_with_two_ends_of_each_colour_is_not_at_rest() {
        let mut board = Board::EMPTY;
        for (cell, tile) in [
            (1, Tile::SouthWest),
            (8, Tile::SouthWest),
            (10, Tile::NorthEast),
            (17, Tile::NorthEast),
        ] {
            board.put(1 << cell, tile);
            assert_eq!(Field::new(board, u64::MAX).is_at_rest(), cell < 10);
        }
    }

    #[test]
    fn sets_of_rows_and_columns_are_those_of_their_cells() {
        for lines in 0..=u8::MAX {
            for cell in 0..64 {
                let (row, column) = (cell / 8, cell % 8);
                assert_eq!(of_rows(lines) >> cell & 1, u64::from(lines >> row & 1));
                assert_eq!(of_columns(lines) >> cell & 1, u64::from(lines >> column & 1));
            }
        }
    }
}
