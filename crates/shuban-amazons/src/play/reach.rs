//! Distances in moves of a queen and in steps of a king, as sets of squares.

use crate::squares::{BOX, Square, Squares};

/// The farthest distance that is told from larger ones.
pub const FARTHEST: usize = 16;

/// Numbers by which squares differ along the four axes. On boards of up to ten columns the last column of the
/// box is never free, so no line runs from one row into another.
const AXES: [usize; 4] = [1, BOX - 1, BOX, BOX + 1];

/// The squares at each distance from some others.
#[derive(Clone, Copy, Debug)]
pub struct Levels {
    sets: [Squares; FARTHEST],
    len: usize,
}

impl Levels {
    /// Finds distances by as many single moves as it takes; `step` returns the free squares that one move leads
    /// to from some squares. Squares farther than [`FARTHEST`] count as that far.
    fn by(from: Squares, free: Squares, step: impl Fn(Squares) -> Squares) -> Self {
        let mut levels = Levels { sets: [Squares::EMPTY; FARTHEST], len: 0 };
        let (mut reached, mut last) = (Squares::EMPTY, from);
        while levels.len < FARTHEST {
            last = step(last) - reached;
            if last.is_empty() {
                break;
            }
            reached = reached | last;
            levels.sets[levels.len] = last;
            levels.len += 1;
        }
        if levels.len == FARTHEST {
            let farthest = &mut levels.sets[FARTHEST - 1];
            *farthest = *farthest | (free.connected_to(last) - reached);
        }
        levels
    }

    /// Finds distances in moves of a queen.
    #[inline]
    pub fn by_queens(from: Squares, lines: &Lines) -> Self {
        Levels::by(from, lines.free, |from| lines.reach(from))
    }

    /// Finds distances in steps of a king.
    #[inline]
    pub fn by_kings(from: Squares, free: Squares) -> Self {
        Levels::by(from, free, |from| beside(from) & free)
    }

    /// Returns the squares at a distance of one more than this number, if there are any.
    #[inline]
    pub fn at(&self, number: usize) -> Squares {
        self.sets.get(number).copied().unwrap_or_default()
    }

    /// Returns the sets of squares from distance one on, none of them empty.
    #[inline]
    pub fn sets(&self) -> &[Squares] {
        &self.sets[..self.len]
    }

    /// Returns the distance of a square; `None` if it is out of reach.
    pub fn of(&self, square: Square) -> Option<usize> {
        self.sets().iter().position(|set| set.contains(square)).map(|number| number + 1)
    }
}

/// Returns the squares of a set and those beside them; those of the last column of the box may be wrong.
#[inline]
pub(super) fn beside(set: Squares) -> Squares {
    let wide = set.bits() | set.bits() << 1 | set.bits() >> 1;
    Squares::truncated(wide | wide << BOX | wide >> BOX)
}

/// The free squares of a board of up to ten columns, prepared for moves of queens.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    free: Squares,
    /// For each axis, forward and backward: the squares to which the last 1, 2 and 4 steps are free.
    runs: [[[u128; 3]; 2]; 4],
}

impl Lines {
    /// Prepares free squares.
    #[inline]
    pub fn new(free: Squares) -> Self {
        let one = free.bits();
        let runs = AXES.map(|axis| {
            let two = [one & one << axis, one & one >> axis];
            let four = [two[0] & two[0] << (2 * axis), two[1] & two[1] >> (2 * axis)];
            [[one, two[0], four[0]], [one, two[1], four[1]]]
        });
        Lines { free, runs }
    }

    /// Returns the free squares that a queen on one of some squares reaches in one move, all lines of one
    /// direction at once: by one step, then as far again by two, four and two.
    #[inline]
    pub fn reach(&self, from: Squares) -> Squares {
        let mut all = 0;
        for (axis, [forward, backward]) in AXES.into_iter().zip(&self.runs) {
            let [one, two, four] = *forward;
            let mut up = from.bits();
            up |= one & up << axis;
            up |= two & up << (2 * axis);
            up |= four & up << (4 * axis);
            up |= two & up << (2 * axis);
            let [one, two, four] = *backward;
            let mut down = from.bits();
            down |= one & down >> axis;
            down |= two & down >> (2 * axis);
            down |= four & down >> (4 * axis);
            down |= two & down >> (2 * axis);
            all |= up | down;
        }
        Squares::truncated(all) & self.free
    }
}
