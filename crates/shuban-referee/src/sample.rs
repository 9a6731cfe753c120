//! The positions of a layer that are checked.

use rayon::prelude::*;

/// Number of positions to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of the layer.
    All,
    /// This many, spread over the layer, always the same ones; all if there are no more.
    Sample(u64),
}

impl Extent {
    /// Returns the number of positions that are checked of `all`.
    pub(crate) fn of(self, all: u64) -> u64 {
        match self {
            Extent::All => all,
            Extent::Sample(count) => count.min(all),
        }
    }

    /// Returns the numbers of the positions that are checked of `all`, ascending.
    ///
    /// The layer is cut into equal strips, with one position of each at a place that the strip's
    /// number determines: so no stretch of the file is left out.
    pub(crate) fn numbers(self, all: u64) -> impl ParallelIterator<Item = u64> {
        let count = self.of(all);
        let border =
            move |strip: u64| (u128::from(strip) * u128::from(all) / u128::from(count)) as u64;
        (0..count).into_par_iter().map(move |strip| {
            let (start, end) = (border(strip), border(strip + 1));
            start + scattered(strip) % (end - start)
        })
    }
}

/// Returns a number that looks drawn by lot (splitmix64).
fn scattered(number: u64) -> u64 {
    let mut bits = number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}
