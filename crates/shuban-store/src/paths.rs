//! Paths of layers.

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::format::EXTENSION;

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

/// Returns the file that answers for a layer: its own, or the compact one if only that exists.
///
/// # Errors
/// As [`layer_path`].
pub fn answering_path(folder: &Path, domain: &str) -> Result<PathBuf, Error> {
    let (path, compact) = (layer_path(folder, domain)?, compact_path(folder, domain)?);
    Ok(if !path.exists() && compact.is_file() { compact } else { path })
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
