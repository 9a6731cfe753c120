//! How many positions there are, without listing placements.

use std::collections::BTreeMap;

use shuban_core::combinatorics::binomial;

use crate::placement::{amazon_counts, orbits};
use crate::region::Region;

/// How many placements of b black and w white amazons there are in all regions of a size together,
/// up to symmetry, by (b, w) with b ≥ w and b ≤ 4: Table 3 of Okada, Kuroda and Kanada.
///
/// Enumerates the regions (up to 11 squares), and counts placements by Burnside's lemma.
pub fn position_counts(size: usize) -> BTreeMap<(usize, usize), u64> {
    let mut counts: BTreeMap<(usize, usize), u64> =
        amazon_counts(size).map(|pair| (pair, 0)).collect();
    let mut asymmetric = 0;
    for region in Region::all(size) {
        let symmetries = region.symmetries();
        if symmetries.is_empty() {
            asymmetric += 1;
            continue;
        }
        for (&(b, w), count) in &mut counts {
            *count += orbits(size, &symmetries, b, w);
        }
    }
    for (&(b, w), count) in &mut counts {
        *count += asymmetric * binomial(size, b) * binomial(size - b, w);
    }
    counts
}
