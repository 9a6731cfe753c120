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
