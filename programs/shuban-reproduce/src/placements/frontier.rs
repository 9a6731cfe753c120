//! The frontier: all that later cells need to know of those before.

use super::content::CellEnds;

/// The last cell of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// An empty cell, with the ends that lead into it so far.
    Empty(CellEnds),
    /// A tile: true if it is white in the south, and the number of its island.
    Tile { white_south: bool, island: u8 },
}

/// Maximum number of columns.
pub(super) const MOST_COLUMNS: usize = 8;

/// Bits of a column within a key: one that tells tiles from empty cells, two of which the second of
/// a tile is not used, three for an island.
const COLUMN: u32 = 6;
const TILE: u64 = 1 << 2;
const ISLAND: u32 = 3;

/// First bit of each possible column.
const EACH: u64 = {
    let mut each = 0;
    let mut column = 0;
    while column < MOST_COLUMNS {
        each |= 1 << (COLUMN * column as u32);
        column += 1;
    }
    each
};

/// Bits for the last cell: set if it is a tile that another may still touch in the east, and if it
/// is white there.
const EAST: u64 = 1 << 62;
const WHITE_EAST: u64 = 1 << 63;

/// The last cell of every column, and the east of the very last one. Islands are numbered from the
/// left, so that equal frontiers have equal keys.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frontier {
    pub(super) cells: [Cell; MOST_COLUMNS],
    /// East of the last cell; `None` for an empty cell and at the end of a row.
    pub(super) white_east: Option<bool>,
    pub(super) columns: usize,
}

impl Frontier {
    /// Unused island number, as there are at most six.
    pub(super) const NEW_ISLAND: u8 = 7;

    /// Creates a frontier without tiles.
    pub(super) fn empty(columns: usize) -> Self {
        assert!((1..=MOST_COLUMNS).contains(&columns));
        Frontier {
            cells: [Cell::Empty(CellEnds::default()); MOST_COLUMNS],
            white_east: None,
            columns,
        }
    }

    /// Decodes a key.
    pub(super) fn from_key(key: u64, columns: usize) -> Self {
        let mut frontier = Frontier::empty(columns);
        for (column, cell) in frontier.cells[..columns].iter_mut().enumerate() {
            let code = key >> (COLUMN * column as u32);
            *cell = if code & TILE == 0 {
                Cell::Empty(CellEnds((code & 3) as u8))
            } else {
                Cell::Tile { white_south: code & 1 != 0, island: (code >> ISLAND & 7) as u8 }
            };
        }
        frontier.white_east = (key & EAST != 0).then_some(key & WHITE_EAST != 0);
        frontier
    }

    /// Returns the key of this frontier, islands numbered anew.
    pub(super) fn key(&self) -> u64 {
        let mut numbers = [None; 1 << (COLUMN - ISLAND)];
        let mut islands = 0;
        let mut key = match self.white_east {
            None => 0,
            Some(false) => EAST,
            Some(true) => EAST | WHITE_EAST,
        };
        for (column, cell) in self.cells[..self.columns].iter().enumerate() {
            let code = match *cell {
                Cell::Empty(ends) => ends.0.into(),
                Cell::Tile { white_south, island } => {
                    let number = *numbers[usize::from(island)].get_or_insert_with(|| {
                        islands += 1;
                        islands - 1
                    });
                    u64::from(white_south) | TILE | number << ISLAND
                }
            };
            key |= code << (COLUMN * column as u32);
        }
        key
    }

    /// Returns the key of this frontier or of the one with all colours exchanged, whichever is
    /// less: as many placements lead to either, and continue it.
    pub(super) fn key_either_way(&self) -> u64 {
        let key = self.key();
        let columns = (1 << (COLUMN * self.columns as u32)) - 1;
        let tiles = (key & EACH << 2) >> 2;
        let one_end = (key ^ key >> 1) & EACH & !tiles;
        let mut exchanged = key ^ (tiles | one_end | one_end << 1) & columns;
        if self.white_east.is_some() {
            exchanged ^= WHITE_EAST;
        }
        key.min(exchanged)
    }

    /// Returns the islands that reach the frontier, as bits.
    pub(super) fn islands(&self) -> u8 {
        self.cells[..self.columns].iter().fold(0, |islands, cell| match cell {
            Cell::Tile { island, .. } => islands | 1 << island,
            Cell::Empty(_) => islands,
        })
    }

    /// Joins two islands.
    pub(super) fn join(&mut self, one: u8, other: u8) {
        for cell in &mut self.cells[..self.columns] {
            if let Cell::Tile { island, .. } = cell
                && *island == other
            {
                *island = one;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_ENDS: Cell = Cell::Empty(CellEnds(0));
    const BOTH_ENDS: Cell = Cell::Empty(CellEnds(3));

    fn frontier(cells: &[Cell], white_east: Option<bool>) -> Frontier {
        let mut frontier = Frontier { white_east, ..Frontier::empty(cells.len()) };
        frontier.cells[..cells.len()].copy_from_slice(cells);
        frontier
    }

    #[test]
    fn a_key_forgets_nothing_but_the_names_of_islands() {
        let tile = |white_south, island| Cell::Tile { white_south, island };
        let cells = |first, second| {
            [tile(true, first), NO_ENDS, tile(false, second), NO_ENDS, tile(true, first)]
        };
        let frontier = frontier(&cells(3, 1), Some(true));
        let again = Frontier::from_key(frontier.key(), 5);
        assert_eq!((&again.cells[..5], again.white_east), (&cells(0, 1)[..], Some(true)));
        assert_eq!(again.key(), frontier.key());
        assert_eq!(frontier.islands(), 0b1010);
    }

    #[test]
    fn frontiers_with_all_colours_exchanged_share_a_key() {
        let key = |is_white: bool, white_east| {
            let tile = |white_south| Cell::Tile { white_south, island: 0 };
            let end = |is_white| Cell::Empty(CellEnds(if is_white { 1 } else { 2 }));
            let (one, other) = (is_white, !is_white);
            let cells = [tile(one), end(other), BOTH_ENDS, end(one), tile(other), BOTH_ENDS];
            frontier(&cells, white_east).key_either_way()
        };
        assert_eq!(key(true, None), key(false, None));
        assert_eq!(key(true, Some(true)), key(false, Some(false)));
        assert_ne!(key(true, Some(true)), key(false, Some(true)));
    }
}
