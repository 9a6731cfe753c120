//! The squares that a region starts with, numbered, for fast moves inside it.

use crate::lines::{FORWARD, STEPS, line};
use crate::squares::{Squares, bits};

/// Most squares of a region that is searched for the scores of its sums.
pub const MAX_GROUND: usize = u32::BITS as usize;

/// A set of up to [`MAX_GROUND`] squares, numbered in row-major order: burnt squares are no longer
/// in a mask, but the numbers stay.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    /// The whole line from each square in each direction, as far as the squares go on.
    rays: Vec<[u32; 8]>,
    /// The squares beside each square.
    neighbours: Vec<u32>,
}

impl Ground {
    /// Numbers the squares; `None` if there are too many.
    pub(super) fn new(squares: Squares) -> Option<Self> {
        if squares.len() > MAX_GROUND {
            return None;
        }
        let ray = |from, step| squares.numbers_of(line(from, step, squares).collect());
        let beside = |square| (Squares::from(square).grown() & squares).without(square);
        Some(Ground {
            rays: squares.iter().map(|from| STEPS.map(|step| ray(from, step))).collect(),
            neighbours: squares.iter().map(|square| squares.numbers_of(beside(square))).collect(),
        })
    }

    /// The squares that a queen on `from` reaches if just those of `free` can be passed and landed
    /// on.
    #[inline]
    pub(super) fn reach(&self, from: usize, free: u32) -> u32 {
        let mut reach = 0;
        for (direction, &ray) in self.rays[from].iter().enumerate() {
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
            let beside = bits(fresh).fold(0, |beside, square| beside | self.neighbours[square]);
            fresh = beside & all & !connected;
            connected |= fresh;
        }
        connected
    }

    /// The squares of `all` that are connected with the first of some amazons, which lose those
    /// among them; `None` without amazons.
    #[inline]
    pub(super) fn next_part(&self, amazons: &mut u32, all: u32) -> Option<u32> {
        let first = *amazons & amazons.wrapping_neg();
        (first != 0).then(|| {
            let part = self.connected(first, all);
            *amazons &= !part;
            part
        })
    }

    /// Number of squares of `all` beside those of `set`, one counted for each of these.
    #[inline]
    pub(super) fn beside(&self, set: u32, all: u32) -> u32 {
        bits(set).map(|square| (self.neighbours[square] & all).count_ones()).sum()
    }

    /// Returns true if one of the amazons `own` has an empty square beside it.
    #[inline]
    pub(super) fn can_move(&self, empty: u32, own: u32) -> bool {
        bits(own).any(|square| self.neighbours[square] & empty != 0)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use shuban_core::Random;

    use super::*;
    use crate::present::random_position;
    use crate::subgame::Army;

    #[test]
    fn moves_on_numbered_squares_are_those_on_the_board() {
        let mut random = Random::new(1);
        let positions = std::iter::repeat_with(|| random_position(&mut random));
        for subgame in positions.map(|position| *position.subgame()).take(1_000) {
            let squares = subgame.squares();
            let mask = |set| squares.numbers_of(set);
            let Some(ground) = Ground::new(squares) else { continue };
            let empty = mask(subgame.empty());
            for side in Army::BOTH {
                let own = mask(subgame.amazons(side));
                let mut after = BTreeSet::new();
                ground.for_each_move(empty, own, |empty, own| {
                    after.insert((empty, own));
                });
                let moves = subgame.moves(side).into_iter();
                let expected = moves.map(|action| subgame.after(side, action));
                let expected = expected.map(|it| (mask(it.empty()), mask(it.amazons(side))));
                assert_eq!(after, expected.collect());
                assert_eq!(ground.can_move(empty, own), subgame.can_move(side));
            }
            for component in squares.components() {
                let first = Squares::from(component.first().unwrap());
                assert_eq!(ground.connected(mask(first), mask(squares)), mask(component));
            }
        }
    }

    #[test]
    fn too_many_squares_are_no_ground() {
        assert!(Ground::new(Squares::rectangle(4, 8)).is_some());
        assert!(Ground::new(Squares::rectangle(3, 11)).is_none());
    }
}
