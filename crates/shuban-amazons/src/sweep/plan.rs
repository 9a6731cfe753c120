//! Data that the units of a layer share.

use std::ops::Range;
use std::sync::Arc;

use shuban_core::tabulate::{FinishedTables, Unit, Unstorable, Workers};
use shuban_core::{LayerId, PartId, Unanswered};

use super::order::Order;
use super::set::SetReach;
use super::tables::{SetKernel, SetScratch, SetTables, fold, unfold};
use crate::domain::Regions;
use crate::index::{POSITIONS, RegionIndex};
use crate::region::Region;

/// The tables of all sets of squares of one size less than a layer's, and the data that all sets of
/// the layer's size share.
pub struct RegionPlan<K: SetKernel> {
    pub(super) index: Arc<RegionIndex>,
    pub(super) kernel: K,
    pub(super) below: SetTables<K::Entry>,
}

impl<K: SetKernel> RegionPlan<K> {
    /// The plan of a layer, with a kernel for each size up to its own. `entry` gives the table
    /// entry of a finished record, if it has one.
    ///
    /// # Errors
    /// [`Unanswered`] as from `finished` and `workers`, or if a value cannot be stored.
    pub(crate) fn new<V>(
        domain: &Regions,
        layer: LayerId,
        kernel: impl Fn(usize) -> K,
        finished: &dyn FinishedTables<K::Entry, V>,
        entry: impl Fn(K::Entry) -> Option<K::Entry> + Sync,
        workers: &dyn Workers,
    ) -> Result<Self, Unanswered> {
        let mut below = SetTables::empty();
        for layer in (0..layer.0).map(LayerId) {
            let kernel = kernel(Regions::size(layer));
            let index = domain.region_index(layer);
            let Order { size, len, .. } = *kernel.order();
            let read = |ranks: Range<u64>| {
                let mut entries = Vec::with_capacity((ranks.end - ranks.start) as usize);
                finished.records(PartId { layer, part: 0 }, ranks, &mut |piece| {
                    entries.extend(piece.iter().map_while(|&record| entry(record)));
                })?;
                Ok::<_, Unanswered>(entries)
            };
            let published = |first: usize, tables: &mut [K::Entry]| {
                let last = first + tables.len() / len - 1;
                let entries = read(index.ranks(first).start..index.ranks(last).end)?;
                let mut rest = &entries[..];
                for (place, table) in (first..).zip(tables.chunks_mut(len)) {
                    let firsts = rest.split_off(..index.positions(place));
                    let firsts = firsts.ok_or_else(Unanswered::default)?;
                    if index.is_asymmetric(place) {
                        table.copy_from_slice(firsts);
                    } else {
                        unfold(size, &index.placements(place), firsts, table);
                    }
                }
                Ok(())
            };
            below = below.next(&kernel, Some(&published), workers)?;
        }
        let index = Arc::clone(domain.region_index(layer));
        Ok(RegionPlan { index, kernel: kernel(Regions::size(layer)), below })
    }

    /// The regions of the layer's size, in their order.
    pub fn regions(&self) -> &[Region] {
        self.index.regions()
    }

    /// Computes a unit.
    ///
    /// # Errors
    /// [`Unstorable`] for the first value that cannot be stored.
    pub(crate) fn run(
        &self,
        unit: &Unit,
        scratch: &mut SetScratch<K>,
        records: &mut [K::Entry],
    ) -> Result<(), Unstorable> {
        let Some(first) = self.index.region_of_rank(unit.ranks.start) else { return Ok(()) };
        let mut rest = records;
        for place in first..self.regions().len() {
            let Some(table) = rest.split_off_mut(..self.index.positions(place)) else { break };
            if self.index.is_asymmetric(place) {
                self.below.value(&self.kernel, vec![self.regions()[place]], scratch, table);
            } else {
                let size = self.kernel.order().size;
                fold(size, &self.index.placements(place), self.whole(place, scratch), table);
            }
            if let Some(at) = table.iter().position(|&entry| entry == K::OUTSIDE) {
                let rank = self.index.ranks(place).start + at as u64;
                return Err(Unstorable { rank, reason: K::WHY_OUTSIDE.to_owned() });
            }
        }
        Ok(())
    }

    /// The entries of all placements in the region of a place.
    pub(super) fn whole<'s>(&self, place: usize, scratch: &'s mut SetScratch<K>) -> &'s [K::Entry] {
        let mut whole = std::mem::take(&mut scratch.whole);
        whole.resize(self.kernel.order().len, K::OUTSIDE);
        self.below.value(&self.kernel, vec![self.regions()[place]], scratch, &mut whole);
        scratch.whole = whole;
        &scratch.whole
    }

    /// Bytes of a plan while it is made, and of its threads, about.
    pub(crate) fn bytes(layer: LayerId, threads: usize) -> u64 {
        let size = Regions::size(layer);
        let entry = size_of::<K::Entry>() as u64;
        // A table has an entry for each placement, symmetric or not, and there are a third more
        // sets than regions.
        let tables = |size: usize| size.checked_sub(1).map_or(0, |size| POSITIONS[size] * 3 / 2);
        let plan = (tables(size - 1) + tables(size.saturating_sub(2))) * entry + (1 << 24);
        // The chunk of tables that a thread fills, and its working memory.
        let chunk = Order::new(size).below.len() as u64 * 512 * entry + (1 << 20);
        plan + threads as u64 * (SetReach::<K::Entry>::bytes(size) + K::SCRATCH_BYTES + chunk)
    }
}
