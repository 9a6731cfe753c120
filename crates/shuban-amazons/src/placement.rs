//! Placements of the amazons in a region, numbered up to the region's symmetries.

use shuban_core::combinatorics::{binomial, rank_subset, unrank_subset};

use crate::region::{Permutation, Region};

/// Amazons of one side at most.
pub(crate) const MAX_AMAZONS: usize = 4;

/// The amazons in a region of up to 11 squares: bit k of a mask stands for the k-th square in
/// row-major order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// Squares of Black's amazons.
    pub black: u16,
    /// Squares of White's amazons, disjoint from Black's.
    pub white: u16,
}

impl Placement {
    /// Numbers of Black's and White's amazons.
    #[inline]
    pub fn counts(self) -> (usize, usize) {
        (self.black.count_ones() as usize, self.white.count_ones() as usize)
    }

    /// The image under a permutation of the squares.
    #[inline]
    #[must_use]
    pub fn permuted(self, permutation: &Permutation) -> Self {
        Placement { black: permutation.apply(self.black), white: permutation.apply(self.white) }
    }
}

/// The numbers of amazons that a database holds for a region of `size` squares: at most
/// four a side, White not more than Black; ascending.
pub(crate) fn amazon_counts(size: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..=MAX_AMAZONS.min(size)).flat_map(move |b| (0..=b.min(size - b)).map(move |w| (b, w)))
}

/// All placements in `size` squares, including symmetric ones: ordered by the numbers of amazons
/// (Black's, then White's), then by Black's mask as a number, then by White's.
pub(crate) fn placements(size: usize) -> impl Iterator<Item = Placement> {
    amazon_counts(size).flat_map(move |(b, w)| {
        subsets(size, b).flat_map(move |black| {
            subsets(size - b, w)
                .map(move |white| Placement { black, white: expanded(white.into(), black) })
        })
    })
}

/// A bijection between integers and the placements in a region, up to the region's own symmetries:
/// at most four a side, and White with not more than Black.
///
/// Placements are ordered by the numbers of amazons (Black's, then White's), then by Black's mask
/// as a number, then by White's. Of those that a symmetry of the region maps to each other, only
/// the first counts. Ranks are computed on demand: only the symmetries are stored.
#[derive(Clone, Debug)]
pub struct Placements {
    size: usize,
    /// The region's symmetries without the identity.
    symmetries: Vec<Permutation>,
    /// For each pair of `amazon_counts`, the rank of its first placement; then the number of all.
    first: Vec<u64>,
}

impl Placements {
    /// The placements in a region.
    pub fn new(region: Region) -> Self {
        Self::of(region.size(), region.symmetries())
    }

    /// The placements in a region of `size` squares without symmetries.
    pub(crate) fn asymmetric(size: usize) -> Self {
        Self::of(size, Vec::new())
    }

    pub(crate) fn of(size: usize, symmetries: Vec<Permutation>) -> Self {
        let mut first = vec![0];
        for (b, w) in amazon_counts(size) {
            let before = *first.last().expect("it starts with one");
            first.push(before + orbits(size, &symmetries, b, w));
        }
        Placements { size, symmetries, first }
    }

    /// Number of placements.
    pub fn len(&self) -> u64 {
        *self.first.last().expect("it starts with one")
    }

    /// The region's symmetries, except the identity.
    pub fn symmetries(&self) -> &[Permutation] {
        &self.symmetries
    }

