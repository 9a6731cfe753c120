//! What the units of a layer share.

use std::sync::Arc;

use shuban_core::{FinishedTables, LayerId, PartId, Unanswered, Unit, Unstorable, Workers};

use super::kernel::{Kernel, Scratch, scratch_bytes};
use super::order::Order;
use super::tables::{Connected, Tables, fold, unfold};
use crate::domain::Regions;
use crate::index::{POSITIONS, RegionIndex};
use crate::pair::{Pair, PairCode};

/// The tables of all sets of squares of one size less than a layer's, and what all sets of the layer's
/// size share.
pub struct Plan {
    pub(super) index: Arc<RegionIndex>,
    pub(super) kernel: Kernel,
    pub(super) below: Tables,
}

impl Plan {
    pub(super) fn new(
        domain: &Regions,
        layer: LayerId,
        finished: &dyn FinishedTables<PairCode, Pair>,
        workers: &dyn Workers,
    ) -> Result<Self, Unanswered> {
        let mut below = Tables::empty();
        for layer in (0..layer.0).map(LayerId) {
            let part = PartId { layer, part: 0 };
            let published = Published { index: domain.region_index(layer), part, finished };
            below = below.next(Some(&published), workers)?;
        }
        let index = Arc::clone(domain.region_index(layer));
        Ok(Plan { index, kernel: Kernel::new(Regions::size(layer)), below })
    }

    pub(super) fn run(
        &self,
        unit: &Unit,
        scratch: &mut Scratch,
        whole: &mut Vec<PairCode>,
        records: &mut [PairCode],
    ) -> Result<(), Unstorable> {
        let Some(mut place) = self.index.region_of_rank(unit.ranks.start) else { return Ok(()) };
        let mut rest = &mut records[..];
        while !rest.is_empty() {
            let ranks = self.index.ranks(place);
            let (table, others) = rest.split_at_mut((ranks.end - ranks.start) as usize);
            let set = vec![self.index.regions()[place]];
            if self.index.is_asymmetric(place) {
                self.below.value(&self.kernel, set, scratch, table);
            } else {
                whole.resize(self.kernel.order.len, PairCode::OUTSIDE);
                self.below.value(&self.kernel, set, scratch, whole);
                fold(&self.kernel.order, &self.index.placements(place), whole, table);
            }
            if let Some(at) = table.iter().position(|&code| code == PairCode::OUTSIDE) {
                return Err(Unstorable {
                    rank: ranks.start + at as u64,
                    reason: "no code stands for its value: the tables below are not true".to_owned(),
                });
            }
            rest = others;
            place += 1;
        }
        Ok(())
    }
}

/// The tables of a finished layer.
struct Published<'a> {
    index: &'a RegionIndex,
    part: PartId,
    finished: &'a dyn FinishedTables<PairCode, Pair>,
}

impl Connected for Published<'_> {
    fn fill(&self, order: &Order, first: usize, codes: &mut [PairCode]) -> Result<(), Unanswered> {
        let last = first + codes.len() / order.len;
        let ranks = self.index.ranks(first).start..self.index.ranks(last - 1).end;
        let mut records = Vec::with_capacity((ranks.end - ranks.start) as usize);
        self.finished.records(self.part, ranks.clone(), &mut |piece| records.extend_from_slice(piece))?;
        for (place, table) in (first..last).zip(codes.chunks_mut(order.len)) {
            let own = self.index.ranks(place);
            let own = (own.start - ranks.start) as usize..(own.end - ranks.start) as usize;
            let own = records.get(own).ok_or(Unanswered)?;
            if self.index.is_asymmetric(place) {
                table.copy_from_slice(own);
            } else {
                unfold(order, &self.index.placements(place), own, table);
            }
        }
        Ok(())
    }
}

/// Bytes of a plan while it is made, and of the working memory of so many threads, about.
pub(super) fn bytes(layer: LayerId, threads: usize) -> u64 {
    // A table has an entry for each placement, alike or not, and there are a third more sets than regions.
    let tables = |size: Option<usize>| size.map_or(0, |size| POSITIONS[size - 1] * 3 / 2);
    let size = Regions::size(layer);
    let chunk = Order::new(size - 1).len as u64 * 512;
    let of_thread = scratch_bytes(size) + chunk + (1 << 20);
    tables(size.checked_sub(1).filter(|&size| size > 0))
        + tables(size.checked_sub(2).filter(|&size| size > 0))
        + threads as u64 * of_thread
        + (1 << 24)
}
