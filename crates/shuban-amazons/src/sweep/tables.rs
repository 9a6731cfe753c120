//! Tables of all sets of squares of one size, connected or not.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;
use shuban_core::{Unanswered, Workers};

use super::kernel::{Kernel, Left, Scratch};
use super::order::Order;
use super::shape::{Pieces, Shape};
use crate::pair::{Pair, PairCode};
use crate::placement::{Placement, Placements};
use crate::region::{MAX_REGION, Region};

/// Tables that one piece of work fills.
const CHUNK: usize = 256;

/// The values of all placements in every set of squares of one size.
///
/// A set is what it is up to symmetry of each of its connected regions: which regions it has, and how
/// often. Each set has a table with an entry for each placement in the set's [`Order`], where its squares
/// are numbered region by region, smaller regions first.
pub(super) struct Tables {
    size: usize,
    /// Entries of a table.
    len: usize,
    /// The connected sets, ascending.
    regions: Vec<Region>,
    /// The others.
    divided: FxHashMap<Vec<Region>, usize>,
    /// First the tables of the regions, then those of the others.
    codes: Vec<PairCode>,
}

impl Tables {
    /// No square: one table, with one entry.
    pub(super) fn empty() -> Self {
        let nothing = PairCode::of(Pair::default()).unwrap_or(PairCode::OUTSIDE);
        let divided = FxHashMap::from_iter([(Vec::new(), 0)]);
        Tables { size: 0, len: 1, regions: Vec::new(), divided, codes: vec![nothing] }
    }

    /// The sets of one square more than these tables'. The tables of the connected ones come from
    /// `connected`; without it they are computed here, as the others are.
    ///
    /// # Errors
    /// [`Unanswered`] as from `connected` and `workers`, or if a value has no code.
    pub(super) fn next(
        &self,
        connected: Option<&dyn Connected>,
        workers: &dyn Workers,
    ) -> Result<Self, Unanswered> {
        let kernel = Kernel::new(self.size + 1);
        let (size, len) = (kernel.order.size, kernel.order.len);
        let regions = Region::all(size);
        let others = divided(size);
        let mut codes = vec![PairCode::OUTSIDE; (regions.len() + others.len()) * len];
        let (of_regions, of_others) = codes.split_at_mut(regions.len() * len);
        in_chunks(of_regions, len, workers, |first, codes| match connected {
            Some(connected) => connected.fill(&kernel.order, first, codes),
            None => self.values(&kernel, |i| vec![regions[first + i]], codes),
        })?;
        in_chunks(of_others, len, workers, |first, codes| {
            self.values(&kernel, |i| others[first + i].clone(), codes)
        })?;
        let divided = others.into_iter().enumerate().map(|(i, set)| (set, regions.len() + i)).collect();
        Ok(Tables { size, len, regions, divided, codes })
    }

    /// Computes the tables of sets of one square more, one behind the other.
    fn values(
        &self,
        kernel: &Kernel,
        set: impl Fn(usize) -> Vec<Region>,
        codes: &mut [PairCode],
    ) -> Result<(), Unanswered> {
        let mut scratch = Scratch::default();
        for (i, table) in codes.chunks_mut(kernel.order.len).enumerate() {
            self.value(kernel, set(i), &mut scratch, table);
        }
        if codes.contains(&PairCode::OUTSIDE) { Err(Unanswered) } else { Ok(()) }
    }

    /// Computes the table of a set of one square more; a value without a code becomes
    /// [`PairCode::OUTSIDE`].
    pub(super) fn value(
        &self,
        kernel: &Kernel,
        set: Vec<Region>,
        scratch: &mut Scratch,
        table: &mut [PairCode],
    ) {
        let shape = Shape::new(set);
        let left: Vec<Left<'_>> = (0..shape.size()).map(|burnt| self.left(shape.without(burnt))).collect();
        kernel.run(&shape, &left, scratch, table);
    }

