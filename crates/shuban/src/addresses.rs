//! Data folders that are addresses of published databases.

use std::sync::Arc;

use shuban_publish::{KeptParts, PublishedFiles, Reading, is_address};
use shuban_store::FileSystem;

use crate::common::Common;
use crate::failure::{Failure, Status};

/// Returns the machine's files, beside what is published at the addresses among the data folders. The first
/// data folder is the one that is written; the others stand behind it.
pub(crate) fn files(
    common: &Common,
    disk: Arc<dyn FileSystem>,
) -> Result<Arc<PublishedFiles>, Failure> {
    let kept = KeptParts::usual(common.cache_size());
    let files = PublishedFiles::new(disk, Reading { kept, ..Reading::default() });
    for folder in common.all_data() {
        if let Some(address) = folder.to_str().filter(|folder| is_address(folder)) {
            files.add(address).map_err(failure)?;
        }
        if folder != common.data() {
            files.put_behind(common.data(), folder);
        }
    }
    Ok(Arc::new(files))
}

/// Returns the failure of an error of published databases.
pub(crate) fn failure(error: shuban_publish::Error) -> Failure {
    let error = match error {
        shuban_publish::Error::Store(error) => return shuban_catalog::Error::from(error).into(),
        error => error,
    };
    let status = if error.is_bad_input() { Status::BadInput } else { Status::Environment };
    Failure::Said { status, kind: error.kind(), message: error.to_string() }
}
