//! The file that proves a layer's values, and the compact one that stands for it.

use std::path::Path;

use shuban_store::{Database, FileSystem, Manifest, compact_path, layer_path};

/// Of a compact file the content hash of the file that proves it: it says that it was built from
/// its own layer.
pub(crate) fn certificate(manifest: &Manifest) -> Option<&str> {
    let own = manifest.account.needs.last();
    let own = own.filter(|need| need.domain == manifest.subject.domain);
    own.map(|need| &*need.content_hash)
}

/// The content hash of the file that proves a layer's values: its own, unless it is compact.
pub(crate) fn proven_hash(manifest: &Manifest) -> &str {
    certificate(manifest).unwrap_or(&manifest.content_hash)
}

/// A layer's own file; if there is none, its compact one.
///
/// # Errors
/// As [`Database::open_as`].
pub(crate) fn open_answering(
    files: &dyn FileSystem,
    data: &Path,
    domain: &str,
) -> Result<Database, shuban_store::Error> {
    use shuban_store::Error::NotFound;
    match Database::open_as(files, &layer_path(data, domain)?, domain) {
        Err(NotFound { path }) => {
            match Database::open_as(files, &compact_path(data, domain)?, domain) {
                Err(NotFound { .. }) => Err(NotFound { path }),
                opened => opened,
            }
        }
        opened => opened,
    }
}
