//! Tiles and the players whose tracks they join.

/// The two players and their colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// The first player.
    White,
    /// The second player.
    Red,
}

impl Colour {
    /// Returns 0 for white, 1 for red.
    pub(crate) fn number(self) -> usize {
        usize::from(self == Colour::Red)
    }

    /// Returns the other one.
    pub fn other(self) -> Colour {
        if self == Colour::White { Colour::Red } else { Colour::White }
    }
}

/// A tile as the set of its two white sides: 1 north, 2 east, 4 south, 8 west; 0 is an empty cell.
pub type Tile = u8;

/// The six tiles.
pub(crate) const TILES: [Tile; 6] =
    [NORTH | SOUTH, EAST | WEST, NORTH | WEST, EAST | SOUTH, NORTH | EAST, SOUTH | WEST];
/// Their two white sides, in notation.
const CODES: [&str; 6] = ["NS", "EW", "NW", "SE", "NE", "SW"];
pub(crate) const NORTH: u8 = 1;
pub(crate) const EAST: u8 = 2;
pub(crate) const SOUTH: u8 = 4;
pub(crate) const WEST: u8 = 8;

/// Returns a cell in notation: two dots if it is empty.
pub(crate) fn cell_code(cell: Tile) -> &'static str {
    TILES.iter().position(|&tile| tile == cell).map_or("..", |tile| CODES[tile])
}
