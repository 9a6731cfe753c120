//! Built tables, for searches that use them.

use std::any::Any;

use crate::domain::{Domain, LayerId, PositionOf};

/// Error of a table that should answer and cannot: the store's own error, of any type.
pub type OracleError = Box<dyn std::error::Error + Send + Sync>;

/// The stored values of a domain: the value for the player to move of a position whose layer is
/// built, else `None`. For any number of threads at once.
pub type StoredValues<'s, D> =
    dyn Fn(&PositionOf<D>) -> Result<Option<<D as Domain>::Value>, OracleError> + Send + Sync + 's;

/// The databases of one family, whatever the types of its positions and values.
pub trait StoredFamily: Send + Sync {
    /// Writes the stored value of a position to `value`, an `Option` of the family's type of
    /// values: `None` if its layer is not built, or if a type does not match.
    ///
    /// # Errors
    /// [`OracleError`] if the table cannot be read.
    fn value(&self, position: &dyn Any, value: &mut dyn Any) -> Result<(), OracleError>;

    /// Passes all values of a layer, by part and rank, each of the family's type of values: much
    /// faster than asking for each position. Returns false if the layer is not built.
    ///
    /// # Errors
    /// [`OracleError`] if the layer cannot be read.
    fn each_value(
        &self,
        layer: LayerId,
        each: &mut dyn FnMut(&dyn Any),
    ) -> Result<bool, OracleError>;
}

/// The databases of a data folder, by family. Files are opened on first use.
pub trait Shelf: Send + Sync {
    /// Returns the family of a name.
    fn family(&self, name: &str) -> Option<&dyn StoredFamily>;
}

/// Returns the stored values of a family by name; none if the shelf has no such family.
pub fn stored_values<'s, D: Domain>(shelf: &'s dyn Shelf, name: &str) -> Box<StoredValues<'s, D>> {
    let Some(family) = shelf.family(name) else { return Box::new(|_| Ok(None)) };
    Box::new(move |position| {
        let mut value: Option<D::Value> = None;
        family.value(position, &mut value)?;
        Ok(value)
    })
}

/// A shelf without databases.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmptyShelf;

impl Shelf for EmptyShelf {
    fn family(&self, _name: &str) -> Option<&dyn StoredFamily> {
        None
    }
}
