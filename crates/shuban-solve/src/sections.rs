//! Names of a layer file's sections besides its values.

use std::path::Path;

use shuban_core::{Codec, Column};
pub(crate) use shuban_probe::sections::{DICTIONARY, EXITS, beside_part};

use crate::error::Error;

/// The name of the table of statuses, beside a part's own.
pub(crate) const STATUS: &str = "status";

/// Its column: the place in [`Status::ALL`].
pub(crate) const STATUS_COLUMN: Column = Column { name: "status", bits: 2, codec: Codec::Unsigned };

/// The name of the section of a histogram.
pub(crate) const HISTOGRAM: &str = "histogram";

/// Returns the error that a file's directory is not that of its layer.
pub(crate) fn wrong_directory(path: &Path, reason: String) -> Error {
    let (path, section) = (path.to_owned(), "directory".to_owned());
    shuban_store::Error::Damaged { path, section, block: None, reason }.into()
}
