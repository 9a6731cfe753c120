//! The folder of proof files.

use std::path::{Path, PathBuf};

use crate::ledgers::files_of;

/// How files of proofs end.
pub(crate) const EXTENSION: &str = "shuban";

/// The folder of proofs.
pub(crate) fn folder(data: &Path) -> PathBuf {
    data.join("proofs")
}

/// The names of the files that lie there as proofs.
pub(crate) fn proof_files(data: &Path) -> impl Iterator<Item = String> + use<> {
    let files = files_of(&folder(data), EXTENSION).into_iter();
    files.filter_map(|(path, ..)| Some(path.file_name()?.to_str()?.to_owned()))
}
