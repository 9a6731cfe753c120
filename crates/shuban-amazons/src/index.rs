//! The numbering of all positions of one region size.

use std::borrow::Cow;

use shuban_core::{Index, IndexError, Section};

use crate::placement::{Placement, Placements};
use crate::position::Position;
use crate::region::Region;
use crate::squares::Squares;
use crate::subgame::{Army, Subgame};

/// The section that lists the regions.
const REGIONS: &str = "regions";
/// Regions of one entry of the section.
const ENTRY: usize = 512;

/// Number of positions of each size from 1 to 10, as counted by
/// [`position_counts`](crate::position_counts).
pub(crate) const POSITIONS: [u64; 10] =
    [2, 8, 61, 782, 12_016, 203_934, 3_519_293, 60_262_915, 1_006_971_646, 16_204_883_820];

/// All positions whose squares are one region of a given size: first by region, in ascending order,
/// then by placement, as [`Placements`] numbers them.
///
/// The orientation of a position and the side to move do not matter to its rank; a position in
/// which White has more amazons has none (its colours are to be exchanged first).
pub struct RegionIndex {
    size: usize,
    /// Ascending.
    regions: Vec<Region>,
    /// The rank of each region's first position; then the number of all.
    first: Vec<u64>,
    /// The placements in a region without symmetries, which nearly all are.
    asymmetric: Placements,
}

impl RegionIndex {
    /// Enumerates the regions of a size; empty beyond 11.
    pub fn new(size: usize) -> Self {
        Self::of(size, Region::all(size))
    }

    fn of(size: usize, regions: Vec<Region>) -> Self {
        let asymmetric = Placements::asymmetric(size);
        let mut first = Vec::with_capacity(regions.len() + 1);
        let mut end = 0;
        first.push(end);
        for region in &regions {
            end += match region.symmetries() {
                none if none.is_empty() => asymmetric.len(),
                symmetries => Placements::of(size, symmetries).len(),
            };
            first.push(end);
        }
        RegionIndex { size, regions, first, asymmetric }
    }

    /// Opens the index that these sections were made from.
    ///
    /// # Errors
    /// [`IndexError`] if they are not those of all regions of this size.
    pub fn open(size: usize, sections: &[Section]) -> Result<Self, IndexError> {
        let section = sections.iter().find(|section| section.name == REGIONS);
        let section = section.ok_or_else(|| IndexError::Missing(REGIONS.to_owned()))?;
        let malformed =
            |reason: String| IndexError::Malformed { section: REGIONS.to_owned(), reason };
        let mut regions: Vec<Region> = Vec::new();
        for (number, entry) in section.entries.iter().enumerate() {
            let bad = |what: &str| malformed(format!("entry {number} {what}"));
            let listed = read_regions(entry).ok_or_else(|| bad("is no list of squares"))?;
            for squares in listed {
                let region = Region::from_canonical(squares).filter(|region| region.size() == size);
                let region = region.ok_or_else(|| bad("lists what is no region of this size"))?;
                regions.push(region);
            }
        }
        if !regions.is_sorted_by(|one, next| one < next) {
            return Err(malformed("the regions are not in ascending order".to_owned()));
        }
        let index = Self::of(size, regions);
        let expected = POSITIONS.get(size.wrapping_sub(1)).copied();
        if expected.is_some_and(|expected| expected != index.len())
            || index.sections()[0] != *section
        {
            return Err(malformed("it does not list all regions of this size".to_owned()));
        }
        Ok(index)
    }

    /// The regions in their order.
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// The ranks of the positions in one of the regions, by its place among
    /// [`regions`](Self::regions).
    pub fn ranks(&self, region: usize) -> std::ops::Range<u64> {
        self.first[region]..self.first[region + 1]
    }

    /// Number of positions in a region, by its place.
    pub(crate) fn positions(&self, region: usize) -> usize {
        (self.first[region + 1] - self.first[region]) as usize
    }

    /// The placements in a region, by its place among [`regions`](Self::regions).
    pub(crate) fn placements(&self, region: usize) -> Cow<'_, Placements> {
        if self.is_asymmetric(region) {
            Cow::Borrowed(&self.asymmetric)
        } else {
            Cow::Owned(Placements::new(self.regions[region]))
        }
    }

    /// The place of the region that a position of this rank lies in.
    pub(crate) fn region_of_rank(&self, rank: u64) -> Option<usize> {
        let place = self.first.partition_point(|&first| first <= rank).checked_sub(1)?;
        (place < self.regions.len()).then_some(place)
    }

    /// Returns true if all of a region's symmetries leave every square in place.
    pub(crate) fn is_asymmetric(&self, region: usize) -> bool {
        // Any other symmetry makes placements of one amazon alike.
        self.positions(region) as u64 == self.asymmetric.len()
    }

    /// The place of a subgame's region and its placement there.
    fn place(&self, subgame: &Subgame) -> Option<(usize, Placement)> {
        let find = |squares: Squares| {
            self.regions.binary_search_by(|region| region.squares().cmp(&squares)).ok()
        };
        // Callers often ask for canonical forms.
        if let Some(place) = find(subgame.squares()) {
            return Some((place, subgame.numbered()));
        }
        let (region, placement) =
            subgame.region().filter(|(region, _)| region.size() == self.size)?;
        Some((find(region.squares())?, placement))
    }
}

