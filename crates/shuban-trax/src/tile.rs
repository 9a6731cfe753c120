//! Tiles, their sides and colours.

use std::fmt;

use shuban_core::Payoffs;

/// A colour, and its player: white moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// The first player, seat 0.
    White,
    /// The second player, seat 1.
    Red,
}

impl Colour {
    /// The other colour.
    #[inline]
    pub fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Red,
            Colour::Red => Colour::White,
        }
    }

    /// Payoffs of the seats if a colour wins, or of a draw.
    pub(crate) fn payoffs(winner: Option<Colour>) -> Payoffs {
        match winner {
            None => Payoffs::new(&[0, 0]),
            Some(Colour::White) => Payoffs::new(&[1, -1]),
            Some(Colour::Red) => Payoffs::new(&[-1, 1]),
        }
    }

    /// 0 for white, 1 for red.
    #[inline]
    pub fn seat(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Colour::White { "white" } else { "red" })
    }
}

/// A side of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TileSide {
    /// Towards the row above.
    North,
    /// Towards the column to the right.
    East,
    /// Towards the row below.
    South,
    /// Towards the column to the left.
    West,
}

impl TileSide {
    /// All four, clockwise.
    pub const ALL: [TileSide; 4] =
        [TileSide::North, TileSide::East, TileSide::South, TileSide::West];

    /// The side across the cell, which is also the neighbour's name of this one.
    #[inline]
    pub const fn opposite(self) -> TileSide {
        match self {
            TileSide::North => TileSide::South,
            TileSide::East => TileSide::West,
            TileSide::South => TileSide::North,
            TileSide::West => TileSide::East,
        }
    }

    /// Change of the row and the column on the way through this side.
    pub const fn step(self) -> (i32, i32) {
        match self {
            TileSide::North => (-1, 0),
            TileSide::East => (0, 1),
            TileSide::South => (1, 0),
            TileSide::West => (0, -1),
        }
    }
}

/// One of the six oriented tiles. Each has a white and a red track, and each track joins two sides:
/// so a tile is the pair of its white sides. Their order is part of the form of proof files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tile {
    /// White straight from north to south, red from east to west.
    NorthSouth,
    /// White straight from east to west, red from north to south.
    EastWest,
    /// White round the north-west corner, red round the south-east one.
    NorthWest,
    /// White round the south-east corner, red round the north-west one.
    SouthEast,
    /// White round the north-east corner, red round the south-west one.
    NorthEast,
    /// White round the south-west corner, red round the north-east one.
    SouthWest,
}

impl Tile {
    /// All six.
    pub const ALL: [Tile; 6] = [
        Tile::NorthSouth,
        Tile::EastWest,
        Tile::NorthWest,
        Tile::SouthEast,
        Tile::NorthEast,
        Tile::SouthWest,
    ];

    /// The two sides that the track of a colour joins.
    #[inline]
    pub const fn sides(self, colour: Colour) -> [TileSide; 2] {
        use TileSide::{East, North, South, West};
        match (self, colour) {
            (Tile::NorthSouth, Colour::White) | (Tile::EastWest, Colour::Red) => [North, South],
            (Tile::EastWest, Colour::White) | (Tile::NorthSouth, Colour::Red) => [East, West],
            (Tile::NorthWest, Colour::White) | (Tile::SouthEast, Colour::Red) => [North, West],
            (Tile::SouthEast, Colour::White) | (Tile::NorthWest, Colour::Red) => [East, South],
            (Tile::NorthEast, Colour::White) | (Tile::SouthWest, Colour::Red) => [North, East],
            (Tile::SouthWest, Colour::White) | (Tile::NorthEast, Colour::Red) => [South, West],
        }
    }

    /// The colour at a side.
    #[inline]
    pub fn colour(self, side: TileSide) -> Colour {
        if self.sides(Colour::White).contains(&side) { Colour::White } else { Colour::Red }
    }

    /// The shape as it is written: `+` for the straights, `/` and `\` for the curves.
    pub const fn shape(self) -> Shape {
        match self {
            Tile::NorthSouth | Tile::EastWest => Shape::Plus,
            Tile::NorthWest | Tile::SouthEast => Shape::Slash,
            Tile::NorthEast | Tile::SouthWest => Shape::Backslash,
        }
    }

    /// Its white sides, as diagrams write them.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Tile::NorthSouth => "NS",
            Tile::EastWest => "EW",
            Tile::NorthWest => "NW",
            Tile::SouthEast => "SE",
            Tile::NorthEast => "NE",
            Tile::SouthWest => "SW",
        }
    }

    /// The tile with these white sides. `None` unless they are two.
    pub fn from_white_sides(is_white: impl Fn(TileSide) -> bool) -> Option<Tile> {
        Tile::ALL.into_iter().find(|tile| {
            TileSide::ALL.iter().all(|&side| is_white(side) == (tile.colour(side) == Colour::White))
        })
    }
}

/// Tile shape in the notation of a move; the colours follow from the neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// `+`: the straights.
    Plus,
    /// `/`: arcs round the north-west and the south-east corner.
    Slash,
    /// `\`: arcs round the north-east and the south-west corner.
    Backslash,
}

impl Shape {
    /// The character that is written.
    pub const fn symbol(self) -> char {
        match self {
            Shape::Plus => '+',
            Shape::Slash => '/',
            Shape::Backslash => '\\',
        }
    }

    /// The shape of a character; `s` is read for `/` and `b` for `\`, which a shell leaves alone.
    pub const fn from_symbol(symbol: char) -> Option<Shape> {
        match symbol {
            '+' => Some(Shape::Plus),
            '/' | 's' | 'S' => Some(Shape::Slash),
            '\\' | 'b' | 'B' => Some(Shape::Backslash),
            _ => None,
        }
    }
}
