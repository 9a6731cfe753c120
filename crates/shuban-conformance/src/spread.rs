//! Samples, evenly spread and always alike.

use std::hash::{DefaultHasher, Hash, Hasher};

/// Returns at most `sample` numbers of `0..len`, evenly spread, with the first and the last.
pub(crate) fn spread(len: u64, sample: u64) -> impl Iterator<Item = u64> {
    let count = len.min(sample.max(2));
    (0..count).map(move |i| {
        if count == len {
            i
        } else {
            // Below `len`, so the quotient fits.
            (u128::from(i) * u128::from(len - 1) / u128::from(count - 1)) as u64
        }
    })
}

/// Returns a number that looks random and depends on `what` and `seed` alone.
pub(crate) fn scramble(what: &impl Hash, seed: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    seed.hash(&mut hasher);
    what.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn samples_are_spread_from_the_first_to_the_last() {
        assert_eq!(spread(3, 10).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(spread(101, 3).collect::<Vec<_>>(), [0, 50, 100]);
        assert_eq!(spread(0, 3).count(), 0);
        assert_eq!(spread(u64::MAX, 2).collect::<Vec<_>>(), [0, u64::MAX - 1]);
    }
}
