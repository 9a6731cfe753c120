//! Several published layers, open: the base of a new layer, and the input of checks.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use shuban_core::erased::{
    Columns, IntervalTables, LayerDictionary, PartIndex, RowSource, SolvedRows, Tables,
};
use shuban_core::sweep::{Finished, Status};
use shuban_core::{Interval, LayerId, PartId, Unanswered};
use shuban_store::FileSystem;

use crate::error::Error;
use crate::stored_layer::StoredLayer;

/// Several published layers, open.
pub struct SolvedLayers<'d> {
    domain: &'d dyn Tables,
    layers: BTreeMap<LayerId, StoredLayer<'d>>,
}

impl<'d> SolvedLayers<'d> {
    /// Opens layers.
    ///
    /// # Errors
    /// As [`StoredLayer::open`], for the first that cannot be opened.
    pub fn open(
        files: &Arc<dyn FileSystem>,
        data: &Path,
        domain: &'d dyn Tables,
        layers: impl IntoIterator<Item = LayerId>,
    ) -> Result<Self, Error> {
        let (mut open, mut held) = (BTreeMap::new(), 0_u64);
        for layer in layers {
            let opened = StoredLayer::open_beside(files, data, domain, layer, held)?;
            held = held.saturating_add(opened.held());
            open.insert(layer, opened);
        }
        Ok(SolvedLayers { domain, layers: open })
    }

    /// Returns the domain.
    pub fn domain(&self) -> &'d dyn Tables {
        self.domain
    }

    /// Returns the open layers, in order.
    pub fn layers(&self) -> impl Iterator<Item = &StoredLayer<'d>> {
        self.layers.values()
    }

    /// Returns an open layer.
    pub fn layer(&self, layer: LayerId) -> Option<&StoredLayer<'d>> {
        self.layers.get(&layer)
    }

    /// Returns an open layer.
    ///
    /// # Errors
    /// [`Error::NotBuilt`] if it is not among these.
    pub fn needed(&self, layer: LayerId) -> Result<&StoredLayer<'d>, Error> {
        self.layer(layer).ok_or_else(|| Error::not_built(self.domain, layer))
    }

    /// Returns the status of a rank of a finished layer: unknown, if its file stores none.
    ///
    /// # Errors
    /// [`Error::NotBuilt`] if the layer is not open.
    pub(crate) fn status(&self, part: PartId, rank: u64) -> Result<Status, Error> {
        let layer = self.needed(part.layer)?;
        Ok(layer.status_at(part.part, rank)?.unwrap_or(Status::Unknown))
    }
}

impl RowSource for SolvedLayers<'_> {
    fn index(&self, part: PartId) -> Result<&PartIndex, Unanswered> {
        Ok(&self.needed(part.layer)?.indexes()[part.part])
    }

    fn dictionary(&self, layer: LayerId) -> Result<&LayerDictionary, Unanswered> {
        Ok(self.needed(layer)?.dictionary())
    }

    fn row(&self, part: PartId, rank: u64, row: &mut [u64]) -> Result<(), Unanswered> {
        Ok(self.needed(part.layer)?.proven_row(part.part, rank, row)?)
    }

    fn no_value(&self, part: PartId, rank: u64) -> Unanswered {
        match self.needed(part.layer) {
            Ok(layer) => layer.no_value(part.part, rank).into(),
            Err(error) => error.into(),
        }
    }
}

impl SolvedRows for SolvedLayers<'_> {
    fn columns(
        &self,
        part: PartId,
        ranks: Range<u64>,
        each: &mut dyn FnMut(&Columns<'_>),
    ) -> Result<(), Unanswered> {
        let layer = self.needed(part.layer)?;
        if layer.part_table(part.part).is_coarse {
            return Err(Error::compact(self.domain, part.layer).into());
        }
        Ok(layer.columns(part.part, ranks, &mut |columns| {
            each(columns);
            Ok(())
        })?)
    }
}

/// Intervals and statuses of finished layers in bulk, for the plan of a sweep.
pub struct FinishedIntervals<'a> {
    /// The domain.
    pub domain: &'a dyn IntervalTables,
    /// Its finished layers.
    pub solved: &'a SolvedLayers<'a>,
}

impl Finished for FinishedIntervals<'_> {
    fn values(&mut self, part: PartId, ranks: &[u64]) -> Result<Vec<Interval>, Unanswered> {
        let layer = self.solved.needed(part.layer)?;
        let mut row = [0; 2];
        let value = |&rank: &u64| {
            layer.proven_row(part.part, rank, &mut row)?;
            let value = self.domain.interval(&row, layer.dictionary());
            Ok(value.ok_or_else(|| layer.no_value(part.part, rank))?)
        };
        ranks.iter().map(value).collect()
    }

    fn statuses(&mut self, part: PartId, ranks: &[u64]) -> Result<Vec<Status>, Unanswered> {
        ranks.iter().map(|&rank| Ok(self.solved.status(part, rank)?)).collect()
    }
}
