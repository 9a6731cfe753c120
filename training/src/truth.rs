//! Values that need not be learned.

use std::sync::Arc;

use shuban_core::{Domain, Index, IndexOf, LayerId, PartId, Silent};
use shuban_gammon::bearoff::TwoSidedBearOff;
use shuban_gammon::{Contact, Position, Variant};
use shuban_solve::{BuildOptions, CertifyBySweep, OpenLayer, build, layer_named};
use shuban_store::{Disk, FileSystem};

use crate::TrainError;

/// Values of one part of a domain, by rank.
struct Part {
    index: Box<dyn Index<Position = Position>>,
    values: Vec<f32>,
}

impl Part {
    fn value(&self, position: &Position) -> Option<f32> {
        let rank = usize::try_from(self.index.rank(position)?).ok()?;
        self.values.get(rank).copied()
    }
}

/// Exact expected results, for the side about to roll: of both sides at home, and of few checkers a
/// side.
pub struct Truth {
    contact: Contact,
    /// Parts of the contact layers, with a gap for those that were not built.
    parts: Vec<Vec<Part>>,
    bear_off: Option<Part>,
    checkers: usize,
}

impl Truth {
    /// Bears off, and builds contact layers of up to `checkers` checkers on either side.
    ///
    /// # Errors
    /// [`TrainError`] if a layer cannot be built.
    pub fn new(variant: &Variant, checkers: usize) -> Result<Self, TrainError> {
        let contact = Contact::new(variant.clone());
        let mut parts = Vec::new();
        if checkers > 0 {
            parts = built(&contact, &format!("{}/contact-{checkers}-{checkers}", variant.name()))?;
        }
        let bear_off = TwoSidedBearOff::new(variant.clone()).map(|race| {
            let part = PartId { layer: LayerId(0), part: 0 };
            let solved = race.solved();
            let values = solved.iter().map(|(_, value)| value.midpoint() as f32).collect();
            race.index(part).map(|index| Part { index, values })
        });
        let bear_off = bear_off.transpose().map_err(shuban_solve::Error::from)?;
        Ok(Truth { contact, parts, bear_off, checkers })
    }

    /// Returns the value of a position to the side about to roll, if it is known.
    pub fn value(&self, position: &Position) -> Option<f32> {
        let variant = &self.contact.game().variant;
        if position.rearmost().iter().all(|place| *place <= variant.home()) {
            return self.bear_off.as_ref()?.value(position);
        }
        // Most positions have more.
        if [position.mover, position.opponent].iter().any(|side| side.count() > self.checkers) {
            return None;
        }
        let PartId { layer, part } = self.contact.locate(position)?;
        self.parts.get(layer.0)?.get(part)?.value(position)
    }
}

/// Builds a layer and all that it needs in a temporary folder; returns their values.
fn built(contact: &Contact, name: &str) -> Result<Vec<Vec<Part>>, TrainError> {
    let folder = tempfile::tempdir().map_err(TrainError::Folder)?;
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let layer = layer_named(contact, name)?;
    let options = BuildOptions { threads: 1, ..BuildOptions::new(folder.path()) };
    build(&files, &CertifyBySweep(contact), layer, &options, &Silent)?;
    let of_layer = |number: usize| -> Result<Vec<Part>, TrainError> {
        let layer = LayerId(number);
        let open = match OpenLayer::open(&files, folder.path(), contact, layer) {
            Ok(open) => open,
            // A layer that the requested one does not need.
            Err(shuban_solve::Error::NotBuilt { .. }) => return Ok(Vec::new()),
            Err(error) => return Err(error.into()),
        };
        let parts = (0..contact.layers()[number].parts.len()).map(|part| {
            let index: IndexOf<Contact> =
                contact.index(PartId { layer, part }).map_err(shuban_solve::Error::from)?;
            let values = open.values(part)?.iter().map(|value| value.midpoint() as f32).collect();
            Ok(Part { index, values })
        });
        parts.collect()
    };
    (0..=layer.0).map(of_layer).collect()
}
