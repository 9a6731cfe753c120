//! Random throws, the same ones on every machine.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A sequence of throws that depends on its seed alone (xoshiro256++, seeded through splitmix64;
/// Blackman and Vigna, 2021).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Random(Xoshiro256PlusPlus);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// One of `0..sides`. Some come more often than others by less than `sides` · 2⁻³², which no
    /// experiment here can see.
    #[inline]
    pub(crate) fn throw(&mut self, sides: u32) -> usize {
        let bits = self.0.next_u64() >> 32;
        ((bits * u64::from(sides)) >> 32) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn throws_are_the_same_for_ever_and_even() {
        let mut random = Random::new(1);
        let first: Vec<usize> = (0..12).map(|_| random.throw(6)).collect();
        assert_eq!(first, [4, 4, 0, 4, 1, 3, 5, 3, 0, 0, 5, 2]);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[random.throw(6)] += 1;
        }
        // Five standard deviations of 91.
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 456), "{counts:?}");
    }
}
