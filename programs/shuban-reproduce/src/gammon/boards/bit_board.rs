//! A bit board: four planes of bits a side, one for each bit of the numbers of checkers.
//!
//! The page has nothing but the words. Here bit p of plane i is bit i of the number on place p, so
//! that each question about all places at once is one expression of a few words.

use std::mem::swap;

use shuban_core::checkers::Checkers;
use shuban_gammon::Position;

use super::layouts::{BAR, CHECKERS, HOME, Layout, sources_by_bits};

/// Planes of a side: eight is the largest number on a place, and has four bits.
const PLANES: usize = 4;

/// Places of a side, in its own direction: 0 holds the borne-off checkers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Planes([u16; PLANES]);

impl Planes {
    fn of(side: Checkers) -> Self {
        let off = usize::from(CHECKERS.unsigned_abs()).saturating_sub(side.count());
        let places = side.iter().chain([(0, off)]);
        let add = |planes: Planes, (place, count)| (0..count).fold(planes, |it, _| it.more(place));
        places.fold(Planes([0; PLANES]), add)
    }

    /// Returns the places with one or more that are still to be borne off.
    fn occupied(self) -> u16 {
        let [ones, twos, fours, eights] = self.0;
        (ones | twos | fours | eights) & !1
    }

    /// Returns the places with two or more.
    fn made(self) -> u16 {
        let [_, twos, fours, eights] = self.0;
        twos | fours | eights
    }

    /// Returns the places with exactly one.
    fn blots(self) -> u16 {
        self.0[0] & !self.made()
    }

    /// Adds one on a place: the carry goes up the planes.
    fn more(self, place: usize) -> Self {
        let mut carry = 1 << place;
        Planes(self.0.map(|plane| {
            let sum = plane ^ carry;
            carry &= plane;
            sum
        }))
    }

    /// Takes one away from a place: the borrow goes up.
    fn less(self, place: usize) -> Self {
        let mut borrow = 1 << place;
        Planes(self.0.map(|plane| {
            let difference = plane ^ borrow;
            borrow &= !plane;
            difference
        }))
    }
}

/// Both sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BitBoard {
    mover: Planes,
    opponent: Planes,
}

impl Layout for BitBoard {
    fn of(position: &Position) -> Self {
        BitBoard { mover: Planes::of(position.mover), opponent: Planes::of(position.opponent) }
    }

    fn reverse(&mut self, exchanges: &mut u32) {
        for (one, other) in self.mover.0.iter_mut().zip(&mut self.opponent.0) {
            swap(one, other);
            *exchanges += 1;
        }
    }

    fn is_over(&self) -> bool {
        self.mover.occupied() == 0 || self.opponent.occupied() == 0
    }

    fn may_bear_off(&self, tests: &mut u32) -> bool {
        *tests += PLANES as u32;
        self.mover.occupied() >> (HOME + 1) == 0
    }

    fn last(&self, tests: &mut u32) -> usize {
        *tests += PLANES as u32;
        (self.mover.occupied() | 1).ilog2() as usize
    }

    fn sources(&self, die: usize) -> u16 {
        sources_by_bits(self.mover.occupied(), self.opponent.made(), die)
    }

    /// As with two arrays, the goal needs no case of its own.
    fn step(mut self, from: usize, die: usize) -> Self {
        let to = from.saturating_sub(die);
        self.mover = self.mover.less(from).more(to);
        if self.opponent.blots() >> (BAR - to) & 1 == 1 {
            self.opponent = self.opponent.less(BAR - to).more(BAR);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_count_to_eight_and_back() {
        let mut planes = Planes([0; PLANES]).more(4);
        for count in 0..=8u16 {
            let there = planes.0.iter().rev().fold(0, |sum, plane| 2 * sum + (plane >> 5 & 1));
            assert_eq!(there, count);
            assert_eq!(planes.occupied(), 1 << 4 | u16::from(count > 0) << 5);
            assert_eq!(planes.made(), u16::from(count > 1) << 5);
            assert_eq!(planes.blots(), 1 << 4 | u16::from(count == 1) << 5);
            assert!(planes.more(5).less(5) == planes);
            planes = planes.more(5);
        }
    }
}
