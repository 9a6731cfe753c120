//! Both bounds of the equities of sixteen positions side by side.

use super::value::{KINDS, RaceEquities};
use crate::bearoff::race::{LANES, RaceLanes, Sixteen};
use crate::money::fixed::{DOWN, POINT, UP, between, mean_of_throws};

/// The lower bounds of all kinds, then the upper ones.
type All = Sixteen<i32, { 2 * KINDS }>;

/// Sums of rolls that come twice as often as others, and of those others. Fifteen numbers of up to
/// a point fit into 32 bits.
#[derive(Clone, Copy)]
pub struct ThrowSums {
    twice: [[i32; LANES]; 2 * KINDS],
    once: [[i32; LANES]; 2 * KINDS],
}

impl RaceLanes for All {
    type Worth = RaceEquities;
    type Sums = ThrowSums;

    const LEAST: Self = Sixteen::all(i32::MIN);
    const NONE: Self = Sixteen::all(0);
    const NO_SUMS: ThrowSums =
        ThrowSums { twice: [[0; LANES]; 2 * KINDS], once: [[0; LANES]; 2 * KINDS] };

    fn of(worth: RaceEquities) -> Self {
        let [a, b, c, d] = worth.kinds();
        let all = [a.lower, b.lower, c.lower, d.lower, a.upper, b.upper, c.upper, d.upper];
        Sixteen::of_kinds(all.map(|points| points.0))
    }

    #[inline(always)]
    fn keep_better(&mut self, other: &Self) {
        self.keep_larger(other);
    }

    #[inline(always)]
    fn add(&self, weight: i32, sums: &mut ThrowSums) {
        let sums = if weight == 2 { &mut sums.twice } else { &mut sums.once };
        for (sum, number) in sums.as_flattened_mut().iter_mut().zip(self.0.as_flattened()) {
            *sum += *number;
        }
    }

    #[inline(always)]
    fn mean(sums: &ThrowSums) -> Self {
        let mut mean = Sixteen::all(0);
        for kind in 0..2 * KINDS {
            let outward = if kind < KINDS { DOWN } else { UP };
            for lane in 0..LANES {
                let [twice, once] = [sums.twice[kind][lane], sums.once[kind][lane]];
                mean.0[kind][lane] =
                    mean_of_throws(2.0 * f64::from(twice) + f64::from(once) + outward);
            }
        }
        mean
    }

    #[inline(always)]
    fn after_play(&self) -> Self {
        let mut after = Sixteen::all(0);
        for (from, to) in [(KINDS, 0), (0, KINDS)] {
            for lane in 0..LANES {
                let [cubeless, owned, centred, opponent] =
                    [0, 1, 2, 3].map(|kind| self.0[from + kind][lane]);
                let double = (2 * opponent).min(POINT);
                after.0[to][lane] = -cubeless;
                after.0[to + 1][lane] = -opponent;
                after.0[to + 2][lane] = -centred.max(double);
                after.0[to + 3][lane] = -owned.max(double);
            }
        }
        after
    }

    #[inline(always)]
    fn put(&mut self, lane: usize, other: &Self, from: usize) {
        self.set(lane, other.kinds(from));
    }

    #[inline(always)]
    fn worth(&self, lane: usize) -> RaceEquities {
        let kinds = self.kinds(lane);
        RaceEquities::from_kinds([0, 1, 2, 3].map(|kind| between(kinds[kind], kinds[KINDS + kind])))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shuban_core::dice::rolls;

    use super::*;
    use crate::bearoff::race::RaceWorth;

    fn equities() -> impl Strategy<Value = RaceEquities> {
        let bounds = (-POINT..=POINT, 0..=POINT)
            .prop_map(|(lower, width)| between(lower, (lower + width).min(POINT)));
        proptest::array::uniform4(bounds).prop_map(RaceEquities::from_kinds)
    }

    proptest! {
        #[test]
        fn lanes_change_hands_as_equities_do(equities in equities(), lane in 0..LANES) {
            let lanes = All::of(equities);
            prop_assert_eq!(lanes.worth(lane), equities);
            prop_assert_eq!(lanes.after_play().worth(lane), equities.after_play());
        }

        #[test]
        fn means_are_rounded_outward(all in proptest::collection::vec(equities(), 21)) {
            let mut sums = All::NO_SUMS;
            let mut weighted = Vec::new();
            for ((_, weight), equities) in rolls(6).into_iter().zip(all) {
                All::of(equities).add(weight as i32, &mut sums);
                weighted.push((weight, equities));
            }
            prop_assert_eq!(Some(All::mean(&sums).worth(3)), RaceEquities::mean(&weighted));
        }
    }
}
