//! A folder in a bucket of an object store.

use std::env;
use std::error::Error as StdError;
use std::ops::Range;
use std::sync::Arc;

use futures_util::StreamExt;
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::azure::{AzureConfigKey, MicrosoftAzureBuilder};
use object_store::gcp::{GoogleCloudStorageBuilder, GoogleConfigKey};
use object_store::path::Path;
use object_store::{Error, GetOptions, GetResult, ObjectStore, RetryConfig};
use ureq::http::Uri;

use crate::bucket_client::{BucketConnector, Refused};
use crate::source::{Reason, Source, SourceError, of_length};
use crate::wait::wait;

/// The longest part of a store's words that is repeated.
const MOST_WORDS: usize = 400;

/// A folder in a bucket.
#[derive(Clone, Debug)]
pub(crate) struct Bucket {
    /// The address, without a slash at its end.
    address: String,
    /// The folder in the bucket.
    folder: Path,
    pub(crate) store: Arc<dyn ObjectStore>,
}

impl Bucket {
    /// Takes the address of a folder in a bucket, without asking it anything; `None` for addresses of other
    /// kinds. Keys, the region and the server's own address are found in the environment: `AWS_…`, `GOOGLE_…`
    /// and `AZURE_…`.
    pub(crate) fn new(address: &str) -> Result<Option<Self>, SourceError> {
        let Some((scheme @ ("s3" | "gs" | "az"), rest)) = address.split_once("://") else {
            return Ok(None);
        };
        let secret = address.contains(['@', '?', '#']);
        // A password or a signature must not end up in a message.
        let shown = if secret { "the address" } else { address.trim_end_matches('/') };
        let refused = |reason| SourceError { address: shown.to_owned(), reason };
        if secret || address.contains('%') {
            let reason =
                "the address of a bucket is its name and a folder, without `@`, `?`, `#` and `%`";
            return Err(refused(Reason::Address(reason)));
        }
        let (bucket, folder) = rest.split_once('/').unwrap_or((rest, ""));
        let is_of_names = |byte: u8| byte.is_ascii_alphanumeric() || b".-_$".contains(&byte);
        if bucket.is_empty() || bucket.starts_with('.') || !bucket.bytes().all(is_of_names) {
            return Err(refused(Reason::Address("not the name of a bucket")));
        }
        let folder = Path::parse(folder.trim_end_matches('/'))
            .map_err(|_| refused(Reason::Address("not the name of a folder in a bucket")))?;
        let store = store(scheme, bucket).map_err(refused)?;
        Ok(Some(Bucket { address: shown.to_owned(), folder, store }))
    }

    /// A folder of a store of a test's own.
    #[cfg(test)]
    pub(crate) fn of_store(address: &str, folder: &str, store: Arc<dyn ObjectStore>) -> Self {
        Bucket { address: address.to_owned(), folder: Path::from(folder), store }
    }

    /// Returns the path of a file in the bucket.
    pub(crate) fn path(&self, name: &str) -> Result<Path, Reason> {
        Path::parse(format!("{}/{name}", self.folder))
            .map_err(|_| Reason::Address("not the name of a file in a bucket"))
    }

    /// Asks for a file, or a part of it.
    pub(crate) fn get(&self, name: &str, range: Option<Range<u64>>) -> Result<GetResult, Reason> {
        let options = GetOptions { range: range.map(Into::into), ..GetOptions::default() };
        wait(self.store.get_opts(&self.path(name)?, options)).map_err(reason)
    }
}

/// Makes the client of a bucket, without attempts of its own: a failed read is tried again above.
fn store(scheme: &str, bucket: &str) -> Result<Arc<dyn ObjectStore>, Reason> {
    let retry = RetryConfig { max_retries: 0, ..RetryConfig::default() };
    let settings = |error: Error| Reason::Settings(error.to_string());
    let connector =
        |prefix: &str| BucketConnector { unencrypted: is_set(&format!("{prefix}_ALLOW_HTTP")) };
    Ok(match scheme {
        "s3" => {
            let builder = AmazonS3Builder::from_env().with_bucket_name(bucket).with_retry(retry);
            check_server(builder.get_config_value(&AmazonS3ConfigKey::Endpoint))?;
            check_server(builder.get_config_value(&AmazonS3ConfigKey::S3Endpoint))?;
            Arc::new(builder.with_http_connector(connector("AWS")).build().map_err(settings)?)
        }
        "gs" => {
            let builder = GoogleCloudStorageBuilder::from_env().with_bucket_name(bucket);
            check_server(builder.get_config_value(&GoogleConfigKey::BaseUrl))?;
            let builder = builder.with_retry(retry).with_http_connector(connector("GOOGLE"));
            Arc::new(builder.build().map_err(settings)?)
        }
        _ => {
            let builder = MicrosoftAzureBuilder::from_env().with_container_name(bucket);
            check_server(builder.get_config_value(&AzureConfigKey::Endpoint))?;
            let builder = builder.with_retry(retry).with_http_connector(connector("AZURE"));
            Arc::new(builder.build().map_err(settings)?)
        }
    })
}

