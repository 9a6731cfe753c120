//! Numbers of children all of which must be proven, counted together.

use super::table::INFINITE;

/// Ways to count children all of which must be proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counting {
    /// The largest number, and those of the others divided by this; 1 gives the sum (Nagai's df-pn).
    Divided(u32),
    /// The largest number, and one for each other child (Weak Proof-Number Search).
    Largest,
}

/// The numbers of the open children of a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Numbers {
    sum: u64,
    largest: u32,
    /// The largest of the others.
    second: u32,
    open: u64,
}

impl Numbers {
    pub(super) fn add(&mut self, number: u32) {
        self.open += 1;
        self.sum += u64::from(number);
        if number > self.largest {
            (self.largest, self.second) = (number, self.largest);
        } else {
            self.second = self.second.max(number);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.open == 0
    }

    /// Returns the number of the node.
    pub(super) fn total(&self, counting: Counting) -> u32 {
        let largest = u64::from(self.largest);
        let total = match counting {
            Counting::Divided(by) => largest + (self.sum - largest) / u64::from(by),
            Counting::Largest => largest + self.open - 1,
        };
        total.min(u64::from(INFINITE - 1)) as u32
    }

    /// Returns a number of the child that has `own` now with which the node's number, less than `most` now, reaches `most`:
    /// the least one, except where it makes the child as large as the largest of the others.
    pub(super) fn threshold(&self, own: u32, most: u32, counting: Counting) -> u32 {
        if most == INFINITE {
            return INFINITE;
        }
        let most = i128::from(most);
        let others = i128::from(if own == self.largest { self.second } else { self.largest });
        let rest = i128::from(self.sum - u64::from(own));
        let reached = match counting {
            Counting::Divided(by) => {
                let by = i128::from(by);
                let as_largest = most - rest / by;
                if as_largest >= others { as_largest } else { (most - others) * by + others - rest }
            }
            Counting::Largest => most - (i128::from(self.open) - 1),
        };
        // More than `own`, since the node's number is less than `most`.
        reached.clamp(1, i128::from(INFINITE)) as u32
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn numbers(all: impl IntoIterator<Item = u32>) -> Numbers {
        let mut numbers = Numbers::default();
        all.into_iter().for_each(|number| numbers.add(number));
        numbers
    }

    #[test]
    fn children_are_counted_as_sum_or_mostly_the_largest() {
        let three = numbers([4, 10, 8]);
        assert_eq!(three.total(Counting::Divided(1)), 22);
        assert_eq!(three.total(Counting::Divided(8)), 11);
        assert_eq!(three.total(Counting::Largest), 12);
        assert_eq!(numbers([INFINITE - 1; 3]).total(Counting::Divided(1)), INFINITE - 1);
        assert!(numbers([]).is_empty() && !three.is_empty());
        // 12 + 10 + 8, 28 + 1 + 1 and 28 + (10 + 8) / 8.
        assert_eq!(three.threshold(4, 30, Counting::Divided(1)), 12);
        assert_eq!(three.threshold(4, 30, Counting::Largest), 28);
        assert_eq!(three.threshold(4, 30, Counting::Divided(8)), 28);
        assert_eq!(three.threshold(4, INFINITE, Counting::Divided(8)), INFINITE);
    }

    proptest! {
        #[test]
        fn a_child_at_its_threshold_takes_the_node_to_its_own(
            others in prop::collection::vec(prop_oneof![1..1000u32, 1..INFINITE / 8], 0..6),
            own in prop_oneof![1..1000u32, 1..INFINITE / 8],
            above in 1u32..2000,
            by in 1u32..12,
        ) {
            for counting in [Counting::Divided(by), Counting::Largest] {
                let with = |own| numbers(others.iter().copied().chain([own]));
                let total = with(own).total(counting);
                let most = total + above;
                let threshold = with(own).threshold(own, most, counting);
                prop_assert!(threshold > own);
                prop_assert!(with(threshold).total(counting) >= most);
                if others.iter().max() != Some(&threshold) {
                    prop_assert!(with(threshold - 1).total(counting) < most);
                }
                // As both are printed.
                let as_published = match counting {
                    Counting::Divided(1) => Some(own + above),
                    Counting::Largest => Some(with(own).largest + above),
                    Counting::Divided(_) => None,
                };
                prop_assert!(as_published.is_none_or(|number| number == threshold));
            }
        }
    }
}
