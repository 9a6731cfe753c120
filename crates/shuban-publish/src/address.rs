//! Addresses of published folders.

use std::sync::Arc;

use shuban_store::{Destination, FileSystem, LocalFolder};

use crate::folder::Folder;
use crate::http::Http;
use crate::source::{Reason, Source, SourceError};

/// Opens the published folder at an address: `https://…`, `http://…`, `file:///…`, and with the feature
/// `object-store` `s3://BUCKET/…`, `gs://BUCKET/…` or `az://CONTAINER/…`. The keys of a bucket come from the
/// environment, as `docs/published-folders.md` lists them.
///
/// # Errors
/// [`Reason::Address`](crate::Reason::Address) for any other address, [`Reason::Settings`](crate::Reason::Settings)
/// for a bucket whose settings in the environment are not understood.
pub fn open_source(address: &str) -> Result<Box<dyn Source>, SourceError> {
    if let Some(path) = address.strip_prefix("file://") {
        return Ok(Box::new(Folder::new(path)));
    }
    #[cfg(feature = "object-store")]
    if let Some(bucket) = crate::bucket::Bucket::new(address)? {
        return Ok(Box::new(bucket));
    }
    #[cfg(not(feature = "object-store"))]
    refuse_bucket(address)?;
    Ok(Box::new(Http::new(address)?))
}

/// Opens a folder for writing: the path of one, `file:///…`, or with the feature `object-store` a bucket.
///
/// # Errors
/// As [`open_source`]; [`Reason::Address`](crate::Reason::Address) for a web server, which is only read.
pub fn open_destination(
    address: &str,
    files: Arc<dyn FileSystem>,
) -> Result<Box<dyn Destination>, SourceError> {
    if !is_address(address) {
        return Ok(Box::new(LocalFolder::new(files, address)));
    }
    if let Some(path) = address.strip_prefix("file://") {
        return Ok(Box::new(LocalFolder::new(files, path)));
    }
    #[cfg(feature = "object-store")]
    if let Some(bucket) = crate::bucket::Bucket::new(address)? {
        return Ok(Box::new(bucket));
    }
    #[cfg(not(feature = "object-store"))]
    refuse_bucket(address)?;
    // An address with a password is refused in other words, without it.
    Http::new(address)?;
    let reason = Reason::Address("a web server is only read: write a folder, and copy it there");
    Err(SourceError { address: address.to_owned(), reason })
}

#[cfg(not(feature = "object-store"))]
fn refuse_bucket(address: &str) -> Result<(), SourceError> {
    let Some(("s3" | "gs" | "az", _)) = address.split_once("://") else { return Ok(()) };
    let reason = Reason::Address(
        "this program knows no buckets: it was built without the feature `object-store`",
    );
    // What follows may be secret.
    Err(SourceError { address: "a bucket".to_owned(), reason })
}

/// Returns true if a text is the address of a published folder, and not the path of a data folder.
pub fn is_address(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, _)| {
        !scheme.is_empty()
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    })
}
