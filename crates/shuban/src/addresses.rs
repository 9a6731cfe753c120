//! Data folders that are addresses of published databases.

use std::path::PathBuf;
use std::sync::Arc;

use shuban_publish::{KeptParts, PublishedFiles, Reading, is_address};
use shuban_store::FileSystem;

use crate::common::Common;
use crate::failure::{Failure, Status};

/// Returns the file system in which the data folder is: that of the machine, beside what is published at
/// the address, if it is one.
pub(crate) fn files(
    common: &Common,
    disk: Arc<dyn FileSystem>,
) -> Result<Arc<dyn FileSystem>, Failure> {
    let Some(address) = common.data.to_str().filter(|data| is_address(data)) else {
        return Ok(disk);
    };
    let kept = cache_folder().map(|folder| KeptParts { folder, bytes: common.cache_size() });
    let reading = Reading { kept, ..Reading::default() };
    let files = PublishedFiles::open(address, &disk, &reading).map_err(failure)?;
    Ok(Arc::new(files))
}

/// Returns the folder of what was read: `$SHUBAN_CACHE`, or that of the program in the user's folder of such
/// things.
fn cache_folder() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|name| !name.is_empty());
    let user = || match named("XDG_CACHE_HOME").map(PathBuf::from) {
        Some(folder) if folder.is_absolute() => Some(folder),
        _ => Some(PathBuf::from(named("HOME")?).join(".cache")),
    };
    named("SHUBAN_CACHE").map(PathBuf::from).or_else(|| Some(user()?.join("shuban")))
}

/// Returns the failure of an error of published databases.
pub(crate) fn failure(error: shuban_publish::Error) -> Failure {
    use shuban_publish::Error;
    let is_bad_input = error.is_bad_input();
    let kind = match error {
        Error::Store(error) => return shuban_catalog::Error::from(error).into(),
        Error::NotPublished { .. } => "not-published",
        Error::Source(_) if !is_bad_input => "unreachable",
        Error::OtherPiece { .. } | Error::OtherOpening { .. } | Error::Catalogue { .. } => {
            "damaged"
        }
        _ => "usage",
    };
    let status = if is_bad_input { Status::BadInput } else { Status::Environment };
    Failure::Said { status, kind, message: error.to_string() }
}
