//! Random numbers, the same ones on every machine.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A pseudorandom sequence that depends only on its seed (xoshiro256++, seeded through splitmix64;
/// Blackman and Vigna, 2021).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// Creates the sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Creates the sequence of one of many independent parts of a whole with one seed.
    pub fn of_part(seed: u64, part: u64) -> Self {
        // The golden ratio spreads the parts; the seed is scrambled once more within `new`.
        Random::new(seed ^ part.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// Returns 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns one of `0..sides`, faster than [`below`](Random::below). Its bias is less than
    /// `sides` · 2⁻³², which no experiment here can see.
    #[inline]
    pub fn throw(&mut self, sides: u32) -> usize {
        let bits = self.bits() >> 32;
        ((bits * u64::from(sides)) >> 32) as usize
    }

    /// Returns one of `0..n`, each equally likely (Lemire, "Fast Random Integer Generation in an
    /// Interval", ACM TOMACS 29, 2019). 0 for n = 0.
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

    /// Returns one of `0..n` places, each equally likely. 0 for n = 0.
    #[inline]
    pub fn place(&mut self, n: usize) -> usize {
        self.below(n as u64) as usize
    }

    /// Puts things into a random order, each order equally likely.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        crate::hidden::shuffle(things, &mut |n| self.below(n));
    }
}
