//! Content of a cell, as the counts see it: empty, or a tile.

use shuban_trax::{Colour, Tile, TileSide};

/// Colours of a tile's sides: true for white.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sides {
    pub(super) north: bool,
    pub(super) east: bool,
    pub(super) south: bool,
    pub(super) west: bool,
}

impl Sides {
    /// Returns the sides of the six tiles.
    pub(super) fn all() -> [Sides; 6] {
        Tile::ALL.map(|tile| {
            let is_white = |side| tile.colour(side) == Colour::White;
            Sides {
                north: is_white(TileSide::North),
                east: is_white(TileSide::East),
                south: is_white(TileSide::South),
                west: is_white(TileSide::West),
            }
        })
    }
}

/// Colours that lead into an empty cell: white as bit 0, red as bit 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct CellEnds(pub(super) u8);

impl CellEnds {
    /// Adds an end; `None` if that makes two of one colour.
    pub(super) fn with(self, is_white: bool) -> Option<Self> {
        let end = if is_white { 1 } else { 2 };
        (self.0 & end == 0).then_some(CellEnds(self.0 | end))
    }
}
