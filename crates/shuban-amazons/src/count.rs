//! Numbers of positions, without listing placements.

use std::collections::BTreeMap;

use crate::placement::{amazon_counts, orbits};
use crate::region::{Permutation, Region};

/// Number of placements of b black and w white amazons in all regions of a size together, up to
/// symmetry, by (b, w) with b ≥ w and b ≤ 4: Table 3 of Okada, Kuroda and Kanada.
///
/// Enumerates the regions (up to 11 squares), and counts placements by Burnside's lemma.
pub fn position_counts(size: usize) -> BTreeMap<(usize, usize), u64> {
    // Nearly all regions are without symmetries, and alike in numbers.
    let regions = Region::all(size);
    let symmetries = regions.iter().map(|region| region.symmetries());
    let symmetric: Vec<Vec<Permutation>> = symmetries.filter(|some| !some.is_empty()).collect();
    let others = (regions.len() - symmetric.len()) as u64;
    let count = |(b, w)| {
        let with_symmetries = symmetric.iter().map(|some| orbits(size, some, b, w)).sum::<u64>();
        ((b, w), with_symmetries + others * orbits(size, &[], b, w))
    };
    amazon_counts(size).map(count).collect()
}
