//! Regions up to symmetry, and the symmetries of a region.

use crate::squares::{BOX, Square, Squares};
use crate::symmetry::{Symmetry, canonical_shape};

/// Regions up to this many squares can be enumerated: they fit into the box in any orientation.
pub const MAX_REGION: usize = BOX;

/// A connected set of 1 to [`MAX_REGION`] squares in canonical form. Its squares are numbered from
/// 0 in row-major order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Region(Squares);

impl Region {
    /// The region of a connected set, in any place and orientation, with the symmetry that leads
    /// from the set shifted to the corner to the region; `None` if it is not connected, empty or
    /// too large.
    pub fn of(squares: Squares) -> Option<(Self, Symmetry)> {
        let lawful = (1..=MAX_REGION).contains(&squares.len()) && squares.is_connected();
        lawful.then(|| {
            let (canonical, symmetry) = canonical_shape(squares);
            (Region(canonical), symmetry)
        })
    }

    /// Like [`of`](Self::of), with the square of the set that became each of the region's numbered
    /// squares.
    pub(crate) fn with_places(squares: Squares) -> Option<(Self, Vec<Square>)> {
        let (region, symmetry) = Self::of(squares)?;
        let corner = squares.at_corner();
        let extent = corner.extent();
        let mut places: Vec<(Squares, Square)> = corner
            .iter()
            .zip(squares)
            .map(|(square, place)| (symmetry.apply(square.into(), extent), place))
            .collect();
        // Sets of one square each are in the order of these squares.
        places.sort_unstable();
        Some((region, places.into_iter().map(|(_, place)| place).collect()))
    }

    /// The region of a set that is already in canonical form.
    pub fn from_canonical(squares: Squares) -> Option<Self> {
        Self::of(squares).map(|(region, _)| region).filter(|region| region.0 == squares)
    }

    /// Its squares, at the top left corner.
    #[inline]
    pub fn squares(self) -> Squares {
        self.0
    }

    /// Number of squares.
    #[inline]
    pub fn size(self) -> usize {
        self.0.len()
    }

    /// The symmetries that map the region to itself, except the identity, each as a permutation of
    /// its numbered squares.
    pub fn symmetries(self) -> Vec<Permutation> {
        let extent = self.0.extent();
        Symmetry::to_portrait(extent)
            .iter()
            .skip(1)
            .filter(|symmetry| symmetry.apply(self.0, extent) == self.0)
            .map(|symmetry| Permutation::of(self.0, |square| symmetry.apply(square, extent)))
            .collect()
    }

    /// All regions of a number of squares, ascending: one of each free polyplet (polyominoes whose
    /// squares may also touch at corners, up to symmetry). Empty for 0 and beyond [`MAX_REGION`].
    ///
    /// Each region of a size is a smaller one and a square beside it; takes as much time as there
    /// are such pairs, 3 million for 10 squares, and 16 bytes for each.
    pub fn all(size: usize) -> Vec<Region> {
        if !(1..=MAX_REGION).contains(&size) {
            return Vec::new();
        }
        let one = Region(Squares::rectangle(1, 1));
        (1..size).fold(vec![one], |smaller, _| {
            let mut larger: Vec<Region> =
                smaller.iter().flat_map(|region| region.extended()).collect();
            larger.sort_unstable();
            larger.dedup();
            larger.shrink_to_fit();
            larger
        })
    }

    /// The regions of one square more that hold this one; some several times. For regions smaller
    /// than [`MAX_REGION`].
    fn extended(self) -> impl Iterator<Item = Region> {
        // A row above and a column at the left are needed for new squares there. The largest
        // regions have then no room left at the other edges, which the regions not moved have.
        let (height, width) = self.0.extent();
        let shifts: &[usize] =
            if height.max(width) + 1 < BOX { &[BOX + 1] } else { &[0, 1, BOX, BOX + 1] };
        shifts.iter().flat_map(move |shift| {
            let moved = Squares::of(self.0.bits() << shift);
            (moved.grown() - moved)
                .iter()
                .map(move |square| Region(canonical_shape(moved.with(square)).0))
        })
    }
}

/// A permutation of the numbered squares of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Permutation {
    size: u8,
    images: [u8; MAX_REGION],
}

impl Permutation {
    /// The permutation of some squares, at most [`MAX_REGION`], numbered in row-major order; `map`
    /// gives the image of a single square.
    fn of(squares: Squares, map: impl Fn(Squares) -> Squares) -> Self {
        let mut images = [0; MAX_REGION];
        for (number, square) in squares.iter().enumerate() {
            let image = map(square.into()).first().expect("a symmetry maps a square to a square");
            images[number] = squares.number_of(image) as u8;
        }
        Permutation { size: squares.len() as u8, images }
    }

    /// The number that a square's number becomes.
    #[inline]
    pub fn image(&self, number: usize) -> usize {
        usize::from(self.images[number])
    }

    /// Number of permuted squares.
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// The image of a set of numbers, given and returned as a mask.
    #[inline]
    pub fn apply(&self, mut mask: u16) -> u16 {
        let mut image = 0;
        while mask != 0 {
            image |= 1 << self.images[mask.trailing_zeros() as usize];
            mask &= mask - 1;
        }
        image
    }

    /// The lengths of its cycles.
    pub fn cycles(&self) -> Vec<usize> {
        let mut seen = 0u16;
        let mut lengths = Vec::new();
        for start in 0..self.size() {
            let (mut at, mut length) = (start, 0);
            while seen >> at & 1 == 0 {
                seen |= 1 << at;
                at = self.image(at);
                length += 1;
            }
            if length > 0 {
                lengths.push(length);
            }
        }
        lengths
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn long_regions_grow_at_both_ends() {
        // A straight line and a line with its end bent, as long as the box is wide.
        let line = Squares::rectangle(10, 1);
        let ends: BTreeSet<Region> = Region(line).extended().collect();
        // Straight on, bent at the end (one way up to symmetry), and beside each of half the
        // squares.
        assert_eq!(ends.len(), 1 + 1 + 5);
        let diagonal: Squares = (0..10).map(|i| crate::Square::new(i, i).unwrap()).collect();
        let diagonal = Region::of(diagonal).unwrap().0;
        assert!(diagonal.extended().any(|region| region.squares().extent() == (11, 11)));
        assert!(diagonal.extended().all(|region| region.size() == 11));
    }

    #[test]
    fn symmetries_of_a_region_form_a_group() {
        for region in Region::all(6) {
            let group = region.symmetries();
            let identity = Permutation::of(region.squares(), |square| square);
            let all: BTreeSet<Vec<usize>> = std::iter::once(&identity)
                .chain(&group)
                .map(|permutation| (0..6).map(|i| permutation.image(i)).collect())
                .collect();
            // Straight lines have symmetries that leave each square in place.
            assert!((group.len() + 1).is_multiple_of(all.len()));
            for first in &all {
                for second in &all {
                    let both: Vec<usize> = first.iter().map(|&i| second[i]).collect();
                    assert!(all.contains(&both));
                }
            }
        }
    }
}
