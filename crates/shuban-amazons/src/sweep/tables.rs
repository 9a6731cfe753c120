//! Tables of all sets of squares of one size, connected or not.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;
use shuban_core::Unanswered;
use shuban_core::tabulate::Workers;

use super::order::Order;
use super::set::{Left, SetReach};
use super::shape::{SetPieces, SetShape};
use crate::placement::{Placements, placements};
use crate::region::{MAX_REGION, Region};

/// Tables that one task fills.
const CHUNK: usize = 256;

/// Computation of the table of a set of squares from those of the rest after each shot.
pub trait SetKernel: Sync {
    /// Table entry of a value; the default is that of the empty set.
    type Entry: Copy + Default + PartialEq + Send + Sync;
    /// Working memory of one thread.
    type Scratch: Default + Send;

    /// Entry of a value that cannot be stored.
    const OUTSIDE: Self::Entry;
    /// Reason why a value may be one that cannot be stored.
    const WHY_OUTSIDE: &'static str;
    /// Bytes of a thread's working memory, about.
    const SCRATCH_BYTES: u64;

    /// The order of the tables that it computes.
    fn order(&self) -> &Order;

    /// Computes the table of a set of squares, in this order. A value that cannot be stored becomes
    /// [`OUTSIDE`](Self::OUTSIDE).
    fn run(
        &self,
        set: &SetReach<Self::Entry>,
        scratch: &mut Self::Scratch,
        table: &mut [Self::Entry],
    );
}

/// Working memory of one thread for sets of one size.
pub struct SetScratch<K: SetKernel> {
    /// The set that was processed last.
    pub(super) set: SetReach<K::Entry>,
    kernel: K::Scratch,
    /// Buffer for all placements in a symmetric region.
    pub(super) whole: Vec<K::Entry>,
}

impl<K: SetKernel> Default for SetScratch<K> {
    fn default() -> Self {
        SetScratch { set: SetReach::default(), kernel: Default::default(), whole: Vec::new() }
    }
}

/// Fills the tables of some regions, from the one of this number, one behind the other.
pub(super) type FillTables<'f, E> = dyn Fn(usize, &mut [E]) -> Result<(), Unanswered> + Sync + 'f;

/// The values of all placements in every set of squares of one size.
///
/// A set is determined, up to symmetry of each of its connected regions, by which regions it has
/// and how often. Each set has a table with an entry for each placement in the set's [`Order`],
/// where its squares are numbered region by region, smaller regions first.
pub(crate) struct SetTables<E> {
    /// Entries of a table.
    len: usize,
    /// The connected sets, ascending.
    regions: Vec<Region>,
    /// The others.
    divided: FxHashMap<Vec<Region>, usize>,
    /// First the tables of the regions, then those of the others.
    entries: Vec<E>,
}

impl<E: Copy + Default + PartialEq + Send + Sync> SetTables<E> {
    /// The tables of the empty set: one table, with one entry.
    pub(crate) fn empty() -> Self {
        let divided = FxHashMap::from_iter([(Vec::new(), 0)]);
        SetTables { len: 1, regions: Vec::new(), divided, entries: vec![E::default()] }
    }

    /// The sets of one square more than these tables', which is the size of the kernel. The tables
    /// of the connected ones come from `connected`; without it they are computed here, as the
    /// others are.
    ///
    /// # Errors
    /// [`Unanswered`] as from `connected` and `workers`, or if a value cannot be stored.
    pub(crate) fn next<K: SetKernel<Entry = E>>(
        &self,
        kernel: &K,
        connected: Option<&FillTables<'_, E>>,
        workers: &dyn Workers,
    ) -> Result<Self, Unanswered> {
        let order = kernel.order();
        let (size, len) = (order.size, order.len);
        let regions = Region::all(size);
        let others = divided(size);
        let mut entries = vec![E::default(); (regions.len() + others.len()) * len];
        let (of_regions, of_others) = entries.split_at_mut(regions.len() * len);
        in_chunks(of_regions, len, workers, |first, entries| match connected {
            Some(fill) => fill(first, entries),
            None => self.values(kernel, |i| vec![regions[first + i]], entries),
        })?;
        in_chunks(of_others, len, workers, |first, entries| {
            self.values(kernel, |i| others[first + i].clone(), entries)
        })?;
        let divided =
            others.into_iter().enumerate().map(|(i, set)| (set, regions.len() + i)).collect();
        Ok(SetTables { len, regions, divided, entries })
    }

    /// Computes the tables of sets of one square more, one behind the other.
    fn values<K: SetKernel<Entry = E>>(
        &self,
        kernel: &K,
        set: impl Fn(usize) -> Vec<Region>,
        entries: &mut [E],
    ) -> Result<(), Unanswered> {
        let mut scratch = SetScratch::default();
        for (i, table) in entries.chunks_mut(kernel.order().len).enumerate() {
            self.value(kernel, set(i), &mut scratch, table);
        }
        if entries.contains(&K::OUTSIDE) { Err(Unanswered::default()) } else { Ok(()) }
    }

