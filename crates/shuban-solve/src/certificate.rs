//! The file that proves a layer's values, and its compact stand-in.

use std::path::Path;

use shuban_store::{Database, FileSystem, Manifest, answering_file, layer_path};

/// Returns the content hash of the file that proves a compact file: it names the file that it was
/// made from.
pub(crate) fn certificate(manifest: &Manifest) -> Option<&str> {
    let own = manifest.account.needs.last();
    let own = own.filter(|need| need.domain == manifest.subject.domain);
    own.map(|need| &*need.content_hash)
}

/// Returns the content hash of the file that proves a layer's values: its own, unless compact.
pub(crate) fn proven_hash(manifest: &Manifest) -> &str {
    certificate(manifest).unwrap_or(&manifest.content_hash)
}

/// Returns a layer's own file; if there is none, its compact one.
///
/// # Errors
/// As [`Database::open_as`].
pub(crate) fn open_answering(
    files: &dyn FileSystem,
    data: &Path,
    domain: &str,
) -> Result<Database, shuban_store::Error> {
    match answering_file(files, data, domain)? {
        Some((path, _)) => Database::open_as(files, &path, domain),
        None => Err(shuban_store::Error::NotFound { path: layer_path(data, domain)? }),
    }
}
