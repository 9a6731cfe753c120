//! Squares, and sets of squares as bit-boards.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

/// Rows and columns of the box that all squares lie in: a connected region of up to 11 squares fits
/// in any orientation, and so does a board of 10 by 10.
pub const BOX: usize = 11;

/// One bit for each square of the box.
const ALL: u128 = (1 << (BOX * BOX)) - 1;

/// The first column.
const LEFT: u128 = ALL / ((1 << BOX) - 1);

/// A square of the box, by its number in row-major order: row × [`BOX`] + column, both from 0 at
/// the top left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square of a row and a column, both from 0 and below [`BOX`].
    pub fn new(row: usize, column: usize) -> Option<Self> {
        (row < BOX && column < BOX).then(|| Square((row * BOX + column) as u8))
    }

    /// Its row, from 0 at the top.
    pub fn row(self) -> usize {
        self.number() / BOX
    }

    /// Its column, from 0 at the left.
    pub fn column(self) -> usize {
        self.number() % BOX
    }

    /// Its number, below [`BOX`]².
    #[inline]
    pub fn number(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.row(), self.column())
    }
}

/// A set of squares. Sets are ordered as numbers whose bit k is the square of number k.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Squares(u128);

impl Squares {
    /// No square.
    pub const EMPTY: Squares = Squares(0);

    /// The set of a bit-board, bit k for the square of number k; `None` if a bit stands
    /// for no square.
    pub fn from_bits(bits: u128) -> Option<Self> {
        (bits & !ALL == 0).then_some(Squares(bits))
    }

    /// The bit-board.
    #[inline]
    pub fn bits(self) -> u128 {
        self.0
    }

    /// The set of bits that are known to lie in the box.
    #[inline]
    pub(crate) const fn of(bits: u128) -> Self {
        debug_assert!(bits & !ALL == 0);
        Squares(bits)
    }

    /// The set of those bits that lie in the box.
    #[inline]
    pub(crate) const fn truncated(bits: u128) -> Self {
        Squares(bits & ALL)
    }

    /// The squares of a rectangle at the top left corner, at most [`BOX`] high and wide.
    pub fn rectangle(height: usize, width: usize) -> Self {
        let row = (1 << width.min(BOX)) - 1;
        Squares((0..height.min(BOX)).fold(0, |all, r| all | row << (r * BOX)))
    }

    /// Number of squares.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns true if it has no square.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if a square is one of them.
    #[inline]
    pub fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    /// Returns true if every one of them is in `other`.
    #[inline]
    pub fn is_subset(self, other: Squares) -> bool {
        self.0 & !other.0 == 0
    }

    /// The set with one more square.
    #[inline]
    #[must_use]
    pub fn with(self, square: Square) -> Self {
        Squares(self.0 | 1 << square.0)
    }

    /// The set without a square.
    #[inline]
    #[must_use]
    pub fn without(self, square: Square) -> Self {
        Squares(self.0 & !(1 << square.0))
    }

    /// The first square in row-major order.
    #[inline]
    pub fn first(self) -> Option<Square> {
        (self.0 != 0).then(|| Square(self.0.trailing_zeros() as u8))
    }

    /// The squares in row-major order.
    #[inline]
    pub fn iter(self) -> SquaresIter {
        SquaresIter(self)
    }

    /// Number of the squares before `square` in row-major order: its number among them.
    #[inline]
    pub fn number_of(self, square: Square) -> usize {
        (self.0 & ((1 << square.0) - 1)).count_ones() as usize
    }

    /// The numbers of some of the squares, as a mask; only those of the first 32.
    pub(crate) fn numbers_of(self, some: Squares) -> u32 {
        some.iter().fold(0, |mask, square| mask | 1 << self.number_of(square))
    }

