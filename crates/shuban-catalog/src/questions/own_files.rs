//! Files of other programs.

use std::path::Path;

use shuban_store::FileSystem;

use crate::catalog::Catalog;
use crate::error::Error;
use crate::own_file::{AnyOwnFile, bytes_of};

impl Catalog {
    /// Opens a file in another program's format.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be read, [`Error::Refused`] if no family recognizes it, or it is
    /// damaged.
    pub fn own_file(
        &self,
        files: &dyn FileSystem,
        path: &Path,
    ) -> Result<Box<dyn AnyOwnFile + '_>, Error> {
        let file = bytes_of(files, path)?;
        for family in self.families() {
            if let Some(file) = family.open_own(&file)? {
                return Ok(file);
            }
        }
        let reason = format!("`{}` is a file of no kind that is known here", path.display());
        Err(Error::refused("own-file", reason))
    }
}
