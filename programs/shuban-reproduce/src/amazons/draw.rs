//! Regions drawn at random.

use shuban_amazons::{Placement, Region, Subgame};
use shuban_core::Random;

/// A seeded generator of regions of a size: all positions that differ by more than a symmetry are
/// equally likely, as records of a database are.
pub(super) struct Draw {
    regions: Vec<Region>,
    random: Random,
}

impl Draw {
    /// Creates a generator for a size from 1 to 11.
    pub(super) fn new(size: usize, seed: u64) -> Self {
        Draw { regions: Region::all(size), random: Random::new(seed) }
    }

    /// Draws a region with these numbers of amazons, not more than there are squares.
    pub(super) fn region(&mut self, black: u32, white: u32) -> Subgame {
        loop {
            let pick = self.random.place(self.regions.len());
            let region = self.regions[pick];
            let mut placement = Placement::default();
            while placement.black.count_ones() < black {
                placement.black |= 1 << self.random.place(region.size());
            }
            while placement.white.count_ones() < white {
                placement.white |= 1 << self.random.place(region.size()) & !placement.black;
            }
            // A region with k images under the symmetries is drawn as each of them.
            let symmetries = region.symmetries();
            let mut images: Vec<Placement> =
                symmetries.iter().map(|symmetry| placement.permuted(symmetry)).collect();
            images.push(placement);
            images.sort_unstable();
            images.dedup();
            if self.random.place(images.len()) == 0
                && let Some(subgame) = Subgame::placed(region, placement)
            {
                return subgame;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn every_position_up_to_symmetry_is_equally_likely() {
        let mut draw = Draw::new(3, 1);
        let mut drawn: HashMap<Subgame, u32> = HashMap::new();
        for _ in 0..18_000 {
            *drawn.entry(draw.region(1, 1).canonical()).or_default() += 1;
        }
        // Table 3: 18 of them. The error of each count is about 31.
        assert_eq!(drawn.len(), 18);
        assert!(drawn.values().all(|&count| (850..1_150).contains(&count)), "{drawn:?}");
    }
}
