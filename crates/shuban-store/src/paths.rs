//! Paths of layers.

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::filesystem::{FileIdentity, FileSystem};
use shuban_probe::container::EXTENSION;

/// Returns the file of a layer in a data folder: `half-gammon/contact-2-1` is
/// `<folder>/half-gammon/contact-2-1.shuban`.
///
/// # Errors
/// [`Error::Misuse`] for a name that could lead out of the folder. Each part between slashes must
/// begin with a letter or digit and consist of these, `-`, `_`, `.`, `+` and `=`.
pub fn layer_path(folder: &Path, domain: &str) -> Result<PathBuf, Error> {
    path_with_ending(folder, domain, EXTENSION)
}

/// Returns the compact file of a layer: `<folder>/half-gammon/contact-2-1.compact.shuban`.
///
/// # Errors
/// As [`layer_path`].
pub fn compact_path(folder: &Path, domain: &str) -> Result<PathBuf, Error> {
    path_with_ending(folder, domain, &format!("compact.{EXTENSION}"))
}

/// Returns the file that answers for a layer, and its identity: its own, or the compact one if only
/// that exists. `None` if there is neither.
///
/// # Errors
/// As [`layer_path`]; environment errors.
pub fn answering_file(
    files: &dyn FileSystem,
    folder: &Path,
    domain: &str,
) -> Result<Option<(PathBuf, FileIdentity)>, Error> {
    let mut far = None;
    for path in [layer_path(folder, domain)?, compact_path(folder, domain)?] {
        let found = files.find(&path).map_err(|error| Error::io("look for", &path, error))?;
        if let Some((place, identity)) = found {
            if place == path {
                return Ok(Some((place, identity)));
            }
            // A compact file that is near goes before a file that is looked for elsewhere.
            far.get_or_insert((place, identity));
        }
    }
    Ok(far)
}

fn path_with_ending(folder: &Path, domain: &str, ending: &str) -> Result<PathBuf, Error> {
    let mut path = folder.to_owned();
    for part in domain.split('/') {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.+=".contains(c);
        if !part.starts_with(|c: char| c.is_ascii_alphanumeric()) || !part.chars().all(plain) {
            return Err(Error::misuse(domain, "not the name of a layer"));
        }
        path.push(part);
    }
    // `Path::with_extension` would cut a name such as `width-0.5`.
    path.as_mut_os_string().push(".");
    path.as_mut_os_string().push(ending);
    Ok(path)
}
