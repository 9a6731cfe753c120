//! Sets of cells of an 8×8 field as words: bit 8·row + column, rows from the top.

use crate::tile::TileSide;

pub(crate) const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

/// The cells one step further through a side; those that would leave the field are gone.
#[inline(always)]
pub(crate) const fn moved(cells: u64, side: TileSide) -> u64 {
    match side {
        TileSide::North => cells >> 8,
        TileSide::East => (cells & !LAST_COLUMN) << 1,
        TileSide::South => cells << 8,
        TileSide::West => (cells & !FIRST_COLUMN) >> 1,
    }
}

/// The cells and their neighbours.
#[inline(always)]
pub(crate) const fn with_neighbours(cells: u64) -> u64 {
    cells
        | moved(cells, TileSide::North)
        | moved(cells, TileSide::East)
        | moved(cells, TileSide::South)
        | moved(cells, TileSide::West)
}

/// The cells of the top left `rows`×`columns`.
#[inline]
pub(crate) const fn rectangle(rows: usize, columns: usize) -> u64 {
    let row = (1 << columns) - 1;
    let all = row * FIRST_COLUMN;
    if rows >= 8 { all } else { all & ((1 << (8 * rows)) - 1) }
}

/// The rows that have cells, as bits of a byte shifted down into columns: the union of all rows.
#[inline(always)]
pub(crate) const fn columns(cells: u64) -> u64 {
    let cells = cells | cells >> 32;
    let cells = cells | cells >> 16;
    (cells | cells >> 8) & 0xFF
}

/// Rows from bottom to top.
#[inline(always)]
pub(crate) const fn upside_down(cells: u64) -> u64 {
    cells.swap_bytes()
}

/// Columns from right to left.
#[inline(always)]
pub(crate) const fn mirrored(cells: u64) -> u64 {
    let cells = (cells >> 1 & 0x5555_5555_5555_5555) | (cells & 0x5555_5555_5555_5555) << 1;
    let cells = (cells >> 2 & 0x3333_3333_3333_3333) | (cells & 0x3333_3333_3333_3333) << 2;
    (cells >> 4 & 0x0F0F_0F0F_0F0F_0F0F) | (cells & 0x0F0F_0F0F_0F0F_0F0F) << 4
}

/// Rows and columns exchanged (three exchanges of blocks; Warren, "Hacker's Delight", 7-3).
#[inline(always)]
pub(crate) const fn transposed(cells: u64) -> u64 {
    let swap = (cells ^ cells >> 7) & 0x00AA_00AA_00AA_00AA;
    let cells = cells ^ swap ^ swap << 7;
    let swap = (cells ^ cells >> 14) & 0x0000_CCCC_0000_CCCC;
    let cells = cells ^ swap ^ swap << 14;
    let swap = (cells ^ cells >> 28) & 0x0000_0000_F0F0_F0F0;
    cells ^ swap ^ swap << 28
}

/// The image of cells in the top left `rows`×`columns` under one of the 8 symmetries of the square,
/// at the top left too: bit 2 exchanges rows and columns, then bit 1 turns upside down, bit 0
/// mirrors.
#[inline]
pub(crate) const fn image(cells: u64, symmetry: usize, (rows, columns): (usize, usize)) -> u64 {
    let (mut image, mut rows, mut columns) = (cells, rows, columns);
    if symmetry & 4 != 0 {
        (image, rows, columns) = (transposed(cells), columns, rows);
    }
    // An empty set has no rows.
    if symmetry & 2 != 0 {
        image = upside_down(image) >> (8 * (8 - rows) % 64);
    }
    if symmetry & 1 != 0 {
        image = mirrored(image) >> ((8 - columns) % 8);
    }
    image
}

/// The cells of a set, from the lowest.
#[inline]
pub(crate) fn each(mut cells: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (cells != 0).then(|| cells.trailing_zeros() as usize)?;
        cells &= cells - 1;
        Some(cell)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_goes_where_it_should() {
        for row in 0..8i32 {
            for column in 0..8i32 {
                let cell = |row: i32, column: i32| 1u64 << (8 * row + column);
                let here = cell(row, column);
                for side in TileSide::ALL {
                    let (down, right) = side.step();
                    let (to_row, to_column) = (row + down, column + right);
                    let inside = (0..8).contains(&to_row) && (0..8).contains(&to_column);
                    let expected = if inside { cell(to_row, to_column) } else { 0 };
                    assert_eq!(moved(here, side), expected, "{row} {column} {side:?}");
                }
                assert_eq!(upside_down(here), cell(7 - row, column));
                assert_eq!(mirrored(here), cell(row, 7 - column));
                assert_eq!(transposed(here), cell(column, row));
                assert_eq!(columns(here), 1 << column);
                let (rows, width) = (row as usize + 1, column as usize + 1);
                assert_eq!(rectangle(rows, width).count_ones() as usize, rows * width);
                assert_ne!(rectangle(rows, width) & here, 0);
            }
        }
        assert_eq!(each(0b1001_0010).collect::<Vec<_>>(), [1, 4, 7]);
    }
}