    /// The numbers of black and white amazons, each with the ranks of its placements.
    pub fn classes(&self) -> impl Iterator<Item = ((usize, usize), std::ops::Range<u64>)> + '_ {
        amazon_counts(self.size).zip(self.first.windows(2).map(|ends| ends[0]..ends[1]))
    }

    /// The first of all placements that the region's symmetries map to each other.
    #[must_use]
    pub fn representative(&self, placement: Placement) -> Placement {
        let images = self.symmetries.iter().map(|symmetry| placement.permuted(symmetry));
        images.fold(placement, Placement::min)
    }

    /// The rank of a placement, or of the one that represents it; `None` if it is not one of these.
    pub fn rank(&self, placement: Placement) -> Option<u64> {
        let counts = placement.counts();
        let outside = (placement.black | placement.white) >> self.size != 0;
        if outside || placement.black & placement.white != 0 {
            return None;
        }
        let class = amazon_counts(self.size).position(|known| known == counts)?;
        let Placement { black, white } = self.representative(placement);
        let before: u64 = if self.symmetries.is_empty() {
            rank_subset(black.into()) * self.whites(black, counts.1)
        } else {
            subsets(self.size, counts.0)
                .take_while(|&mask| mask < black)
                .map(|mask| self.whites(mask, counts.1))
                .sum()
        };
        let fixing = self.fixing(black)?;
        let below = if fixing.is_empty() {
            rank_subset(compressed(white, black))
        } else {
            self.white_masks(black, counts.1, &fixing).take_while(|&mask| mask < white).count()
                as u64
        };
        Some(self.first[class] + before + below)
    }

    /// The placement of a rank; `None` from `len()` on.
    pub fn unrank(&self, rank: u64) -> Option<Placement> {
        let class = self.first.partition_point(|&first| first <= rank).checked_sub(1)?;
        let (b, w) = amazon_counts(self.size).nth(class)?;
        let mut rank = rank - self.first[class];
        let black = if self.symmetries.is_empty() {
            let whites = binomial(self.size - b, w);
            let black = unrank_subset(rank / whites, b, self.size);
            rank %= whites;
            black as u16
        } else {
            subsets(self.size, b).find(|&mask| {
                let whites = self.whites(mask, w);
                let found = rank < whites;
                rank -= if found { 0 } else { whites };
                found
            })?
        };
        let fixing = self.fixing(black)?;
        let white = if fixing.is_empty() {
            expanded(unrank_subset(rank, w, self.size - b), black)
        } else {
            self.white_masks(black, w, &fixing).nth(rank as usize)?
        };
        Some(Placement { black, white })
    }

    /// All placements in the order of their ranks.
    pub fn iter(&self) -> impl Iterator<Item = Placement> + '_ {
        placements(self.size).filter(|&placement| self.is_first(placement))
    }

    /// Returns true if a placement represents those that the region's symmetries map to each other.
    pub(crate) fn is_first(&self, placement: Placement) -> bool {
        self.representative(placement) == placement
    }

    /// The symmetries that leave Black's amazons in place, or `None` if one leads to a smaller
    /// mask.
    fn fixing(&self, black: u16) -> Option<Vec<&Permutation>> {
        let mut fixing = Vec::new();
        for symmetry in &self.symmetries {
            match symmetry.apply(black).cmp(&black) {
                std::cmp::Ordering::Less => return None,
                std::cmp::Ordering::Equal => fixing.push(symmetry),
                std::cmp::Ordering::Greater => (),
            }
        }
        Some(fixing)
    }

    /// Number of White's masks of `w` amazons beside this one of Black's.
    fn whites(&self, black: u16, w: usize) -> u64 {
        match self.fixing(black) {
            None => 0,
            Some(fixing) if fixing.is_empty() => {
                binomial(self.size - black.count_ones() as usize, w)
            }
            Some(fixing) => self.white_masks(black, w, &fixing).count() as u64,
        }
    }

    /// White's masks beside these of Black's, ascending; of those that the symmetries which leave
    /// Black's in place map to each other, the first.
    fn white_masks<'a>(
        &self,
        black: u16,
        w: usize,
        fixing: &'a [&'a Permutation],
    ) -> impl Iterator<Item = u16> + use<'a> {
        let left = self.size - black.count_ones() as usize;
        subsets(left, w)
            .map(move |mask| expanded(mask.into(), black))
            .filter(move |&white| fixing.iter().all(|symmetry| symmetry.apply(white) >= white))
    }
}

