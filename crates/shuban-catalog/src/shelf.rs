//! The databases of a data folder, of all families of a catalog.

use std::path::Path;

use shuban_core::shelf::{Shelf, StoredFamily};

use crate::catalog::Catalog;
use crate::open_family::OpenFamily;

/// All families with their layers in one data folder, opened on demand.
pub struct DataShelf<'c> {
    families: Vec<(String, Box<dyn OpenFamily + 'c>)>,
}

impl<'c> DataShelf<'c> {
    /// Creates the shelf of a folder. Opens no file yet.
    pub fn new(catalog: &'c Catalog, data: &Path) -> Self {
        let open = |family: &'c dyn crate::AnyFamily| (family.name(), family.open(data));
        DataShelf { families: catalog.families().map(open).collect() }
    }

    /// Returns a family of the catalog by its place there.
    pub(crate) fn open_family(&self, place: usize) -> &(dyn OpenFamily + 'c) {
        &*self.families[place].1
    }
}

impl Shelf for DataShelf<'_> {
    fn family(&self, name: &str) -> Option<&dyn StoredFamily> {
        let (_, family) = self.families.iter().find(|(family, _)| family == name)?;
        let family: &dyn OpenFamily = &**family;
        Some(family)
    }
}