    /// Computes the table of a set of one square more; a value that cannot be stored becomes
    /// [`SetKernel::OUTSIDE`].
    pub(crate) fn value<K: SetKernel<Entry = E>>(
        &self,
        kernel: &K,
        set: Vec<Region>,
        scratch: &mut SetScratch<K>,
        table: &mut [E],
    ) {
        let shape = SetShape::new(set);
        let left: Vec<Left<'_, E>> =
            (0..shape.size()).map(|burnt| self.left(shape.without(burnt))).collect();
        scratch.set.prepare(kernel.order(), &shape, &left);
        kernel.run(&scratch.set, &mut scratch.kernel, table);
    }

    /// The table of a set in pieces, and the numbers in it of the squares.
    fn left(&self, mut pieces: SetPieces) -> Left<'_, E> {
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
        Left { table: &self.entries[table * self.len..][..self.len], numbers }
    }

    /// The disconnected sets with their tables.
    #[cfg(test)]
    pub(crate) fn divided(&self) -> impl Iterator<Item = (&[Region], &[E])> {
        let table = |&place: &usize| &self.entries[place * self.len..][..self.len];
        self.divided.iter().map(move |(set, place)| (&set[..], table(place)))
    }

    /// The regions with their tables.
    #[cfg(test)]
    pub(crate) fn regions(&self) -> impl Iterator<Item = (Region, &[E])> {
        self.regions.iter().copied().zip(self.entries.chunks(self.len))
    }
}

/// Calls `work` for tables of `len` entries, some at a time, with the number of the first.
fn in_chunks<E: Send>(
    entries: &mut [E],
    len: usize,
    workers: &dyn Workers,
    work: impl Fn(usize, &mut [E]) -> Result<(), Unanswered> + Sync,
) -> Result<(), Unanswered> {
    let chunks: Vec<Mutex<&mut [E]>> = entries.chunks_mut(CHUNK * len).map(Mutex::new).collect();
    workers.each(chunks.len(), &|chunk| {
        // Each chunk belongs to one worker.
        let mut entries = chunks[chunk].lock().unwrap_or_else(PoisonError::into_inner);
        work(chunk * CHUNK, &mut entries)
    })
}

/// The values of all placements in a region from those of the first of each orbit, in their order.
pub(crate) fn unfold<E: Copy>(
    size: usize,
    placements: &Placements,
    firsts: &[E],
    entries: &mut [E],
) {
    let full = Placements::asymmetric(size);
    for (placement, &entry) in placements.iter().zip(firsts) {
        let images = placements.symmetries().iter().map(|symmetry| placement.permuted(symmetry));
        for image in images.chain([placement]) {
            let place = full.rank(image).expect("the image of a placement is one");
            entries[place as usize] = entry;
        }
    }
}

/// The first of each orbit among the values of all placements: the inverse of [`unfold`].
pub(crate) fn fold<E: Copy>(size: usize, orbits: &Placements, entries: &[E], firsts: &mut [E]) {
    let all = placements(size).zip(entries).filter(|&(placement, _)| orbits.is_first(placement));
    for (first, (_, &entry)) in firsts.iter_mut().zip(all) {
        *first = entry;
    }
}

/// All sets of at least two regions with n squares together, as ascending lists of regions,
/// smaller ones first.
fn divided(size: usize) -> Vec<Vec<Region>> {
    let regions: Vec<Region> = (1..size).flat_map(Region::all).collect();
    let mut sets = Vec::new();
    extend(&regions, size, &mut Vec::new(), &mut sets);
    sets
}

/// Appends all sets that begin with those chosen, and go on with some of `regions` of `left`
/// squares together.
fn extend(regions: &[Region], left: usize, chosen: &mut Vec<Region>, sets: &mut Vec<Vec<Region>>) {
    if left == 0 {
        sets.push(chosen.clone());
        return;
    }
    for (i, &region) in regions.iter().enumerate() {
        // The last region takes all squares left; others leave room for one that is not smaller.
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
        // Multisets by Euler's transform of the numbers of regions.
        let regions: Vec<usize> = (0..=8).map(|size| Region::all(size).len()).collect();
        let divisors = |k: usize| (1..=k).filter(move |d| k.is_multiple_of(*d));
        let mut multisets = vec![1];
        for size in 1..=8 {
            let weight = |k: usize| -> usize { divisors(k).map(|d| d * regions[d]).sum() };
            let sum: usize = (1..=size).map(|k| weight(k) * multisets[size - k]).sum();
            multisets.push(sum / size);
            assert_eq!(divided(size).len() + regions[size], multisets[size], "size {size}");
        }
        let sets = divided(6);
        assert!(sets.iter().all(|set| set.iter().map(|region| region.size()).sum::<usize>() == 6));
        assert!(sets.iter().all(|set| set.is_sorted_by_key(|region| (region.size(), *region))));
        let mut distinct = sets.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), sets.len());
    }
}
