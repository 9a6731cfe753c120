//! The folder of proof files.

use std::path::{Path, PathBuf};

use crate::ledgers::files_of;

/// Extension of proof files.
pub(crate) const EXTENSION: &str = "shuban";

/// Returns the folder of proofs.
pub(crate) fn folder(data: &Path) -> PathBuf {
    data.join("proofs")
}

/// Returns the names of the proof files in the folder.
pub(crate) fn proof_files(data: &Path) -> impl Iterator<Item = String> + use<> {
    let files = files_of(&folder(data), EXTENSION).into_iter();
    files.filter_map(|(path, ..)| Some(path.file_name()?.to_str()?.to_owned()))
}
