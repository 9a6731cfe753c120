//! Tiles by their white sides.

/// Sides of a cell, clockwise from the north: the way to the neighbour, as rows and columns.
pub(crate) const SIDES: [[i8; 2]; 4] = [[-1, 0], [0, 1], [1, 0], [0, -1]];

/// A colour, and its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Colour {
    White,
    Red,
}

impl Colour {
    pub(crate) const BOTH: [Colour; 2] = [Colour::White, Colour::Red];

    pub(crate) fn other(self) -> Self {
        match self {
            Colour::White => Colour::Red,
            Colour::Red => Colour::White,
        }
    }
}

/// A tile: which of its sides are white, two of four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Tile([bool; 4]);

impl Tile {
    /// All six, in the order of their codes from 1 on: `NS`, `EW`, `NW`, `SE`, `NE`, `SW`.
    pub(crate) const ALL: [Tile; 6] = [
        Tile([true, false, true, false]),
        Tile([false, true, false, true]),
        Tile([true, false, false, true]),
        Tile([false, true, true, false]),
        Tile([true, true, false, false]),
        Tile([false, false, true, true]),
    ];

    /// The tiles that a game may begin with, up to rotation: `NS` and `NW`.
    pub(crate) const FIRST: [Tile; 2] = [Tile::ALL[0], Tile::ALL[2]];

    /// Returns the code of the tile, from 1 on.
    pub(crate) fn code(self) -> u64 {
        let place = Tile::ALL.iter().position(|tile| *tile == self);
        place.map_or(0, |place| place as u64 + 1)
    }

    /// Returns the tile of a code.
    pub(crate) fn of_code(code: u64) -> Option<Self> {
        Tile::ALL.get(usize::try_from(code).ok()?.checked_sub(1)?).copied()
    }

    pub(crate) fn colour(self, side: usize) -> Colour {
        if self.0[side] { Colour::White } else { Colour::Red }
    }

    /// Returns the other side of the track that one side belongs to.
    pub(crate) fn other_end(self, side: usize) -> usize {
        (0..4).find(|&other| other != side && self.0[other] == self.0[side]).unwrap_or(side)
    }

    /// Returns the tile with each side moved to another place.
    pub(crate) fn moved(self, place: impl Fn(usize) -> usize) -> Self {
        let mut sides = [false; 4];
        (0..4).for_each(|side| sides[place(side)] = self.0[side]);
        Tile(sides)
    }
}
