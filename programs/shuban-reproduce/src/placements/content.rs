//! What a cell holds, as the counts see it: nothing, or a tile.

use shuban_trax::{Colour, Tile, TileSide};

/// Whether a tile is white on each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sides {
    pub(super) north: bool,
    pub(super) east: bool,
    pub(super) south: bool,
    pub(super) west: bool,
}

impl Sides {
    /// Those of the six tiles.
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

/// Which colours lead into an empty cell: white as bit 0, red as bit 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct CellEnds(pub(super) u8);

impl CellEnds {
    /// With one more; `None` if that makes two of one colour.
    pub(super) fn with(self, is_white: bool) -> Option<Self> {
        let end = if is_white { 1 } else { 2 };
        (self.0 & end == 0).then_some(CellEnds(self.0 | end))
    }
}
