//! Stored layers as the source of answers.

use std::ops::Deref;

use shuban_answer::{LayerSource, LayerValues, LookUpError, RecordBlock, StatedEquation};
use shuban_core::{Domain, Explain, LayerId, PositionOf};

use crate::error::Error;
use crate::open_layer::OpenLayer;
use crate::stored::StoredLayers;

impl<'d, D: Domain> LayerSource for StoredLayers<'d, D> {
    type Domain = D;
    type Error = Error;
    type Layer = OpenLayer<'d, D>;

    fn domain(&self) -> &D {
        StoredLayers::domain(self)
    }

    fn layer(&self, id: LayerId) -> Result<Option<impl Deref<Target = OpenLayer<'d, D>>>, Error> {
        StoredLayers::layer(self, id)
    }

    fn expect(&self, positions: impl FnOnce() -> Vec<PositionOf<D>>) {
        StoredLayers::expect(self, positions);
    }
}

impl<D: Domain> LayerValues<D> for OpenLayer<'_, D> {
    type Error = Error;

    fn rank(&self, part: usize, position: &PositionOf<D>) -> Option<u64> {
        self.part_index(part).rank(position)
    }

    fn value(&self, part: usize, rank: u64) -> Result<D::Value, Error> {
        self.value_at(part, rank)
    }

    fn is_compact(&self) -> bool {
        OpenLayer::is_compact(self)
    }

    fn block(&self, part: usize, rank: u64) -> Result<RecordBlock, Error> {
        let block = self.records(part).table().block_of(rank)?;
        Ok(RecordBlock { number: block.number, checksum: block.checksum })
    }

    fn content_hash(&self) -> &str {
        &self.database().manifest().content_hash
    }
}

impl From<LookUpError> for Error {
    fn from(error: LookUpError) -> Self {
        match error {
            LookUpError::NotBuilt { domain } => Error::NotBuilt { domain },
            LookUpError::Compact { domain } => Error::Compact { domain },
            LookUpError::NoPosition { domain, position } => Error::NoPosition { domain, position },
            LookUpError::Unreached { domain, position } => Error::Unreached { domain, position },
            LookUpError::Stuck => Error::Stuck,
            LookUpError::Unanswered(unanswered) => unanswered.into(),
        }
    }
}

/// Attempts to read an equation while files are replaced under it.
const MOST_TRIES: usize = 8;

impl<D: Explain> StoredLayers<'_, D> {
    /// Returns the equation of a position, whether it holds or not: the reader checks that. `None`
    /// if the domain states none.
    ///
    /// # Errors
    /// [`Error::Replaced`] if files are replaced faster than they are read; [`Error`] if a layer
    /// that it rests on is not built, does not hold a position that it should, or is damaged.
    pub fn equation(&self, position: &PositionOf<D>) -> Result<Option<StatedEquation>, Error> {
        let Some(equation) = self.domain().equation(position) else { return Ok(None) };
        for _ in 0..MOST_TRIES {
            if let Some(stated) = StatedEquation::of(self, position, &equation)? {
                return Ok(Some(stated));
            }
        }
        Err(Error::Replaced)
    }
}