/// Returns true if a variable of the environment says yes, in the ways in which the stores' clients read it.
fn is_set(variable: &str) -> bool {
    let value = env::var(variable).unwrap_or_default().to_ascii_lowercase();
    ["1", "true", "on", "yes", "y"].contains(&value.as_str())
}

/// Checks the address of a store's server, which comes from the environment; `None` is the store's own.
fn check_server(server: Option<String>) -> Result<(), Reason> {
    let Some(server) = server else { return Ok(()) };
    let uri = server.parse::<Uri>().ok();
    match uri.as_ref().and_then(|uri| uri.scheme().and(uri.authority())) {
        Some(host) if !host.as_str().contains('@') => Ok(()),
        Some(_) => {
            Err(Reason::Address("the environment names a server with a password in its address"))
        }
        None => Err(Reason::Address(
            "the environment names a server by something that is no address (`https://HOST`)",
        )),
    }
}

/// Reads a body to its end, or to the first byte behind `most`.
pub(crate) fn body(answer: GetResult, most: u64) -> Result<Vec<u8>, Reason> {
    let (mut bytes, mut stream) = (Vec::new(), answer.into_stream());
    while let Some(more) = wait(stream.next()) {
        bytes.extend_from_slice(&more.map_err(reason)?);
        if bytes.len() as u64 > most {
            break;
        }
    }
    Ok(bytes)
}

/// Returns the reason of an error of a store: this program's own, or the store's in as many words as one reads.
pub(crate) fn reason(error: Error) -> Reason {
    let mut inner: Option<&(dyn StdError + 'static)> = Some(&error);
    while let Some(within) = inner {
        if let Some(Refused(reason)) = within.downcast_ref() {
            return reason.clone();
        }
        inner = within.source();
    }
    match error {
        Error::NotFound { .. } => Reason::Status(404),
        Error::PermissionDenied { .. } => Reason::Status(403),
        Error::Unauthenticated { .. } => Reason::Status(401),
        other => {
            let words = other.to_string();
            Reason::Unreachable(words[..words.floor_char_boundary(MOST_WORDS)].to_owned())
        }
    }
}

impl Source for Bucket {
    fn range(&self, name: &str, range: Range<u64>, len: u64) -> Result<Vec<u8>, SourceError> {
        let expected = range.end - range.start;
        let read = || {
            let answer = self.get(name, Some(range))?;
            match answer.meta.size {
                found if found != len => Err(Reason::OtherLength { expected: len, found }),
                _ => of_length(body(answer, expected)?, expected),
            }
        };
        read().map_err(|reason| SourceError { address: self.address(name), reason })
    }

    fn whole(&self, name: &str, most: u64) -> Result<Vec<u8>, SourceError> {
        let read = || {
            let bytes = body(self.get(name, None)?, most)?;
            if bytes.len() as u64 > most { Err(Reason::TooLong(most)) } else { Ok(bytes) }
        };
        read().map_err(|reason| SourceError { address: self.address(name), reason })
    }

    fn address(&self, name: &str) -> String {
        format!("{}/{name}", self.address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_bucket_and_a_folder() {
        let shown = |address: &str| Bucket::new(address).map(|bucket| bucket.unwrap().address("f"));
        assert_eq!(shown("s3://name/a/b/").unwrap(), "s3://name/a/b/f");
        assert_eq!(shown("s3://name").unwrap(), "s3://name/f");
        assert!(Bucket::new("https://name/a").unwrap().is_none());
        for address in ["s3://", "s3:///a", "s3://../a", "s3://b:80/a", "s3://a b/f", "s3://n/../f"]
        {
            let error = shown(address).unwrap_err();
            assert!(matches!(error.reason, Reason::Address(_)), "{address}: {error}");
        }
        for secret in ["s3://name:secret@host/a", "az://name/a?sig=secret", "gs://name/a#secret"] {
            let error = shown(secret).unwrap_err();
            assert!(error.to_string().starts_with("the address: "), "{error}");
        }
    }

    #[test]
    fn a_server_is_an_address_without_a_password() {
        for server in [None, Some("https://store.example"), Some("http://127.0.0.1:9000/x")] {
            check_server(server.map(str::to_owned)).unwrap();
        }
        for server in ["nonsense", "store.example:80", "", "http://name:secret@store.example"] {
            let refused = check_server(Some(server.to_owned())).unwrap_err();
            assert!(!refused.to_string().contains("secret"), "{refused}");
        }
    }
}
