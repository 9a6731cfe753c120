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

/// Which colours lead into an empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Ends {
    white: bool,
    red: bool,
}

impl Ends {
    /// With one more; `None` if that makes two of one colour.
    pub(super) fn with(self, is_white: bool) -> Option<Ends> {
        match is_white {
            true if !self.white => Some(Ends { white: true, ..self }),
            false if !self.red => Some(Ends { red: true, ..self }),
            _ => None,
        }
    }

    /// The only one.
    pub(super) fn first(is_white: bool) -> Ends {
        Ends { white: is_white, red: !is_white }
    }

    /// As a number below 4.
    pub(super) fn code(self) -> u64 {
        u64::from(self.white) | u64::from(self.red) << 1
    }

    pub(super) fn from_code(code: u64) -> Ends {
        Ends { white: code & 1 != 0, red: code & 2 != 0 }
    }
}
