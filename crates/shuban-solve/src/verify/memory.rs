//! The memory that a check takes.

use std::path::Path;
use std::sync::Arc;

use shuban_core::erased::PartIndex;
use shuban_store::FileSystem;

use super::bounds::{BYTES, StoredBounds};
use super::check::Check;
use super::dictionaries::fits;
use super::rows::RowsInMemory;
use crate::build::{DEFAULT_WIDTH, cached};
use crate::error::Error;
use crate::names::layer_name;
use crate::solver::{BySweeps, DiskRoom};
use crate::stored_layer::StoredLayer;

impl<'a> Check<'a> {
    /// Plans the sweeps, if all positions are compared by those, and reads what fits into memory.
    pub(super) fn plan(
        &mut self,
        files: &Arc<dyn FileSystem>,
        by_sweeps: Option<&'a dyn BySweeps>,
    ) -> Result<(), Error> {
        let (layer, options, progress) = (self.layer, self.options, self.progress);
        let on_disk = by_sweeps.filter(|by_sweeps| self.is_on_disk(*by_sweeps));
        if on_disk.is_none() {
            self.load(by_sweeps)?;
        }
        let Some(by_sweeps) = by_sweeps else { return Ok(()) };
        progress.phase("planning the sweeps", 0);
        if on_disk.is_none() {
            self.swept = Some(by_sweeps.swept(layer, &self.solved)?);
            return Ok(());
        }
        let memory = options.memory.saturating_sub(cached(self.domain, layer));
        let beside = || {
            let path = self.this().database().path();
            path.parent().unwrap_or(Path::new("")).to_owned()
        };
        let folder = options.scratch.folder.clone().unwrap_or_else(beside);
        let room = DiskRoom { memory, files: files.clone(), folder, progress };
        self.on_disk = Some(by_sweeps.passes_on_disk(layer, &self.solved, room)?);
        Ok(())
    }

    /// Returns true if sweeps have their numbers on the disk: if these do not fit into memory, and
    /// the bounds have slack, so that nothing else need be shown of all positions.
    fn is_on_disk(&self, by_sweeps: &dyn BySweeps) -> bool {
        let threads = self.options.threads;
        let sweeps = by_sweeps.sweep_bytes(self.layer, threads);
        let own = self.lens().iter().sum::<u64>().saturating_mul(BYTES);
        let is_asked =
            self.options.scratch.always || own.saturating_add(sweeps) > self.options.memory;
        is_asked && self.least_on_disk().is_some_and(|needed| needed <= self.options.memory)
    }

    /// Returns the least memory in which sweeps have their numbers on the disk, if they can.
    fn least_on_disk(&self) -> Option<u64> {
        let on_disk = self.solver.on_disk(self.layer, self.options.threads, DEFAULT_WIDTH);
        let own = on_disk.filter(|_| self.has_slack())?;
        Some(own.memory.saturating_add(cached(self.domain, self.layer)))
    }

    /// Reads tables into memory, this layer's first, as long as there is room. Sweeps need all
    /// bounds of this layer.
    fn load(&mut self, by_sweeps: Option<&dyn BySweeps>) -> Result<(), Error> {
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
            if needed > self.options.memory {
                // Told is the way that takes less.
                let least = self.least_on_disk().map_or(needed, |on_disk| on_disk.min(needed));
                fits(layer_name(self.domain, self.layer), least, self.options.memory)?;
            }
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
