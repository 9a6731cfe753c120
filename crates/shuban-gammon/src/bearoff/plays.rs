//! The plays of a side by itself, in the order in which gnubg generates them.
//!
//! Of two plays with the same mean but different chances, `makebearoff` takes the first one: its
//! order is part of the contents of its files.

use shuban_core::checkers::Checkers;
use shuban_core::dice::Roll;

/// A side whose checkers can be moved, with any state that is updated on the way.
pub(super) trait Movable: Copy {
    /// The checkers.
    fn checkers(self) -> Checkers;

    /// The same side with one checker moved from a point to a lower one; 0 is off.
    fn step(self, from: usize, to: usize) -> Self;
}

impl Movable for Checkers {
    fn checkers(self) -> Checkers {
        self
    }

    #[inline(always)]
    fn step(self, from: usize, to: usize) -> Self {
        let left = self.less(from);
        if to == 0 { left } else { left.more(to) }
    }
}

/// Visits the side after each play of a roll: plays that begin with the larger die first; of these
/// the ones that begin farther back. A side comes as often as there are ways to it.
///
/// Nothing blocks and there is always a step for a die, so that all dice are used until nothing is
/// left.
pub(super) fn each_after<S: Movable>(side: S, roll: Roll, home: usize, visit: &mut impl FnMut(S)) {
    let [high, low] = [roll.high(), roll.low()].map(usize::from);
    let mut steps = Steps { home, equal: roll.is_double(), visit };
    if roll.is_double() {
        steps.each(side, usize::MAX, &[high; 4]);
    } else {
        steps.each(side, usize::MAX, &[high, low]);
        steps.each(side, usize::MAX, &[low, high]);
    }
}

struct Steps<'v, F> {
    home: usize,
    /// True if the dice are equal: then their steps go from the back to the front.
    equal: bool,
    visit: &'v mut F,
}

impl<F> Steps<'_, F> {
    /// Uses dice in their order, from points up to `top`.
    fn each<S: Movable>(&mut self, side: S, top: usize, dice: &[usize])
    where
        F: FnMut(S),
    {
        let Some((&die, others)) = dice.split_first().filter(|_| !side.checkers().is_empty())
        else {
            return (self.visit)(side);
        };
        for from in points_from(side.checkers(), self.home, die).filter(|&from| from <= top) {
            let after = side.step(from, from.saturating_sub(die));
            self.each(after, if self.equal { from } else { usize::MAX }, others);
        }
    }
}

/// The sides after each step of one die, from the rearmost checker on.
pub(super) fn steps<S: Movable>(side: S, home: usize, die: usize) -> impl Iterator<Item = S> {
    points_from(side.checkers(), home, die)
        .map(move |from| side.step(from, from.saturating_sub(die)))
}

/// The points from which a checker can move by a die, from the back to the front.
fn points_from(side: Checkers, home: usize, die: usize) -> impl Iterator<Item = usize> {
    let highest = side.highest().unwrap_or(0);
    let can = move |from: usize| from > die || highest <= home && (from == die || from == highest);
    (1..=highest).rev().filter(move |&from| side.on(from) > 0 && can(from))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::moves::{MoveGenerator, PlayScratch};
    use crate::position::Position;
    use crate::variant::Variant;

    proptest! {
        #[test]
        fn they_are_those_of_the_rules(
            places in proptest::collection::vec(1usize..=13, 0..=15),
            high in 1u8..=6,
            low in 1u8..=6,
        ) {
            let backgammon = Variant::by_name("backgammon").unwrap();
            let side = Checkers::from_places(places);
            let roll = Roll::new(high, low);
            let mut found = BTreeSet::new();
            each_after(side, roll, backgammon.home(), &mut |after| {
                found.insert(after);
            });
            let position = Position::new(side, Checkers::NONE);
            let mut expected = BTreeSet::new();
            MoveGenerator::new(&backgammon, &position).for_each_after(
                roll,
                &mut PlayScratch::default(),
                |after| {
                    expected.insert(after.opponent);
                },
            );
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn the_larger_die_and_the_rearmost_checker_come_first() {
        let mut order = Vec::new();
        let side = Checkers::from_places([6, 2]);
        each_after(side, Roll::new(2, 1), 6, &mut |after| order.push(after));
        let expected = [&[3, 2][..], &[4, 1], &[5], &[3, 2], &[5], &[4, 1]];
        let expected = expected.map(|places| Checkers::from_places(places.iter().copied()));
        assert_eq!(order, expected);
    }
}
