//! Both bounds of five numbers, side by side.

use super::fixed::{DOWN, POINT, PointInterval, UP, between, mean_of_throws};
use super::value::KINDS;

/// Numbers of a vector.
pub(super) const LANES: usize = 16;
/// Index of the first upper bound.
pub(super) const UPPER: usize = LANES / 2;

/// The lower bounds of up to eight numbers, then their upper bounds, in units of
/// [`Points`](super::Points): a line of the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Lanes(pub(super) [i32; LANES]);

/// No play: below every number.
const IMPOSSIBLE: i32 = i32::MIN;

impl Lanes {
    /// The value of a play that does not exist.
    pub(super) const IMPOSSIBLE: Lanes = Lanes([IMPOSSIBLE; LANES]);
    /// All 0.
    pub(super) const ZERO: Lanes = Lanes([0; LANES]);

    /// Creates lanes from bounds of each kind.
    pub(super) fn of_kinds(kinds: [PointInterval; KINDS]) -> Self {
        let mut lanes = Lanes::ZERO;
        for (kind, PointInterval { lower, upper }) in kinds.into_iter().enumerate() {
            (lanes.0[kind], lanes.0[UPPER + kind]) = (lower.0, upper.0);
        }
        lanes
    }

    /// The bounds of each kind.
    pub(super) fn kinds(self) -> [PointInterval; KINDS] {
        std::array::from_fn(|kind| between(self.0[kind], self.0[UPPER + kind]))
    }

    /// Returns true if some play leads here.
    #[inline(always)]
    pub(super) fn is_possible(&self) -> bool {
        self.0[0] != IMPOSSIBLE
    }

    /// Sets every number to the larger one.
    #[inline(always)]
    pub(super) fn keep_larger(&mut self, other: &Lanes) {
        for lane in 0..LANES {
            self.0[lane] = self.0[lane].max(other.0[lane]);
        }
    }

    /// Equities of the player who has just moved, from those of the opponent, about to roll there:
    /// [`MoneyEquities::after_play`](super::MoneyEquities::after_play).
    #[inline(always)]
    pub(super) fn after_play(&self) -> Lanes {
        // The order of kinds: cubeless, owned, centred, Jacoby, opponent's.
        const NO_DOUBLE: [usize; UPPER] = [0, 4, 2, 3, 1, 5, 6, 7];
        const DOUBLES: [bool; UPPER] = [false, false, true, true, true, false, false, false];
        let mut after = Lanes::ZERO;
        for (from, to) in [(UPPER, 0), (0, UPPER)] {
            let double = (2 * self.0[from + 4]).min(POINT);
            for kind in 0..UPPER {
                let no_double = self.0[from + NO_DOUBLE[kind]];
                after.0[to + kind] =
                    -no_double.max(if DOUBLES[kind] { double } else { IMPOSSIBLE });
            }
        }
        after
    }

    /// Returns true if two are the same.
    #[inline(always)]
    pub(super) fn is(&self, other: &Lanes) -> bool {
        let mut differences = 0;
        for lane in 0..LANES {
            differences |= self.0[lane] ^ other.0[lane];
        }
        differences == 0
    }

    /// The same equities after a dance, as GNU Backgammon has it.
    #[inline(always)]
    pub(super) fn after_dance_as_gnubg(&self) -> Lanes {
        let mut after = Lanes::ZERO;
        for kind in 0..UPPER {
            after.0[kind] = -self.0[UPPER + kind];
            after.0[UPPER + kind] = -self.0[kind];
        }
        after
    }
}

/// The mean over the rolls of two dice of six faces: those of two different numbers first, which
/// come twice as often. Lower bounds are rounded down, upper ones up.
///
/// Five numbers of up to three points fit into 32 bits.
#[inline(always)]
pub(super) fn mean(rolls: &[Lanes; 21]) -> Lanes {
    const WEIGHTS: [f64; 5] = [2.0, 2.0, 2.0, 1.0, 1.0];
    const FIRST: [usize; 6] = [0, 5, 10, 15, 18, 21];
    let mut sums = [DOWN; LANES];
    for sum in &mut sums[UPPER..] {
        *sum = UP;
    }
    for (group, weight) in WEIGHTS.into_iter().enumerate() {
        let mut few = [0; LANES];
        for Lanes(numbers) in &rolls[FIRST[group]..FIRST[group + 1]] {
            for lane in 0..LANES {
                few[lane] += numbers[lane];
            }
        }
        for lane in 0..LANES {
            sums[lane] += weight * f64::from(few[lane]);
        }
    }
    let mut mean = Lanes::ZERO;
    for (mean, sum) in mean.0.iter_mut().zip(sums) {
        *mean = mean_of_throws(sum);
    }
    mean
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::money::value::MoneyEquities;

    fn numbers() -> impl Strategy<Value = [PointInterval; KINDS]> {
        let most = 3 * POINT;
        let bounds = move |(lower, width): (i32, i32)| between(lower, (lower + width).min(most));
        proptest::array::uniform5((-most..=most, 0..=2 * POINT))
            .prop_map(move |kinds| kinds.map(bounds))
    }

    proptest! {
        #[test]
        fn lanes_change_hands_as_equities_do(kinds in numbers()) {
            let lanes = Lanes::of_kinds(kinds);
            let equities = MoneyEquities::from_kinds(kinds);
            prop_assert_eq!(lanes.after_play().kinds(), equities.after_play().kinds());
            let dance = equities.after_dance_as_gnubg();
            prop_assert_eq!(lanes.after_dance_as_gnubg().kinds(), dance.kinds());
        }

        #[test]
        fn means_are_rounded_outward(all in proptest::collection::vec(numbers(), 21)) {
            let lanes: Vec<Lanes> = all.iter().map(|kinds| Lanes::of_kinds(*kinds)).collect();
            let found = mean(lanes[..].try_into().unwrap()).kinds();
            let weight = |at: usize| if at < 15 { 2 } else { 1 };
            for (kind, found) in found.into_iter().enumerate() {
                let weighted = all.iter().enumerate().map(|(at, kinds)| (weight(at), kinds[kind]));
                prop_assert_eq!(Some(found), PointInterval::mean(weighted));
            }
        }
    }
}
