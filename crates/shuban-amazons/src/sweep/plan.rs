//! What the units of a layer share.

use std::ops::Range;
use std::sync::Arc;

use shuban_core::{LayerId, PartId, Unanswered, Unit, Unstorable, Workers};

use super::order::Order;
use super::tables::{Connected, SetKernel, SetTables, fold, unfold};
use crate::domain::Regions;
use crate::index::{POSITIONS, RegionIndex};

/// The tables of all sets of squares of one size less than a layer's, and what all sets of the
/// layer's size share.
pub(crate) struct RegionPlan<K: SetKernel> {
    pub(super) index: Arc<RegionIndex>,
    pub(super) kernel: K,
    pub(super) below: SetTables<K::Entry>,
}

/// Whoever reads a range of ranks of a finished layer as entries of tables.
pub(crate) type FinishedEntries<'a, E> =
    dyn Fn(PartId, Range<u64>) -> Result<Vec<E>, Unanswered> + Sync + 'a;

impl<K: SetKernel> RegionPlan<K> {
    /// The plan of a layer, with a kernel for each size up to its own.
    ///
    /// # Errors
    /// [`Unanswered`] as from `finished` and `workers`, or if a value cannot be stored.
    pub(crate) fn new(
        domain: &Regions,
        layer: LayerId,
        kernel: impl Fn(usize) -> K,
        finished: &FinishedEntries<'_, K::Entry>,
        workers: &dyn Workers,
    ) -> Result<Self, Unanswered> {
        let mut below = SetTables::empty();
        for layer in (0..layer.0).map(LayerId) {
            let part = PartId { layer, part: 0 };
            let published = PublishedTables { index: domain.region_index(layer), part, finished };
            below = below.next(&kernel(Regions::size(layer)), Some(&published), workers)?;
        }
        let index = Arc::clone(domain.region_index(layer));
        Ok(RegionPlan { index, kernel: kernel(Regions::size(layer)), below })
    }

    /// Computes a unit; `whole` is room for all placements in a symmetric region.
    ///
    /// # Errors
    /// [`Unstorable`] for the first value that cannot be stored.
    pub(crate) fn run(
        &self,
        unit: &Unit,
        scratch: &mut K::Scratch,
        whole: &mut Vec<K::Entry>,
        records: &mut [K::Entry],
    ) -> Result<(), Unstorable> {
        let Some(mut place) = self.index.region_of_rank(unit.ranks.start) else { return Ok(()) };
        let order = self.kernel.order();
        let mut rest = &mut records[..];
        while !rest.is_empty() {
            let ranks = self.index.ranks(place);
            let (table, others) = rest.split_at_mut((ranks.end - ranks.start) as usize);
            let set = vec![self.index.regions()[place]];
            if self.index.is_asymmetric(place) {
                self.below.value(&self.kernel, set, scratch, table);
            } else {
                whole.resize(order.len, K::OUTSIDE);
                self.below.value(&self.kernel, set, scratch, whole);
                fold(order, &self.index.placements(place), whole, table);
            }
            if let Some(at) = table.iter().position(|&entry| entry == K::OUTSIDE) {
                let reason = K::WHY_OUTSIDE.to_owned();
                return Err(Unstorable { rank: ranks.start + at as u64, reason });
            }
            rest = others;
            place += 1;
        }
        Ok(())
    }
}

/// The tables of a finished layer.
struct PublishedTables<'a, E> {
    index: &'a RegionIndex,
    part: PartId,
    finished: &'a FinishedEntries<'a, E>,
}

impl<E: Copy> Connected<E> for PublishedTables<'_, E> {
    fn fill(&self, order: &Order, first: usize, entries: &mut [E]) -> Result<(), Unanswered> {
        let last = first + entries.len() / order.len;
        let ranks = self.index.ranks(first).start..self.index.ranks(last - 1).end;
        let firsts = (self.finished)(self.part, ranks.clone())?;
        for (place, table) in (first..last).zip(entries.chunks_mut(order.len)) {
            let own = self.index.ranks(place);
            let own = (own.start - ranks.start) as usize..(own.end - ranks.start) as usize;
            let own = firsts.get(own).ok_or_else(Unanswered::default)?;
            if self.index.is_asymmetric(place) {
                table.copy_from_slice(own);
            } else {
                unfold(order, &self.index.placements(place), own, table);
            }
        }
        Ok(())
    }
}

/// Bytes of a plan of entries of so many bytes while it is made, about, without what threads need.
pub(crate) fn plan_bytes(layer: LayerId, entry: usize) -> u64 {
    // A table has an entry for each placement, alike or not, and there are a third more sets than
    // regions.
    let tables = |size: usize| size.checked_sub(1).map_or(0, |size| POSITIONS[size] * 3 / 2);
    let size = Regions::size(layer);
    (tables(size - 1) + tables(size.saturating_sub(2))) * entry as u64 + (1 << 24)
}

/// Bytes that a thread needs for the chunk of tables that it fills, about.
pub(crate) fn chunk_bytes(layer: LayerId, entry: usize) -> u64 {
    let size = Regions::size(layer);
    Order::new(size - 1).len as u64 * 512 * entry as u64 + (1 << 20)
}
