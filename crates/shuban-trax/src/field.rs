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
    /// If two neighbours are forced, one white and one red, then whichever is filled first sends
    /// its other colour into the other, the third of its kind. Both filled in one step would clash
    /// instead, which is tested. All other orders lead to the same.
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
            if with_neighbours(white) & red & !white != 0 {
                // Either of the two neighbours leads three ends into the other once it is filled.
                return Err((occupied | white | red) & !self.occupied);
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
