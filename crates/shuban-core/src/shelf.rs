//! Whatever is built, for those who search with its help.

use std::any::Any;
use std::sync::Arc;

use crate::domain::{Domain, PositionOf};

/// Why a table that should answer cannot: the store's own error, whatever its type.
pub type OracleError = Box<dyn std::error::Error + Send + Sync>;

/// The stored values of a domain: of a position whose layer is built, the value for the player to move;
/// `None` of any other. For any number of threads at once.
pub type StoredValues<D> =
    dyn Fn(&PositionOf<D>) -> Result<Option<<D as Domain>::Value>, OracleError> + Send + Sync;

/// The databases of a data folder, by family. Files are opened when they are first asked for.
pub trait Shelf: Send + Sync {
    /// An `Arc<StoredValues<D>>` of the family of a name, boxed; `None` if there is no such family. Use
    /// [`stored_values`].
    fn family(&self, name: &str) -> Option<Box<dyn Any>>;
}

/// The stored values of a family; nothing is stored if the shelf has no family of that name and type.
pub fn stored_values<D: Domain + 'static>(shelf: &dyn Shelf, name: &str) -> Arc<StoredValues<D>> {
    let found = shelf.family(name).and_then(|found| found.downcast::<Arc<StoredValues<D>>>().ok());
    match found {
        Some(found) => *found,
        None => Arc::new(|_: &PositionOf<D>| Ok(None)),
    }
}

/// A shelf without databases.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmptyShelf;

impl Shelf for EmptyShelf {
    fn family(&self, _name: &str) -> Option<Box<dyn Any>> {
        None
    }
}
