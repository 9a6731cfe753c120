//! Data folders that are addresses of published databases.

use std::path::Path;
use std::sync::Arc;

use shuban_publish::{
    KeptParts, PublishedFiles, Reading, is_address, open_destination, open_source,
};
use shuban_store::{Destination, Disk, FileSystem, LocalFolder};

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
        let address = folder.to_str().filter(|folder| is_address(folder));
        if folder != common.data() {
            // It is asked when the first one lacks something: until then it may be out of reach.
            let checked = address.map(open_source).transpose();
            checked.map_err(|error| failure(error.into()))?;
            files.put_behind(common.data(), folder);
        } else if let Some(address) = address {
            files.add(address).map_err(failure)?;
        }
    }
    Ok(Arc::new(files))
}

/// Opens a folder for writing: on the disk, or in a bucket.
pub(crate) fn destination(to: &Path) -> Result<Box<dyn Destination>, Failure> {
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    match to.to_str() {
        Some(text) => open_destination(text, files).map_err(|error| failure(error.into())),
        // What is no text is no address.
        None => Ok(Box::new(LocalFolder::new(files, to))),
    }
}

/// Refuses an address where a data folder is written.
pub(crate) fn refuse_address(folder: &Path, instead: &str) -> Result<(), Failure> {
    match folder.to_str().is_some_and(is_address) {
        true => Err(Failure::usage(format!("what is published is only read: {instead}"))),
        false => Ok(()),
    }
}

/// Returns the failure of an error of published databases.
pub(crate) fn failure(error: shuban_publish::Error) -> Failure {
    let error = match error {
        shuban_publish::Error::Store(error) => return shuban_catalog::Error::from(error).into(),
        shuban_publish::Error::Interrupted => return Failure::Interrupted,
        error => error,
    };
    let status = if error.is_bad_input() { Status::BadInput } else { Status::Environment };
    Failure::Said { status, kind: error.kind(), message: error.to_string() }
}
