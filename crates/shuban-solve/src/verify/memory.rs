//! The memory that a check takes.

use shuban_core::erased::PartIndex;

use super::bounds::{BYTES, StoredBounds};
use super::check::Check;
use super::dictionaries::fits;
use super::rows::RowsInMemory;
use crate::build::cached;
use crate::error::Error;
use crate::names::layer_name;
use crate::solver::BySweeps;
use crate::stored_layer::StoredLayer;

impl Check<'_> {
    /// Returns true if sweeps have their numbers on the disk: if these do not fit into memory, and
    /// the bounds have slack, so that nothing else need be shown of all positions.
    pub(super) fn is_on_disk(&self, by_sweeps: &dyn BySweeps) -> bool {
        let threads = self.options.threads;
        let sweeps = by_sweeps.sweep_bytes(self.layer, threads);
        let own = self.lens().iter().sum::<u64>().saturating_mul(BYTES);
        let on_disk = || {
            let own = self.solver.on_disk(self.layer, threads)?;
            let needed = own.memory.saturating_add(cached(self.domain, self.layer));
            (needed <= self.options.memory).then_some(())
        };
        own.saturating_add(sweeps) > self.options.memory && self.has_slack() && on_disk().is_some()
    }

    /// Reads tables into memory, this layer's first, as long as there is room. Sweeps need all
    /// bounds of this layer.
    pub(super) fn load(&mut self, by_sweeps: Option<&dyn BySweeps>) -> Result<(), Error> {
        let positions =
            |open: &StoredLayer<'_>| open.indexes().iter().map(PartIndex::len).sum::<u64>();
        let columns = self.domain.columns();
        let each = RowsInMemory::bytes(columns);
        // The proof of leaving keeps marks of two rounds, and collects them.
        let working = if by_sweeps.is_none() && self.solver.intervals().is_some() { 16 } else { 0 };
        let own = positions(self.this());
        if let Some(by_sweeps) = by_sweeps {
            let sweeps = by_sweeps.sweep_bytes(self.layer, self.options.threads);
            // The proof of leaving drops them for its marks, if there is no room for both.
            let marks = if self.has_slack() { 0 } else { MARKS };
            let needed = own.saturating_mul(BYTES.max(marks)).saturating_add(sweeps);
            fits(layer_name(self.domain, self.layer), needed, self.options.memory)?;
            self.most -= sweeps;
            self.read_bounds(own.saturating_mul(BYTES))?;
        } else {
            let name = layer_name(self.domain, self.layer);
            fits(name, own.saturating_mul(working), self.options.memory)?;
        }
        let mut room = self.most - own * working;
        // Only some values of a compact layer are as narrow as they were proven.
        let is_read = |open: &&StoredLayer<'_>| {
            !open.is_compact() && (by_sweeps.is_none() || open.layer() != self.layer)
        };
        let layers: Vec<_> = self.solved.layers().filter(is_read).collect();
        for open in layers.into_iter().rev() {
            let bytes = positions(open).saturating_mul(each);
            if bytes > room {
                break;
            }
            room -= bytes;
            let rows = (0..open.indexes().len()).map(|part| {
                let len = open.table(part).rows();
                open.database().may_take(open.table(part).name(), len.saturating_mul(each))?;
                let mut rows = RowsInMemory::with_room(columns, len as usize);
                open.columns(part, 0..len, &mut |columns| {
                    rows.extend(columns);
                    Ok(())
                })?;
                Ok(rows)
            });
            self.loaded.insert(open.layer(), rows.collect::<Result<_, Error>>()?);
        }
        self.room = room;
        Ok(())
    }

    /// Reads the layer's bounds. They take `bytes`, or more where widths do not fit into 16 bits.
    fn read_bounds(&mut self, bytes: u64) -> Result<(), Error> {
        let domain = self.solver.intervals().expect("sweeps are over intervals");
        let this = self.this();
        let read = |part| StoredBounds::read(this, part, domain);
        let bounds: Vec<_> = (0..this.indexes().len()).map(read).collect::<Result<_, _>>()?;
        let bytes = bytes + bounds.iter().map(StoredBounds::more_bytes).sum::<u64>();
        fits(layer_name(self.domain, self.layer), bytes, self.most)?;
        (self.bounds, self.bounds_bytes) = (bounds, bytes);
        self.most -= bytes;
        Ok(())
    }

    /// Makes room for a number of bytes per position of the layer, by dropping values in memory if
    /// needed.
    pub(super) fn make_room(&mut self, each: u64) -> Result<(), Error> {
        let lens = self.this().indexes().iter().map(PartIndex::len);
        let needed = lens.sum::<u64>().saturating_mul(each);
        if needed > self.room {
            self.loaded.clear();
            self.room = self.most;
        }
        if needed > self.room {
            self.bounds.clear();
            self.most += std::mem::take(&mut self.bounds_bytes);
            self.room = self.most;
        }
        fits(layer_name(self.domain, self.layer), needed, self.room)
    }
}

/// Bytes of the marks of two rounds of striking out.
pub(super) const MARKS: u64 = 2 * size_of::<i32>() as u64;
