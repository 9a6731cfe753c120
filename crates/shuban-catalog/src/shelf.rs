//! The databases of a data folder, of all families of a catalog.

use std::path::Path;

use shuban_core::shelf::{Shelf, StoredFamily};

use crate::catalog::Catalog;
use crate::open_family::OpenFamily;

/// All families with their layers in one data folder, opened on demand. Files stay open from one
/// question to the next; each [question](DataShelf::begin_question) of a session notices whether
/// they are still those of their names.
pub struct DataShelf<'c> {
    families: Vec<(String, Box<dyn OpenFamily + 'c>)>,
}

impl<'c> DataShelf<'c> {
    /// Creates the shelf of a folder. Opens no file yet.
    pub fn new(catalog: &'c Catalog, data: &Path) -> Self {
        let open = |family: &'c dyn crate::AnyFamily| (family.name(), family.open(data));
        DataShelf { families: catalog.families().map(open).collect() }
    }

    /// Begins a question: a layer whose file was replaced or removed since the last one is opened
    /// again, or is not there. Each open file is looked at once, when the question comes to it.
    pub fn begin_question(&self) {
        self.families.iter().for_each(|(_, family)| family.begin_question());
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
