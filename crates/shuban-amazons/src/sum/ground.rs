//! The squares that a region starts with, numbered, for fast moves inside it.

use crate::lines::queen_reach;
use crate::squares::{Square, Squares};

/// Regions of more squares are not searched for the scores of their sums.
pub const MAX_GROUND: usize = u32::BITS as usize;

/// Lines of these directions lead to larger numbers; of the others, to smaller ones.
const FORWARD: usize = 4;

/// A set of up to [`MAX_GROUND`] squares, numbered in row-major order: what burns is no longer in a
/// mask, but the numbers stay.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    /// The whole line from each square in each direction, as far as the squares go on.
    rays: Vec<[u32; 8]>,
    /// The squares beside each square.
    neighbours: Vec<u32>,
}

impl Ground {
    /// `None` if there are too many squares.
    pub(super) fn new(squares: Squares) -> Option<Self> {
        if squares.len() > MAX_GROUND {
            return None;
        }
        let mask =
            |set: Squares| set.iter().fold(0, |mask, square| mask | 1 << squares.number_of(square));
        let ray = |from: Square, (down, right): (isize, isize)| {
            let towards = |square: &Square| {
                let (rows, columns) = (
                    square.row() as isize - from.row() as isize,
                    square.column() as isize - from.column() as isize,
                );
                (rows.signum(), columns.signum()) == (down, right)
            };
            mask(queen_reach(from, squares).iter().filter(towards).collect())
        };
        let directions = [(0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)];
        Some(Ground {
            rays: squares.iter().map(|from| directions.map(|step| ray(from, step))).collect(),
            neighbours: squares
                .iter()
                .map(|square| mask((Squares::from(square).grown() & squares).without(square)))
                .collect(),
        })
    }

    /// The squares that a queen on `from` reaches if just those of `free` can be passed and landed
    /// on.
    #[inline]
    pub(super) fn reach(&self, from: u32, free: u32) -> u32 {
        let mut reach = 0;
        for (direction, &ray) in self.rays[from as usize].iter().enumerate() {
            let blocked = ray & !free;
            reach |= match blocked {
                0 => ray,
                _ if direction < FORWARD => ray & ((1 << blocked.trailing_zeros()) - 1),
                _ => ray & !(u32::MAX >> blocked.leading_zeros()),
            };
        }
        reach
    }

    /// Calls `each` with the empty squares and the amazons after every move of the amazons `own`.
    #[inline]
    pub(super) fn for_each_move(&self, empty: u32, own: u32, mut each: impl FnMut(u32, u32)) {
        for from in bits(own) {
            for to in bits(self.reach(from, empty)) {
                let after = (empty | 1 << from) & !(1 << to);
                for shot in bits(self.reach(to, after)) {
                    each(after & !(1 << shot), own & !(1 << from) | 1 << to);
                }
            }
        }
    }

    /// The squares of `all` that are connected with `seeds` (among which they are).
    #[inline]
    pub(super) fn connected(&self, seeds: u32, all: u32) -> u32 {
        let mut connected = seeds;
        let mut fresh = seeds;
        while fresh != 0 {
            let beside =
                bits(fresh).fold(0, |beside, square| beside | self.neighbours[square as usize]);
            fresh = beside & all & !connected;
            connected |= fresh;
        }
        connected
    }

    /// How many squares of `all` lie beside those of `set`, one counted for each of these.
    #[inline]
    pub(super) fn beside(&self, set: u32, all: u32) -> u32 {
        bits(set).map(|square| (self.neighbours[square as usize] & all).count_ones()).sum()
    }

    /// Whether one of the amazons `own` has an empty square beside it.
    #[inline]
    pub(super) fn can_move(&self, empty: u32, own: u32) -> bool {
        bits(own).any(|square| self.neighbours[square as usize] & empty != 0)
    }
}

/// The numbers of the bits that are set.
#[inline]
pub(super) fn bits(mut mask: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let lowest = mask.trailing_zeros();
            mask &= mask - 1;
            lowest
        })
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::subgame::Side;
    use crate::subgame::tests::any_subgame;

    proptest! {
        #[test]
        fn moves_on_numbered_squares_are_those_on_the_board(subgame in any_subgame(5, 6)) {
            let squares = subgame.squares();
            let mask = |set: Squares| set.iter().fold(0u32, |mask, square| mask | 1 << squares.number_of(square));
            let ground = Ground::new(squares).unwrap();
            for side in Side::BOTH {
                let mut after = BTreeSet::new();
                ground.for_each_move(mask(subgame.empty()), mask(subgame.amazons(side)), |empty, own| {
                    after.insert((empty, own));
                });
                let expected: BTreeSet<(u32, u32)> = subgame
                    .moves(side)
                    .into_iter()
                    .map(|action| subgame.after(side, action))
                    .map(|after| (mask(after.empty()), mask(after.amazons(side))))
                    .collect();
                prop_assert_eq!(after, expected);
                prop_assert_eq!(
                    ground.can_move(mask(subgame.empty()), mask(subgame.amazons(side))),
                    subgame.can_move(side)
                );
            }
            for component in squares.components() {
                let first = Squares::from(component.first().unwrap());
                prop_assert_eq!(ground.connected(mask(first), mask(squares)), mask(component));
            }
        }
    }

    #[test]
    fn too_many_squares_are_no_ground() {
        assert!(Ground::new(Squares::rectangle(4, 8)).is_some());
        assert!(Ground::new(Squares::rectangle(3, 11)).is_none());
    }
}
