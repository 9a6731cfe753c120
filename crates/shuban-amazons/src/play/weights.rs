//! The constants of the evaluation.

/// Value of a square, in which scores are counted.
pub const SQUARE: i32 = 1 << 10;

/// A number that changes in the course of a game: its value while all of the board is contended for, and when
/// nothing is any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fading {
    /// Value at the start.
    pub early: i32,
    /// Value at the end.
    pub late: i32,
}

impl Fading {
    /// Returns the value in a phase, from 0 (the end) to [`SQUARE`] (the start).
    #[inline]
    pub(super) fn at(self, phase: i32) -> i32 {
        self.late + (self.early - self.late) * phase / SQUARE
    }
}

/// Constants of the evaluation: how much each of its parts counts, in 1024ths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Squares that a side reaches first in moves of a queen (t1).
    pub queens: Fading,
    /// Squares that a side reaches first in steps of a king (t2).
    pub kings: Fading,
    /// Squares that a side reaches in few moves of a queen, whoever is first (c1).
    pub near_queens: Fading,
    /// The number of king's steps by which a side is nearer, up to six a square (c2).
    pub near_kings: Fading,
    /// Lack of room around single amazons (m).
    pub room: Fading,
    /// A square that both reach in as many moves, for the side to move, in 1024ths of a square.
    pub tie: Fading,
    /// The turn itself, in 1024ths of a square.
    pub turn: Fading,
    /// Contention, in squares, down to which all weights are early ones.
    pub early: i32,
    /// Room of an amazon, in squares within two steps, from which on it lacks none.
    pub enough_room: i32,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            queens: Fading { early: 200, late: 1024 },
            kings: Fading { early: 400, late: 0 },
            near_queens: Fading { early: 250, late: 0 },
            near_kings: Fading { early: 250, late: 0 },
            room: Fading { early: 50, late: 0 },
            tie: Fading { early: 200, late: 200 },
            turn: Fading { early: 0, late: -512 },
            early: 30,
            enough_room: 12,
        }
    }
}
