//! How many rolls a side needs, in 65535ths.

/// No side needs more rolls than are told apart, nearly; what is beyond is left out, as in gnubg.
pub(super) const ROLLS: usize = 32;

/// Certainty.
const ONE: u16 = u16::MAX;

/// The chances of each number of rolls from 0 on, in 65535ths: they add up to 65535.
pub(super) type Chances = [u16; ROLLS];

/// Of a side: the chances of the number of rolls until all checkers are borne off, by the play that
/// makes its mean least, and until the first is, by the play that makes that mean least. Of a side
/// that has borne off a checker the second is 0 for certain: it cannot lose a gammon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rolls {
    /// Until all checkers are borne off.
    pub all: Chances,
    /// Until the first one is.
    pub first: Chances,
}

impl Rolls {
    /// Of a side that has borne off everything.
    pub(super) const DONE: Rolls = Rolls { all: AT_ONCE, first: AT_ONCE };

    /// One roll, and after it the best of what the plays of each throw lead to: `by_throw` has the
    /// weight of each of the throws, which add up to 36, and the best chances of both kinds.
    pub(super) fn after_roll(by_throw: &[(u32, Rolls)], is_whole: bool) -> Self {
        let all = one_more(by_throw.iter().map(|(weight, rolls)| (*weight, &rolls.all)));
        let first = match is_whole {
            true => one_more(by_throw.iter().map(|(weight, rolls)| (*weight, &rolls.first))),
            false => AT_ONCE,
        };
        Rolls { all, first }
    }

    /// Of the results of a throw the least mean of both kinds, each for itself; of equal ones the
    /// first.
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
}

const AT_ONCE: Chances = {
    let mut chances = [0; ROLLS];
    chances[0] = ONE;
    chances
};

/// The mean, times what the chances add up to.
fn sum_of(chances: &Chances) -> u32 {
    (0..).zip(chances).map(|(rolls, &chance): (u32, _)| rolls * u32::from(chance)).sum()
}

/// One roll more than the weighted mean of chances: rounded to the nearest, and what is then
/// missing or too much is put right at the first of the most likely numbers.
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

/// From the first chance that is not 0 to the last one: where they begin, and they.
pub(super) fn trimmed(chances: &Chances) -> (usize, &[u16]) {
    let first = chances.iter().position(|&chance| chance > 0).unwrap_or(0);
    let last = chances.iter().rposition(|&chance| chance > 0).unwrap_or(0);
    (first, &chances[first..=last])
}

impl Rolls {
    /// As stored: of both kinds the first number of rolls that is possible, how many follow one
    /// another, and their chances, two bytes each, the less significant first.
    pub(super) fn to_bytes(self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for chances in [&self.all, &self.first] {
            let (first, run) = trimmed(chances);
            bytes.extend([first as u8, run.len() as u8]);
            bytes.extend(run.iter().flat_map(|chance| chance.to_le_bytes()));
        }
        bytes
    }

    /// The inverse of `to_bytes`; `None` for anything that is not of this form.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes;
        let mut next = || {
            let (&[first, length], behind) = rest.split_first_chunk::<2>()?;
            let (run, behind) = behind.split_at_checked(2 * usize::from(length))?;
            rest = behind;
            let mut chances = [0; ROLLS];
            let places = chances.get_mut(usize::from(first)..)?;
            let places = places.get_mut(..usize::from(length))?;
            for (place, chance) in places.iter_mut().zip(run.chunks_exact(2)) {
                *place = u16::from_le_bytes([chance[0], chance[1]]);
            }
            let sum: u32 = chances.iter().map(|&chance| u32::from(chance)).sum();
            (sum == u32::from(ONE)).then_some(chances)
        };
        let rolls = Rolls { all: next()?, first: next()? };
        (rest.is_empty() && rolls.to_bytes() == bytes).then_some(rolls)
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
    fn bytes_are_read_back_and_others_refused() {
        let one = one_more([(36, &AT_ONCE)].into_iter());
        let rolls = Rolls { all: one_more([(1, &AT_ONCE), (35, &one)].into_iter()), first: one };
        let bytes = rolls.to_bytes();
        assert_eq!(Rolls::from_bytes(&bytes), Some(rolls));
        assert_eq!(Rolls::from_bytes(&bytes[..bytes.len() - 1]), None);
        assert_eq!(Rolls::from_bytes(&[&bytes[..], &[0]].concat()), None);
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x55;
            assert_ne!(Rolls::from_bytes(&changed), Some(rolls));
        }
    }
}
