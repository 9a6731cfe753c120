//! A family's layers in a data folder, whatever its types.

use shuban_answer::{AnyAnswer, AnyPosition, Detail, stored_answer};
use shuban_core::shelf::{Shelf, StoredFamily};
use shuban_core::{Explain, LayerId};
use shuban_solve::{ManyValues, StatedEquation, StoredLayers};

use crate::error::Error;
use crate::numbered::{NumberedTurns, not_built};

/// A family's layers in a data folder, whatever its types; shared by any number of threads.
pub trait OpenFamily: ManyValues + NumberedTurns + StoredFamily + Send {
    /// Opens a layer.
    ///
    /// # Errors
    /// [`Error`] if it is not built, or damaged.
    fn open_layer(&self, layer: LayerId) -> Result<(), Error>;

    /// Begins a question: open files are compared with those that have their names now.
    fn begin_question(&self);

    /// Returns true if there is a file of a layer.
    ///
    /// # Errors
    /// [`Error`] if the folder cannot be read.
    fn is_built(&self, layer: LayerId) -> Result<bool, Error>;

    /// Returns the position of a number that counts from 0 through all parts of a layer, if any.
    fn position(&self, layer: LayerId, number: u64) -> Result<Option<AnyPosition>, Error>;

    /// Answers about a position and all plays; `shelf` has other families, too.
    ///
    /// # Errors
    /// [`Error`]: a layer that it needs is not built and values are not searched for, a file is
    /// damaged.
    fn answer(
        &self,
        position: &AnyPosition,
        detail: &Detail,
        shelf: &dyn Shelf,
    ) -> Result<AnyAnswer, Error>;

    /// See [`Session::equation`](crate::Session::equation).
    fn equation(&self, position: &AnyPosition) -> Result<StatedEquation, Error>;
}

impl<D: Explain> OpenFamily for StoredLayers<'_, D> {
    fn open_layer(&self, layer: LayerId) -> Result<(), Error> {
        self.layer(layer)?.map(|_| ()).ok_or_else(|| not_built(self.domain(), layer))
    }

    fn begin_question(&self) {
        StoredLayers::begin_question(self);
    }

    fn is_built(&self, layer: LayerId) -> Result<bool, Error> {
        Ok(StoredLayers::is_built(self, layer)?)
    }

    fn position(&self, layer: LayerId, number: u64) -> Result<Option<AnyPosition>, Error> {
        let open = self.layer(layer)?.ok_or_else(|| not_built(self.domain(), layer))?;
        let position = open.position(number)?;
        Ok(position.map(|position| AnyPosition::new(self.domain().game(), position)))
    }

    fn answer(
        &self,
        position: &AnyPosition,
        detail: &Detail,
        shelf: &dyn Shelf,
    ) -> Result<AnyAnswer, Error> {
        Ok(stored_answer(self, position, detail, shelf)?)
    }

    fn equation(&self, position: &AnyPosition) -> Result<StatedEquation, Error> {
        let domain = self.domain();
        let equation = StoredLayers::equation(self, position.of(domain.game())?)?;
        equation.ok_or_else(|| {
            let reason = format!("values of {} are not stated as equations", domain.name());
            Error::refused("no-equation", reason)
        })
    }
}
