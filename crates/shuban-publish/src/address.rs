//! Addresses of published folders.

use crate::folder::Folder;
use crate::http::Http;
use crate::source::{Source, SourceError};

/// Opens the published folder at an address: `https://…`, `http://…` or `file:///…`.
///
/// # Errors
/// [`Reason::Address`](crate::Reason::Address) for any other address.
pub fn open_source(address: &str) -> Result<Box<dyn Source>, SourceError> {
    match address.strip_prefix("file://") {
        Some(path) => Ok(Box::new(Folder::new(path))),
        None => Ok(Box::new(Http::new(address)?)),
    }
}

/// Returns true if a text is the address of a published folder, and not the path of a data folder.
pub fn is_address(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, _)| {
        !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}
