//! The checksums of a whole file, compared unless the work is interrupted.

use shuban_core::Progress;
use shuban_store::Database;

use crate::error::Error;

/// Reads every block of a file and compares its checksums and hashes.
///
/// # Errors
/// [`Error::Store`] for the first damage; [`Error::Interrupted`].
pub(crate) fn check_bytes(database: &Database, progress: &dyn Progress) -> Result<(), Error> {
    let goes_on = &mut |done, _| {
        progress.at(done, "");
        !progress.interrupted()
    };
    if database.check_while(goes_on)? { Ok(()) } else { Err(Error::Interrupted) }
}
