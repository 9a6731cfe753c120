//! Boards: tiles on an endless plane.

use std::collections::BTreeMap;

use crate::trax::tile::{Colour, SIDES, Tile};

/// A cell: its row and its column.
pub(crate) type Cell = [i8; 2];

/// The tiles by cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Board(pub(crate) BTreeMap<Cell, Tile>);

/// Returns the neighbour of a cell across a side.
pub(crate) fn beside(cell: Cell, side: usize) -> Cell {
    [cell[0] + SIDES[side][0], cell[1] + SIDES[side][1]]
}

impl Board {
    /// Returns the least and the greatest row, or column.
    pub(crate) fn range(&self, axis: usize) -> [i8; 2] {
        let all = || self.0.keys().map(|cell| cell[axis]);
        [all().min().unwrap_or(0), all().max().unwrap_or(0)]
    }

    /// Returns the number of rows, or of columns.
    pub(crate) fn extent(&self, axis: usize) -> usize {
        let [least, most] = self.range(axis);
        if self.0.is_empty() { 0 } else { (most - least) as usize + 1 }
    }

    /// Returns the colour that leads into a cell from across a side, if there is a tile.
    pub(crate) fn end_into(&self, cell: Cell, side: usize) -> Option<Colour> {
        let tile = self.0.get(&beside(cell, side))?;
        Some(tile.colour((side + 2) % 4))
    }

    /// Returns the empty cells beside tiles.
    pub(crate) fn open_cells(&self) -> Vec<Cell> {
        let all = self.0.keys().flat_map(|&cell| (0..4).map(move |side| beside(cell, side)));
        let mut open: Vec<Cell> = all.filter(|cell| !self.0.contains_key(cell)).collect();
        open.sort_unstable();
        open.dedup();
        open
    }

    /// Returns the image under a symmetry, at the top left corner.
    pub(crate) fn image(&self, symmetry: fn(Cell) -> Cell) -> Board {
        let place = |side: usize| {
            let way = symmetry(SIDES[side]);
            SIDES.iter().position(|other| *other == way).unwrap_or(side)
        };
        let tiles = self.0.iter().map(|(cell, tile)| (symmetry(*cell), tile.moved(place)));
        let moved = Board(tiles.collect());
        let [top, left] = [0, 1].map(|axis| moved.range(axis)[0]);
        Board(moved.0.into_iter().map(|([r, c], tile)| ([r - top, c - left], tile)).collect())
    }
}
