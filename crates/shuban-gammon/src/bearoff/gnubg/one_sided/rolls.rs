//! Number of rolls that a side needs, in 65535ths.

use shuban_core::{Codec, Column, Record};

/// Almost no side needs more rolls than these; the rest is left out, as in gnubg.
pub(super) const ROLLS: usize = 32;

/// Certainty.
const ONE: u16 = u16::MAX;

/// The chances of each number of rolls from 0 on, in 65535ths: they add up to 65535.
pub(super) type Chances = [u16; ROLLS];

/// Chances of a side's number of rolls until all checkers are borne off, by the play that makes its
/// mean least, and until the first is, by the play that makes that mean least. For a side that has
/// borne off a checker the second is certainly 0: it cannot lose a gammon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rolls {
    /// Until all checkers are borne off.
    pub all: Chances,
    /// Until the first one is.
    pub first: Chances,
}

impl Rolls {
    /// The rolls of a side that has borne off everything.
    pub(super) const DONE: Rolls = Rolls { all: AT_ONCE, first: AT_ONCE };

    /// One roll, and after it the best of what the plays of each throw lead to: `by_throw` has the
    /// weight of each of the throws, which add up to 36, and the best chances of both kinds.
    pub(super) fn after_roll(by_throw: &[(u32, [&Chances; 2])], is_whole: bool) -> Self {
        let all = one_more(by_throw.iter().map(|&(weight, [all, _])| (weight, all)));
        let first = match is_whole {
            true => one_more(by_throw.iter().map(|&(weight, [_, first])| (weight, first))),
            false => AT_ONCE,
        };
        Rolls { all, first }
    }

    /// The least mean of each kind over the results of a throw; of equal ones the first.
    pub(super) fn best(results: &[Rolls]) -> Option<Rolls> {
        let least = |kind: fn(&Rolls) -> &Chances| {
            results.iter().map(kind).min_by_key(|chances| sum_of(chances)).copied()
        };
        Some(Rolls { all: least(|rolls| &rolls.all)?, first: least(|rolls| &rolls.first)? })
    }

    /// The mean number of rolls until all checkers are borne off, in 65535ths.
    pub(crate) fn mean(&self) -> u32 {
        sum_of(&self.all)
    }

    /// The mean number of rolls of both kinds.
    pub(super) fn means(&self) -> [u32; 2] {
        [&self.all, &self.first].map(sum_of)
    }
}

const AT_ONCE: Chances = {
    let mut chances = [0; ROLLS];
    chances[0] = ONE;
    chances
};

/// The mean, times the sum of the chances.
fn sum_of(chances: &Chances) -> u32 {
    (0..).zip(chances).map(|(rolls, &chance): (u32, _)| rolls * u32::from(chance)).sum()
}

/// One roll more than the weighted mean of chances: rounded to the nearest, with the rounding error
/// of the sum corrected at the first of the most likely numbers.
fn one_more<'a>(weighted: impl Iterator<Item = (u32, &'a Chances)>) -> Chances {
    const THROWS: u32 = 36;
    let mut sums = [0; ROLLS];
    for (weight, chances) in weighted {
        for (sum, &chance) in sums[1..].iter_mut().zip(chances) {
            *sum += weight * u32::from(chance);
        }
    }
    let mut rounded = sums.map(|sum| ((sum + THROWS / 2) / THROWS) as u16);
    let mut most = 0;
    for rolls in 1..ROLLS {
        if rounded[rolls] > rounded[most] {
            most = rolls;
        }
    }
    let sum: i64 = rounded.iter().map(|&chance| i64::from(chance)).sum();
    rounded[most] = (i64::from(rounded[most]) + i64::from(ONE) - sum) as u16;
    rounded
}

/// The chances from the first to the last that is not 0, and where they begin.
pub(super) fn trimmed(chances: &Chances) -> (usize, &[u16]) {
    let first = chances.iter().position(|&chance| chance > 0).unwrap_or(0);
    let last = chances.iter().rposition(|&chance| chance > 0).unwrap_or(0);
    (first, &chances[first..=last])
}

/// Number of columns of a side's record.
const COLUMNS: usize = 2 * ROLLS;

impl Record for Rolls {
    fn columns() -> &'static [Column] {
        const NAMES: [&str; COLUMNS] = [
            "all-0", "all-1", "all-2", "all-3", "all-4", "all-5", "all-6", "all-7", "all-8",
            "all-9", "all-10", "all-11", "all-12", "all-13", "all-14", "all-15", "all-16",
            "all-17", "all-18", "all-19", "all-20", "all-21", "all-22", "all-23", "all-24",
            "all-25", "all-26", "all-27", "all-28", "all-29", "all-30", "all-31", "first-0",
            "first-1", "first-2", "first-3", "first-4", "first-5", "first-6", "first-7", "first-8",
            "first-9", "first-10", "first-11", "first-12", "first-13", "first-14", "first-15",
            "first-16", "first-17", "first-18", "first-19", "first-20", "first-21", "first-22",
            "first-23", "first-24", "first-25", "first-26", "first-27", "first-28", "first-29",
            "first-30", "first-31",
        ];
        const ALL: [Column; COLUMNS] = {
            let mut all = [Column { name: "", bits: 16, codec: Codec::Unsigned }; COLUMNS];
            let mut at = 0;
            while at < COLUMNS {
                all[at].name = NAMES[at];
                at += 1;
            }
            all
        };
        &ALL
    }

    fn to_columns(&self, raw: &mut [u64]) {
        let numbers = self.all.iter().chain(&self.first);
        raw.iter_mut().zip(numbers).for_each(|(raw, &number)| *raw = u64::from(number));
    }

    fn from_columns(raw: &[u64]) -> Self {
        let chances = |from: usize| std::array::from_fn(|rolls| raw[from + rolls] as u16);
        Rolls { all: chances(0), first: chances(ROLLS) }
    }
}

impl Rolls {
    /// Returns true if both kinds of chances have the right sums.
    pub(super) fn are_chances(&self) -> bool {
        let sum = |chances: &Chances| chances.iter().map(|&chance| u32::from(chance)).sum::<u32>();
        [&self.all, &self.first].into_iter().all(|chances| sum(chances) == u32::from(ONE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rounding_leaves_goes_to_the_most_likely() {
        // 1/3 and 2/3, in 36ths: 21845 and 43690 are exact; 1/36 and 35/36 are not.
        let one = one_more([(36, &AT_ONCE)].into_iter());
        assert_eq!(trimmed(&one), (1, &[ONE][..]));
        let two = one_more([(1, &AT_ONCE), (35, &one)].into_iter());
        assert_eq!(trimmed(&two), (1, &[1820, 63715][..]));
        let three = one_more([(18, &one), (18, &AT_ONCE)].into_iter());
        // Both 32767.5 are rounded up; the first of two alike gives one back.
        assert_eq!(trimmed(&three), (1, &[32767, 32768][..]));
    }

    #[test]
    fn records_are_read_back() {
        let one = one_more([(36, &AT_ONCE)].into_iter());
        let rolls = Rolls { all: one_more([(1, &AT_ONCE), (35, &one)].into_iter()), first: one };
        let mut raw = [0; COLUMNS];
        rolls.to_columns(&mut raw);
        assert_eq!(Rolls::from_columns(&raw), rolls);
        assert!(rolls.are_chances());
        raw[1] ^= 1;
        assert!(!Rolls::from_columns(&raw).are_chances());
    }
}
