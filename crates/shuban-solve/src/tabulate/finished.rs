//! Finished layers in bulk, for a plan.

use std::ops::Range;

use shuban_core::{Dictionary, Domain, FinishedTables, LayerId, PartId, Unanswered};

use crate::error::Error;
use crate::tables::{OpenLayer, Tables};

impl<'d, D: Domain> Tables<'d, D> {
    fn needed(&self, layer: LayerId) -> Result<&OpenLayer<'d, D>, Error> {
        let not_built = || Error::NotBuilt { domain: self.domain().layers()[layer.0].name.clone() };
        self.layer(layer).ok_or_else(not_built)
    }
}

impl<D: Domain> FinishedTables<D::Record, D::Value> for Tables<'_, D> {
    fn records(
        &self,
        part: PartId,
        ranks: Range<u64>,
        each: &mut dyn FnMut(&[D::Record]),
    ) -> Result<(), Unanswered> {
        let layer = self.needed(part.layer)?;
        let read = layer.records(part.part).for_each_piece(ranks, each);
        Ok(read.map_err(Error::from)?)
    }

    fn dictionary(&self, layer: LayerId) -> Result<&Dictionary<D::Value>, Unanswered> {
        Ok(self.needed(layer)?.dictionary())
    }
}
