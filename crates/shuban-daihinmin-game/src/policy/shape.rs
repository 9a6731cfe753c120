//! Facts about hands that a policy can afford to ask for every play, by arithmetic on their bits.

use crate::{Cards, EIGHT, Strength};

/// The lowest bit of each strength.
const LOW: u64 = 0x1_1111_1111_1111;
const EIGHTS: u64 = 1 << (4 * (EIGHT - 1));

/// The strengths of which a set of cards has at least one, two, three and four, each as the lowest
/// of its four bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Multiplicity([u64; 4]);

impl Multiplicity {
    /// Counts the cards of each strength.
    #[inline]
    pub(super) const fn of(cards: Cards) -> Self {
        let bits = cards.naturals().bits();
        // A number of up to four in each group of four bits.
        let count = bits
            - (bits >> 1 & 0x7777_7777_7777_7777)
            - (bits >> 2 & 0x3333_3333_3333_3333)
            - (bits >> 3 & 0x1111_1111_1111_1111);
        let [one, two, four] = [count & LOW, count >> 1 & LOW, count >> 2 & LOW];
        Multiplicity([one | two | four, two | four, two & one | four, four])
    }

    /// The strengths that have exactly this many cards, less one.
    #[inline]
    const fn exactly(&self, less_one: usize) -> u64 {
        match less_one {
            3 => self.0[3],
            _ => self.0[less_one] & !self.0[less_one + 1],
        }
    }
}

/// The strongest set of each size that some cards could hold, in both orders of strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    /// By size less one: the highest strength, 0 if there is no such set and 14 for a joker alone.
    highest: [Strength; 4],
    /// By size less one: the lowest strength; 14 if there is no such set, 0 for a joker alone.
    lowest: [Strength; 4],
}

impl Reach {
    /// Looks at the cards of others, none of whom holds more than `most`.
    pub(super) fn of(cards: Cards, most: u8) -> Self {
        let have = Multiplicity::of(cards);
        let (mut highest, mut lowest) = ([0; 4], [14; 4]);
        let spare = usize::from(cards.has_joker());
        for size in 0..usize::from(most.min(4)) {
            if spare == 1 && size == 0 {
                (highest[0], lowest[0]) = (14, 0);
                continue;
            }
            let with = have.0[size - spare];
            if with != 0 {
                highest[size] = (with.ilog2() / 4 + 1) as Strength;
                lowest[size] = (with.trailing_zeros() / 4 + 1) as Strength;
            }
        }
        Reach { highest, lowest }
    }

    /// Returns true if no set of these sizes is stronger.
    #[inline]
    pub(super) fn cannot_beat(&self, size: usize, strength: Strength, reversed: bool) -> bool {
        match reversed {
            true => strength <= self.lowest[size - 1],
            false => strength >= self.highest[size - 1],
        }
    }

    /// The bits of the strengths whose sets of this size, less one, are not beaten.
    #[inline]
    fn unbeaten(&self, less_one: usize, reversed: bool) -> u64 {
        let from_one = |strength: Strength| (1u64 << (4 * strength)) - 1;
        match reversed {
            true => LOW & from_one(self.lowest[less_one].min(13)),
            false => LOW & !from_one(self.highest[less_one].max(1) - 1),
        }
    }
}

/// A hand as groups that can be played one after the other: runs, and what is left of each strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Shape {
    /// The groups that others can beat.
    pub(super) weak: u8,
    /// The groups that clear the table by the contest's rules or that no cards of the others can
    /// beat: eights, the joker, the highest sets; and runs, which are rarely answered.
    pub(super) strong: u8,
}

impl Shape {
    /// Looks at a hand, against cards that the others may hold.
    #[inline]
    pub(super) fn of(hand: Cards, others: &Reach, reversed: bool) -> Self {
        let (rest, runs) = without_runs(hand);
        let have = Multiplicity::of(rest);
        let groups = have.0[0].count_ones();
        let strong: u64 = (0..4)
            .map(|less_one| have.exactly(less_one) & (others.unbeaten(less_one, reversed) | EIGHTS))
            .fold(0, |all, some| all | some);
        let strong = strong.count_ones();
        let extra = runs + u32::from(hand.has_joker());
        Shape { weak: (groups - strong) as u8, strong: (strong + extra) as u8 }
    }

    /// The number of groups.
    #[inline]
    pub(super) const fn groups(self) -> u8 {
        self.weak + self.strong
    }
}

/// The hand without the joker and the runs that make its groups fewer, and the number of these.
#[inline]
fn without_runs(hand: Cards) -> (Cards, u32) {
    let mut rest = hand.naturals();
    let mut bits = rest.bits();
    // A bit where a run of three begins: shifts by a strength keep the suit.
    let mut begins = bits & bits >> 4 & bits >> 8;
    let mut runs = 0;
    while begins != 0 {
        let first = begins.trailing_zeros();
        let mut run = 0b1_0001_0001u64 << first;
        let mut next = first + 12;
        while next < 52 && bits >> next & 1 == 1 {
            run |= 1 << next;
            next += 4;
        }
        // Strengths that have no card outside the run are groups less; the run is one more.
        let alone = Multiplicity::of(rest).exactly(0);
        let saved = (0..4).map(|suit| (run >> suit & alone).count_ones()).sum::<u32>();
        if saved > 1 {
            runs += 1;
            bits &= !run;
            rest -= Cards::from_bits(run);
        }
        begins &= !run;
        begins &= bits & bits >> 4 & bits >> 8;
    }
    (rest, runs)
}