impl Index for RegionIndex {
    type Position = Position;

    fn len(&self) -> u64 {
        self.first[self.regions.len()]
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        let (place, placement) = self.place(position.subgame())?;
        Some(self.first[place] + self.placements(place).rank(placement)?)
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        let place = self.region_of_rank(rank)?;
        let placement = self.placements(place).unrank(rank - self.first[place])?;
        Position::around(Subgame::placed(self.regions[place], placement)?, Army::Black)
    }

    /// The regions as numbers (bit k for the square in row k / 11 and column k mod 11), each as the
    /// difference to the one before in the same entry, in LEB128.
    fn sections(&self) -> Vec<Section> {
        let entries = self.regions.chunks(ENTRY).map(write_regions).collect();
        vec![Section { name: REGIONS.to_owned(), entries }]
    }
}

fn write_regions(regions: &[Region]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut before = 0;
    for region in regions {
        let bits = region.squares().bits();
        let mut difference = bits - before;
        while difference >= 0x80 {
            bytes.push(difference as u8 | 0x80);
            difference >>= 7;
        }
        bytes.push(difference as u8);
        before = bits;
    }
    bytes
}

fn read_regions(bytes: &[u8]) -> Option<Vec<Squares>> {
    let mut squares = Vec::new();
    let (mut before, mut difference, mut shift) = (0u128, 0u128, 0);
    for byte in bytes {
        let low = u128::from(byte & 0x7F);
        difference |= low.checked_shl(shift).filter(|shifted| shifted >> shift == low)?;
        shift += 7;
        if byte & 0x80 == 0 {
            before = before.checked_add(difference)?;
            squares.push(Squares::from_bits(before)?);
            (difference, shift) = (0, 0);
        }
    }
    (shift == 0).then_some(squares)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::count::position_counts;

    #[test]
    fn the_counts_of_positions_are_those_of_table_3() {
        for (size, positions) in (1..).zip(POSITIONS) {
            assert_eq!(position_counts(size).values().sum::<u64>(), positions, "size {size}");
        }
    }

    #[test]
    fn ranks_and_positions_go_over_into_each_other_exhaustively_to_size_6() {
        for size in 1..=6 {
            let index = RegionIndex::new(size);
            assert_eq!(index.len(), POSITIONS[size - 1]);
            for rank in 0..index.len() {
                let position = index.unrank(rank).unwrap();
                assert_eq!(index.rank(&position), Some(rank));
            }
            assert_eq!(index.unrank(index.len()), None);
        }
    }

    #[test]
    fn a_stored_index_opens_again() {
        for size in [1, 2, 5, 8, 9] {
            let index = RegionIndex::new(size);
            let opened = RegionIndex::open(size, &index.sections()).unwrap();
            assert_eq!(opened.regions(), index.regions());
            assert_eq!(opened.len(), index.len());
        }
    }

    /// The indexes of all sizes, each enumerated once.
    fn indexes() -> &'static [RegionIndex] {
        static INDEXES: std::sync::LazyLock<Vec<RegionIndex>> =
            std::sync::LazyLock::new(|| (1..=10).map(RegionIndex::new).collect());
        &INDEXES
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn positions_of_all_sizes_round_trip(size in 6usize..=10, pick: u64, symmetric: bool) {
            let index = &indexes()[size - 1];
            let rank = if symmetric {
                let symmetric: Vec<usize> = (0..index.regions().len().min(3_000))
                    .filter(|&i| !index.is_asymmetric(i))
                    .collect();
                let ranks = index.ranks(symmetric[pick as usize % symmetric.len()]);
                ranks.start + pick % (ranks.end - ranks.start)
            } else {
                pick % index.len()
            };
            let position = index.unrank(rank).unwrap();
            prop_assert_eq!(index.rank(&position), Some(rank));
            for symmetry in crate::Symmetry::ALL {
                let image =
                    Position::around(position.subgame().image(symmetry), Army::White).unwrap();
                prop_assert_eq!(index.rank(&image), Some(rank));
            }
            let (b, w) = position.subgame().region().unwrap().1.counts();
            if b > w {
                prop_assert_eq!(index.rank(&position.swapped()), None);
            }
            prop_assert_eq!(indexes()[size - 2].rank(&position), None);
        }
    }
}