/// Number of placements of b black and w white amazons in a region of `size` squares, up to its
/// symmetries (given without the identity): the mean, over the symmetries, of the placements that
/// each leaves in place (Burnside).
pub(crate) fn orbits(size: usize, symmetries: &[Permutation], b: usize, w: usize) -> u64 {
    let identity = binomial(size, b) * binomial(size - b, w);
    let others: u64 =
        symmetries.iter().map(|symmetry| placements_fixed(&symmetry.cycles(), b, w)).sum();
    (identity + others) / (symmetries.len() as u64 + 1)
}

/// Number of ways to give whole cycles to Black and White: the coefficient of x^b y^w in the
/// product of 1 + x^c + y^c over the cycle lengths c.
fn placements_fixed(cycles: &[usize], b: usize, w: usize) -> u64 {
    let Some((&cycle, rest)) = cycles.split_first() else { return (b == 0 && w == 0).into() };
    let mut ways = placements_fixed(rest, b, w);
    if cycle <= b {
        ways += placements_fixed(rest, b - cycle, w);
    }
    if cycle <= w {
        ways += placements_fixed(rest, b, w - cycle);
    }
    ways
}

/// The masks of `count` bits out of `size`, ascending.
pub(crate) fn subsets(size: usize, count: usize) -> impl Iterator<Item = u16> {
    let lowest = (1u32 << count) - 1;
    let next = |&mask: &u32| {
        // Gosper: the lowest run of ones moves its last one up, the others go down.
        let low = mask & mask.wrapping_neg();
        let ripple = mask + low;
        (mask != 0).then(|| ripple | ((mask ^ ripple) / low.max(1)) >> 2)
    };
    std::iter::successors(Some(lowest), next)
        .take_while(move |mask| mask >> size == 0)
        .map(|mask| mask as u16)
}

/// The bits of a mask at the places where `black` has none, moved together.
pub(crate) fn compressed(mut mask: u16, black: u16) -> u64 {
    let mut packed = 0;
    while mask != 0 {
        let bit = mask & mask.wrapping_neg();
        packed |= 1 << ((bit - 1) & !black).count_ones();
        mask ^= bit;
    }
    packed
}

/// The inverse of `compressed`.
pub(crate) fn expanded(mut packed: u64, black: u16) -> u16 {
    let mut mask = 0;
    let mut free = !black;
    while packed != 0 {
        let bit = free & free.wrapping_neg();
        mask |= if packed & 1 == 1 { bit } else { 0 };
        free ^= bit;
        packed >>= 1;
    }
    mask
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn ranks_are_a_bijection_up_to_symmetry() {
        for size in 1..=5 {
            for region in Region::all(size) {
                let placements = Placements::new(region);
                let mut seen = BTreeSet::new();
                for (rank, placement) in placements.iter().enumerate() {
                    assert_eq!(placements.rank(placement), Some(rank as u64));
                    assert_eq!(placements.unrank(rank as u64), Some(placement));
                    assert_eq!(placements.representative(placement), placement);
                    for symmetry in region.symmetries() {
                        assert_eq!(
                            placements.rank(placement.permuted(&symmetry)),
                            Some(rank as u64)
                        );
                        seen.insert(placement.permuted(&symmetry));
                    }
                    seen.insert(placement);
                }
                assert_eq!(placements.iter().count() as u64, placements.len());
                assert_eq!(placements.unrank(placements.len()), None);
                // Together with their images these are all placements there are.
                let all: usize = amazon_counts(size)
                    .map(|(b, w)| (binomial(size, b) * binomial(size - b, w)) as usize)
                    .sum();
                assert_eq!(seen.len(), all);
            }
        }
    }

    #[test]
    fn masks_are_listed_in_ascending_order() {
        assert_eq!(subsets(4, 2).collect::<Vec<_>>(), [3, 5, 6, 9, 10, 12]);
        assert_eq!(subsets(4, 0).collect::<Vec<_>>(), [0]);
        assert_eq!(subsets(0, 0).collect::<Vec<_>>(), [0]);
        assert_eq!(subsets(2, 3).count(), 0);
    }
}
