//! What a set of squares, connected or not, is to the kernel: which squares see each other, and
//! what is left when one burns.

use crate::lines::queen_reach;
use crate::region::{MAX_REGION, Region};
use crate::squares::{Square, Squares};

/// Squares of several regions that have nothing to do with each other, numbered one region after
/// the other, each in row-major order of its canonical form.
pub(crate) struct SetShape {
    regions: Vec<Region>,
    /// The first number of each region.
    first: Vec<usize>,
}

/// A set of squares in pieces: each region with the numbers of its squares in the set it is a part
/// of.
pub(crate) type SetPieces = Vec<(Region, [u8; MAX_REGION])>;

impl SetShape {
    pub(crate) fn new(regions: Vec<Region>) -> Self {
        let sizes = regions.iter().scan(0, |first, region| {
            let this = *first;
            *first += region.size();
            Some(this)
        });
        let first = sizes.collect();
        SetShape { regions, first }
    }

    /// How many squares there are.
    pub(crate) fn size(&self) -> usize {
        self.regions.iter().map(|region| region.size()).sum()
    }

    /// For each square and each set e of empty ones (at number·2^size + e): the squares that are
    /// seen from there, which are those that a queen gets to on e and those where an obstacle stops
    /// it.
    pub(crate) fn seen(&self, seen: &mut Vec<u16>) {
        let size = self.size();
        seen.clear();
        seen.resize(size << size, 0);
        for (region, &first) in self.regions.iter().zip(&self.first) {
            for (number, from) in region.squares().iter().enumerate() {
                let seen = &mut seen[(first + number) << size..][..1 << size];
                for line in lines(region.squares(), from) {
                    // The next square of a line is seen when all before it are empty.
                    let mut before = 0u16;
                    for square in line {
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

    /// What is left when the square of a number is burnt.
    pub(crate) fn without(&self, burnt: usize) -> SetPieces {
        let mut pieces = Vec::new();
        for (&region, &first) in self.regions.iter().zip(&self.first) {
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

/// The squares in each of the eight directions, from near to far, up to the first that is not
/// there.
fn lines(squares: Squares, from: Square) -> Vec<Vec<Square>> {
    let reach = queen_reach(from, squares);
    let mut lines = vec![Vec::new(); 9];
    for square in reach {
        let (down, right) = (square.row().cmp(&from.row()), square.column().cmp(&from.column()));
        lines[((down as i8 + 1) * 3 + right as i8 + 1) as usize].push(square);
    }
    // Square numbers grow along four directions and fall along the others.
    for line in &mut lines {
        line.sort_unstable_by_key(|square| square.number().abs_diff(from.number()));
    }
    lines
}
