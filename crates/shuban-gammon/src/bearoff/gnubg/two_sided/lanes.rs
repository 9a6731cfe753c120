//! Equities of sixteen positions side by side.

use super::equities::{Equities, THROWS, doubled};
use crate::bearoff::race::{LANES, RaceLanes, Sixteen};

/// The four kinds, in the order of the files.
type All = Sixteen<i16, 4>;

impl RaceLanes for All {
    type Worth = Equities;
    type Sums = [[i32; LANES]; 4];

    const LEAST: Self = Sixteen::all(i16::MIN);
    const NONE: Self = Sixteen::all(0);
    const NO_SUMS: Self::Sums = [[0; LANES]; 4];

    fn of(worth: Equities) -> Self {
        Sixteen::of_kinds(worth.kinds())
    }

    #[inline(always)]
    fn keep_better(&mut self, other: &Self) {
        self.keep_larger(other);
    }

    #[inline(always)]
    fn add(&self, weight: i32, sums: &mut Self::Sums) {
        for (sum, number) in sums.as_flattened_mut().iter_mut().zip(self.0.as_flattened()) {
            *sum += weight * i32::from(*number);
        }
    }

    #[inline(always)]
    fn mean(sums: &Self::Sums) -> Self {
        Sixteen(sums.map(|sums| sums.map(|sum| (sum / THROWS) as i16)))
    }

    #[inline(always)]
    fn after_play(&self) -> Self {
        let Sixteen([cubeless, owned, centred, opponent]) = *self;
        let mut after =
            Sixteen([cubeless, opponent, centred, owned].map(|lanes| lanes.map(|e| !e)));
        for lane in 0..LANES {
            after.0[2][lane] = !doubled(centred[lane], opponent[lane]);
            after.0[3][lane] = !doubled(owned[lane], opponent[lane]);
        }
        after
    }

    #[inline(always)]
    fn put(&mut self, lane: usize, other: &Self, from: usize) {
        self.set(lane, other.kinds(from));
    }

    #[inline(always)]
    fn worth(&self, lane: usize) -> Equities {
        Equities::from_kinds(self.kinds(lane))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::bearoff::race::RaceWorth;

    proptest! {
        #[test]
        fn lanes_change_hands_as_equities_do(kinds in any::<[i16; 4]>()) {
            let equities = Equities::from_kinds(kinds);
            let lanes = All::of(equities);
            prop_assert_eq!(lanes.worth(7), equities);
            prop_assert_eq!(lanes.after_play().worth(7), equities.after_play());
        }
    }
}
