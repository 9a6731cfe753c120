//! Numbers of the positions of a board with some empty squares.

use std::sync::Arc;

use shuban_core::Index;
use shuban_core::combinatorics::{binomial, rank_subset, unrank_subset};

use crate::lines::queen_reach;
use crate::position::Position;
use crate::squares::{Square, Squares, bits};
use crate::subgame::{Army, Subgame};

/// A board of at most [`MOST_SQUARES`] squares with as many amazons for either side. Its squares are bits of a
/// mask, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SmallBoard {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) amazons: usize,
}

/// The most squares of a board.
pub(super) const MOST_SQUARES: usize = 16;

impl SmallBoard {
    pub(super) fn squares(self) -> usize {
        self.width * self.height
    }

    /// Returns the number of squares without an amazon.
    pub(super) fn rest(self) -> usize {
        self.squares() - 2 * self.amazons
    }

    /// Returns all squares.
    pub(super) fn mask(self) -> u32 {
        (1 << self.squares()) - 1
    }

    /// Counts the ways to place a side's amazons on all squares.
    pub(super) fn ways(self) -> u64 {
        binomial(self.squares(), self.amazons)
    }

    /// Counts the ways to place those of the other side then.
    pub(super) fn ways_then(self) -> u64 {
        binomial(self.squares() - self.amazons, self.amazons)
    }

    /// Counts the ways to burn the rest but this many squares.
    pub(super) fn ways_to_burn(self, empty: usize) -> u64 {
        binomial(self.rest(), empty)
    }

    pub(super) fn positions(self, empty: usize) -> u64 {
        self.ways() * self.ways_then() * self.ways_to_burn(empty)
    }

    /// Returns the square of a bit; `None` beyond the board.
    fn square(self, place: usize) -> Option<Square> {
        Square::new(place / self.width, place % self.width).filter(|_| place < self.squares())
    }

    /// Returns the squares that a queen reaches, by its square and the set of those that stop it.
    pub(super) fn reach(self) -> Arc<[u16]> {
        let squares = (0..self.squares()).filter_map(|place| self.square(place));
        let by_stops = |square| {
            let reached = move |stops: u32| queen_reach(square, self.of_mask(self.mask() & !stops));
            (0..=self.mask()).map(move |stops| self.mask_of(reached(stops)) as u16)
        };
        squares.flat_map(by_stops).collect()
    }

    /// Returns the squares of a mask.
    fn of_mask(self, mask: u32) -> Squares {
        bits(mask).filter_map(|place| self.square(place)).collect()
    }

    /// Returns the mask of squares of the board.
    fn mask_of(self, squares: Squares) -> u32 {
        squares
            .iter()
            .fold(0, |mask, square| mask | 1 << (square.row() * self.width + square.column()))
    }

    /// Returns the masks of the amazons of the side to move and of the other one, and of the burnt squares; `None` for a
    /// position of another board.
    pub(super) fn masks(self, position: &Position) -> Option<[u32; 3]> {
        let game = position.subgame();
        let (mover, other) = (position.to_move(), position.to_move().opponent());
        let sides = [game.amazons(mover), game.amazons(other)];
        let is_of_board = (position.width(), position.height()) == (self.width, self.height)
            && sides.iter().all(|side| side.len() == self.amazons);
        if !is_of_board {
            return None;
        }
        let [own, others, left] =
            [sides[0], sides[1], game.squares()].map(|squares| self.mask_of(squares));
        Some([own, others, self.mask() & !left])
    }
}

/// Returns the bits of a set at the places of those of another, counted from the lowest.
pub(super) fn compressed(set: u32, among: u32) -> u32 {
    let mut compressed = 0;
    let (mut left, mut place) = (among, 0);
    while left != 0 {
        compressed |= u32::from(set & left & left.wrapping_neg() != 0) << place;
        place += 1;
        left &= left - 1;
    }
    compressed
}

/// Returns the set whose bits, [compressed], are these.
pub(super) fn expanded(compressed: u32, among: u32) -> u32 {
    let mut set = 0;
    let (mut left, mut bits) = (among, compressed);
    while left != 0 {
        if bits & 1 == 1 {
            set |= left & left.wrapping_neg();
        }
        bits >>= 1;
        left &= left - 1;
    }
    set
}

/// Ranks a set among those of its size within another.
pub(super) fn rank_within(set: u32, among: u32) -> u64 {
    rank_subset(compressed(set, among).into())
}

/// The positions of a board with a number of empty squares: by the amazons of the side to move, those of the other
/// one among the squares that are left, and the burnt squares among the rest, each in colexicographic order.
/// White is to move; positions of Black are found with the colours exchanged.
pub(super) struct BoardIndex {
    pub(super) board: SmallBoard,
    pub(super) empty: usize,
}

impl BoardIndex {
    /// Returns the number of burnt squares.
    fn burnt(&self) -> usize {
        self.board.rest() - self.empty
    }
}

impl Index for BoardIndex {
    type Position = Position;

    fn len(&self) -> u64 {
        self.board.positions(self.empty)
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        let [own, others, burnt] = self.board.masks(position)?;
        if burnt.count_ones() as usize != self.burnt() {
            return None;
        }
        let all = self.board.mask();
        let sides =
            rank_within(own, all) * self.board.ways_then() + rank_within(others, all & !own);
        let burnt = rank_within(burnt, all & !own & !others);
        Some(sides * self.board.ways_to_burn(self.empty) + burnt)
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        if rank >= self.len() {
            return None;
        }
        let SmallBoard { width, height, amazons, .. } = self.board;
        let (squares, all) = (self.board.squares(), self.board.mask());
        let (sides, burnt) = (
            rank / self.board.ways_to_burn(self.empty),
            rank % self.board.ways_to_burn(self.empty),
        );
        let (own, others) = (sides / self.board.ways_then(), sides % self.board.ways_then());
        let own = unrank_subset(own, amazons, squares) as u32;
        let others = unrank_subset(others, amazons, squares - amazons) as u32;
        let others = expanded(others, all & !own);
        let burnt = unrank_subset(burnt, self.burnt(), self.board.rest()) as u32;
        let left = all & !expanded(burnt, all & !own & !others);
        let [left, black, white] = [left, others, own].map(|mask| self.board.of_mask(mask));
        Position::new(height, width, Subgame::new(left, black, white)?, Army::White)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_expanded_is_compressed_again(set: u16, among: u16) {
            let (set, among) = (u32::from(set), u32::from(among));
            let within = compressed(set, among);
            prop_assert_eq!(within.count_ones(), (set & among).count_ones());
            prop_assert!(within >> among.count_ones() == 0);
            prop_assert_eq!(expanded(within, among), set & among);
        }

        #[test]
        fn ranks_are_a_bijection(empty in 0usize..=8, rank: u64) {
            let board = SmallBoard { width: 4, height: 4, amazons: 4 };
            let index = BoardIndex { board, empty };
            let rank = rank % index.len();
            let position = index.unrank(rank).unwrap();
            prop_assert_eq!(position.subgame().empty().len(), empty);
            prop_assert_eq!(index.rank(&position), Some(rank));
            prop_assert_eq!(index.rank(&position.swapped()), Some(rank));
            prop_assert!(index.rank(&position.with_to_move(Army::Black)).is_some());
            let other = BoardIndex { board, empty: (empty + 1) % 9 };
            prop_assert_eq!(other.rank(&position), None);
            prop_assert_eq!(index.unrank(index.len() + rank), None);
        }
    }
}
