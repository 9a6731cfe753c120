//! Random numbers, the same ones on every machine.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A sequence of numbers that depends on its seed alone (xoshiro256++, seeded through splitmix64;
/// Blackman and Vigna, 2021).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The sequence of one of many independent parts of a whole that has a seed.
    pub fn of_part(seed: u64, part: u64) -> Self {
        // The golden ratio spreads the parts; the seed is scrambled once more within `new`.
        Random::new(seed ^ part.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// One of `0..sides`, faster than [`below`](Random::below). Some come more often than others by
    /// less than `sides` · 2⁻³², which no experiment here can see.
    #[inline]
    pub fn throw(&mut self, sides: u32) -> usize {
        let bits = self.bits() >> 32;
        ((bits * u64::from(sides)) >> 32) as usize
    }

    /// One of `0..n`, each equally likely (Lemire, "Fast Random Integer Generation in an Interval",
    /// ACM TOMACS 29, 2019). 0 for n = 0.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        let mut product = u128::from(self.bits()) * u128::from(n);
        if (product as u64) < n {
            let unfair = n.wrapping_neg() % n;
            while (product as u64) < unfair {
                product = u128::from(self.bits()) * u128::from(n);
            }
        }
        (product >> 64) as u64
    }

    /// One of `0..n` places, each equally likely. 0 for n = 0.
    #[inline]
    pub fn place(&mut self, n: usize) -> usize {
        self.below(n as u64) as usize
    }

    /// Puts things into a random order, each order equally likely.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        crate::hidden::shuffle(things, &mut |n| self.below(n));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often each of `N` numbers comes in 10,000 times as many, within five standard
    /// deviations.
    fn is_even<const N: usize>(mut number: impl FnMut() -> usize) {
        let mut counts = [0u32; N];
        for _ in 0..10_000 * N {
            counts[number()] += 1;
        }
        let deviation = (10_000.0 * (1.0 - 1.0 / N as f64)).sqrt();
        let even = |count: &u32| f64::from(count.abs_diff(10_000)) < 5.0 * deviation;
        assert!(counts.iter().all(even), "{counts:?}");
    }

    #[test]
    fn numbers_are_the_same_for_ever_and_even() {
        let mut random = Random::new(1);
        let throws = [(); 12].map(|()| random.throw(6));
        assert_eq!(throws, [4, 4, 0, 4, 1, 3, 5, 3, 0, 0, 5, 2]);
        is_even::<6>(|| random.throw(6));
        let mut random = Random::new(1);
        let below = [(); 12].map(|()| random.below(53));
        assert_eq!(below, [43, 39, 5, 39, 9, 31, 52, 27, 5, 7, 48, 18]);
        is_even::<5>(|| random.place(5));
        assert_eq!(random.below(0), 0);
        assert_ne!(Random::of_part(1, 0), Random::of_part(1, 1));
        assert_ne!(Random::of_part(1, 0), Random::new(1));
    }
}