    /// Rows and columns of the smallest rectangle at the top left corner that holds all squares.
    pub fn extent(self) -> (usize, usize) {
        let height = (128 - self.0.leading_zeros() as usize).div_ceil(BOX);
        (height, (u128::BITS - self.columns().leading_zeros()) as usize)
    }

    /// The columns that have a square, bit k for column k.
    fn columns(self) -> u128 {
        (0..BOX).fold(0, |columns, row| columns | self.row(row))
    }

    /// The squares of a row, bit k for column k.
    #[inline]
    pub(crate) fn row(self, row: usize) -> u128 {
        self.0 >> (row * BOX) & ((1 << BOX) - 1)
    }

    /// The same shape shifted into the top left corner.
    #[must_use]
    pub fn at_corner(self) -> Self {
        if self.is_empty() {
            return self;
        }
        let up = Squares(self.0 >> (self.0.trailing_zeros() as usize / BOX * BOX));
        Squares(up.0 >> up.columns().trailing_zeros())
    }

    /// The squares that a king's step leads to from any of these, and these themselves.
    #[inline]
    #[must_use]
    pub fn grown(self) -> Self {
        let right = (self.0 & !(LEFT << (BOX - 1))) << 1;
        let left = (self.0 & !LEFT) >> 1;
        let wide = self.0 | right | left;
        Squares((wide | wide << BOX | wide >> BOX) & ALL)
    }

    /// The squares of this set that can be reached from some of `seeds` (which lie in it) by king's
    /// steps inside the set.
    #[must_use]
    pub fn connected_to(self, seeds: Squares) -> Self {
        let mut reached = seeds & self;
        loop {
            let more = reached.grown() & self;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// Returns true if any of its squares can be reached from any other by king's steps inside the
    /// set, as for the empty set.
    pub fn is_connected(self) -> bool {
        self.first().is_none_or(|first| self.connected_to(Squares::from(first)) == self)
    }

    /// Its connected parts (8-connected), by their first squares in row-major order.
    pub fn components(self) -> impl Iterator<Item = Squares> {
        let mut left = self;
        std::iter::from_fn(move || {
            let component = left.connected_to(left.first()?.into());
            left = left - component;
            Some(component)
        })
    }
}

/// The squares of a set, in row-major order.
#[derive(Clone, Debug)]
pub struct SquaresIter(Squares);

impl Iterator for SquaresIter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(first)
    }
}

/// The numbers of the set bits, ascending.
#[inline(always)]
pub(crate) fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            bit
        })
    })
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = SquaresIter;

    fn into_iter(self) -> SquaresIter {
        self.iter()
    }
}

impl From<Square> for Squares {
    #[inline]
    fn from(square: Square) -> Self {
        Squares(1 << square.0)
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Squares::EMPTY, Squares::with)
    }
}

impl BitAnd for Squares {
    type Output = Squares;

    #[inline]
    fn bitand(self, other: Squares) -> Squares {
        Squares(self.0 & other.0)
    }
}

impl BitOr for Squares {
    type Output = Squares;

    #[inline]
    fn bitor(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }
}

/// The squares of the first set that the second does not have.
impl Sub for Squares {
    type Output = Squares;

    #[inline]
    fn sub(self, other: Squares) -> Squares {
        Squares(self.0 & !other.0)
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (height, width) = self.extent();
        let rows: Vec<String> = (0..height)
            .map(|row| {
                (0..width).map(|c| if self.row(row) >> c & 1 == 1 { '.' } else { '#' }).collect()
            })
            .collect();
        write!(f, "{}", rows.join("/"))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Any set of squares.
    pub(crate) fn any_squares() -> impl Strategy<Value = Squares> {
        any::<u128>().prop_map(|bits| Squares(bits & ALL))
    }

    /// A set of squares of a rectangle of these rows and columns.
    pub(crate) fn squares_within(height: usize, width: usize) -> impl Strategy<Value = Squares> {
        any::<u128>().prop_map(move |bits| Squares(bits & Squares::rectangle(height, width).0))
    }
}
