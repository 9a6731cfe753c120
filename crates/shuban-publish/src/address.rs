//! Addresses of published folders.

use crate::folder::Folder;
use crate::http::Http;
#[cfg(not(feature = "object-store"))]
use crate::source::Reason;
use crate::source::{Source, SourceError};

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
    if ["s3://", "gs://", "az://"].iter().any(|scheme| address.starts_with(scheme)) {
        let reason =
            "this program reads no buckets, for it was built without the feature `object-store`";
        return Err(SourceError {
            address: "a bucket".to_owned(),
            reason: Reason::Address(reason),
        });
    }
    Ok(Box::new(Http::new(address)?))
}

/// Returns true if a text is the address of a published folder, and not the path of a data folder.
pub fn is_address(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, _)| {
        !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}
