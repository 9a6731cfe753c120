//! Shape of a set of squares, connected or not, for the kernel: which squares see each other, and
//! the rest when one burns.

use crate::lines::{STEPS, line};
use crate::region::{MAX_REGION, Region};

/// Squares of several separate regions, numbered one region after the other, each in row-major
/// order of its canonical form.
pub(crate) struct SetShape {
    /// Each region with its first number.
    regions: Vec<(Region, usize)>,
    size: usize,
}

/// A disconnected set of squares: each region with the numbers of its squares in the set it is a
/// part of.
pub(crate) type SetPieces = Vec<(Region, [u8; MAX_REGION])>;

impl SetShape {
    pub(crate) fn new(regions: Vec<Region>) -> Self {
        let mut size = 0;
        let numbered = regions.into_iter().map(|region| {
            size += region.size();
            (region, size - region.size())
        });
        let regions = numbered.collect();
        SetShape { regions, size }
    }

    /// Number of squares.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// For each square and each set e of empty ones (at number·2^size + e): the squares that are
    /// seen from there, which are those that a queen reaches on e and those where an obstacle stops
    /// it.
    pub(crate) fn seen(&self, seen: &mut Vec<u16>) {
        let size = self.size();
        seen.clear();
        seen.resize(size << size, 0);
        for &(region, first) in &self.regions {
            for (number, from) in region.squares().iter().enumerate() {
                let seen = &mut seen[(first + number) << size..][..1 << size];
                for step in STEPS {
                    // The next square of a line is seen when all before it are empty.
                    let mut before = 0u16;
                    for square in line(from, step, region.squares()) {
                        let bit = 1u16 << (first + region.squares().number_of(square));
                        if before == 0 {
                            seen.iter_mut().for_each(|seen| *seen |= bit);
                        } else {
                            for (empty, seen) in (0u16..).zip(seen.iter_mut()) {
                                *seen |= if empty & before == before { bit } else { 0 };
                            }
                        }
                        before |= bit;
                    }
                }
            }
        }
    }

    /// The rest when the square of a number is burnt.
    pub(crate) fn without(&self, burnt: usize) -> SetPieces {
        let mut pieces = Vec::new();
        for &(region, first) in &self.regions {
            let squares = region.squares();
            if !(first..first + region.size()).contains(&burnt) {
                let mut numbers = [0; MAX_REGION];
                (0..region.size()).for_each(|i| numbers[i] = (first + i) as u8);
                pieces.push((region, numbers));
                continue;
            }
            let square =
                squares.iter().nth(burnt - first).expect("it is one of the region's numbers");
            for piece in squares.without(square).components() {
                let (region, places) =
                    Region::with_places(piece).expect("it is a part of a region");
                let mut numbers = [0; MAX_REGION];
                for (number, place) in numbers.iter_mut().zip(places) {
                    *number = (first + squares.number_of(place)) as u8;
                }
                pieces.push((region, numbers));
            }
        }
        pieces
    }
}