    /// The table of a set in pieces, and the numbers in it of the squares.
    fn left(&self, mut pieces: Pieces) -> Left<'_> {
        pieces.sort_unstable_by_key(|&(region, _)| (region.size(), region));
        let table = match &pieces[..] {
            [(region, _)] => self.regions.binary_search(region).ok(),
            _ => {
                let set: Vec<Region> = pieces.iter().map(|&(region, _)| region).collect();
                self.divided.get(&set).copied()
            }
        };
        let table = table.expect("there is a table for every set of this size");
        let mut numbers = [0; MAX_REGION];
        let squares = pieces.iter().flat_map(|(region, squares)| &squares[..region.size()]);
        for (number, &square) in (0..).zip(squares) {
            numbers[usize::from(square)] = number;
        }
        Left { table: &self.codes[table * self.len..][..self.len], numbers }
    }

    /// The regions with their tables.
    #[cfg(test)]
    pub(super) fn regions(&self) -> impl Iterator<Item = (Region, &[PairCode])> {
        self.regions.iter().copied().zip(self.codes.chunks(self.len))
    }
}

/// Whoever has the tables of the regions of a size.
pub(super) trait Connected: Sync {
    /// Fills the tables of some regions, from the one of this number, one behind the other.
    ///
    /// # Errors
    /// [`Unanswered`] if they cannot be read.
    fn fill(&self, order: &Order, first: usize, codes: &mut [PairCode]) -> Result<(), Unanswered>;
}

/// Calls `work` for tables of `len` codes, some at a time, with the number of the first.
fn in_chunks(
    codes: &mut [PairCode],
    len: usize,
    workers: &dyn Workers,
    work: impl Fn(usize, &mut [PairCode]) -> Result<(), Unanswered> + Sync,
) -> Result<(), Unanswered> {
    let chunks: Vec<Mutex<&mut [PairCode]>> = codes.chunks_mut(CHUNK * len).map(Mutex::new).collect();
    workers.each(chunks.len(), &|chunk| {
        // Each chunk is one worker's alone.
        let mut codes = chunks[chunk].lock().unwrap_or_else(PoisonError::into_inner);
        work(chunk * CHUNK, &mut codes)
    })
}

/// The values of all placements in a region from those of the first of each orbit, in their order.
pub(super) fn unfold(order: &Order, placements: &Placements, firsts: &[PairCode], codes: &mut [PairCode]) {
    let full = Placements::asymmetric(order.size);
    for (placement, &code) in placements.iter().zip(firsts) {
        let images = placements.symmetries().iter().map(|symmetry| placement.permuted(symmetry));
        for image in images.chain([placement]) {
            let place = full.rank(image).expect("the image of a placement is one");
            codes[place as usize] = code;
        }
    }
}

/// The first of each orbit among the values of all placements: the inverse of [`unfold`].
pub(super) fn fold(order: &Order, placements: &Placements, codes: &[PairCode], firsts: &mut [PairCode]) {
    let is_first = |placement: &Placement| placements.representative(*placement) == *placement;
    let all = order.placements().zip(codes).filter(|(placement, _)| is_first(placement));
    for (first, (_, &code)) in firsts.iter_mut().zip(all) {
        *first = code;
    }
}

/// All sets of at least two regions with so many squares together, as ascending lists of regions, smaller
/// ones first.
fn divided(size: usize) -> Vec<Vec<Region>> {
    let regions: Vec<Region> = (1..size).flat_map(Region::all).collect();
    let mut sets = Vec::new();
    extend(&regions, size, &mut Vec::new(), &mut sets);
    sets
}

/// Appends all sets that begin with those chosen, and go on with some of `regions` of `left` squares together.
fn extend(regions: &[Region], left: usize, chosen: &mut Vec<Region>, sets: &mut Vec<Vec<Region>>) {
    if left == 0 {
        sets.push(chosen.clone());
        return;
    }
    for (i, &region) in regions.iter().enumerate() {
        // The last region is what is left; any other leaves room for one that is not smaller.
        if region.size() == left || 2 * region.size() <= left {
            chosen.push(region);
            extend(&regions[i..], left - region.size(), chosen, sets);
            chosen.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divided_sets_are_all_multisets_of_regions() {
        assert_eq!(divided(1).len(), 0);
        assert_eq!(divided(2).len(), 1, "two single squares");
        assert_eq!(divided(3).len(), 3, "one and one of two; three single squares");
        // Coefficients of the product of 1 / (1 - x^n)^(regions of n squares), less the regions.
        let counts: Vec<usize> = (1..=9).map(|size| divided(size).len()).collect();
        assert_eq!(counts[3], 5 + 3 + 2 + 1);
        let sets = divided(6);
        assert!(sets.iter().all(|set| set.iter().map(|region| region.size()).sum::<usize>() == 6));
        assert!(sets.iter().all(|set| set.is_sorted_by_key(|region| (region.size(), *region))));
        let mut distinct = sets.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), sets.len());
    }
}
