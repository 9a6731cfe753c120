//! A published folder in a bucket of an object store.

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use futures_executor::{block_on, block_on_stream};
use object_store::aws::AmazonS3Builder;
use object_store::azure::MicrosoftAzureBuilder;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::path::Path;
use object_store::{GetOptions, GetResult, ObjectStore, RetryConfig};
use tokio::runtime::{Builder, Runtime};

use crate::bucket_client::BucketConnector;
use crate::source::{Reason, Source, SourceError, of_length};

/// The longest part of a server's words that is repeated.
const MOST_WORDS: usize = 400;

/// The clock and the threads of stores that fetch their keys from a service. All else is done by the thread
/// that asks.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_time().build();
    runtime.expect("a program that can make no thread any more cannot go on")
});

/// A published folder in a bucket.
#[derive(Debug)]
pub(crate) struct Bucket {
    /// The address, without a slash at its end.
    address: String,
    /// The folder in the bucket.
    folder: Path,
    store: Arc<dyn ObjectStore>,
}

impl Bucket {
    /// Takes the address of a folder in a bucket, without asking it anything; `None` for addresses of other
    /// kinds. Keys, the region and the server's own address are found in the environment: `AWS_…`, `GOOGLE_…`
    /// and `AZURE_…`.
    pub(crate) fn new(address: &str) -> Result<Option<Self>, SourceError> {
        let Some((scheme @ ("s3" | "gs" | "az"), rest)) = address.split_once("://") else {
            return Ok(None);
        };
        // A password must not end up in a message.
        let shown = if address.contains('@') { "the address" } else { address };
        let refused = |reason| SourceError { address: shown.to_owned(), reason };
        if address.contains(['@', '?', '#', '%']) {
            let reason =
                "the address of a bucket is its name and a folder, without `@`, `?`, `#` and `%`";
            return Err(refused(Reason::Address(reason)));
        }
        let (bucket, folder) = rest.split_once('/').unwrap_or((rest, ""));
        let store = store(scheme, bucket).map_err(|error| refused(reason(error)))?;
        let folder = folder.trim_end_matches('/');
        let path = Path::parse(folder)
            .map_err(|_| refused(Reason::Address("not the name of a folder in a bucket")))?;
        let address = address.trim_end_matches('/').to_owned();
        Ok(Some(Bucket { address, folder: path, store }))
    }

    fn open(&self, name: &str, range: Option<Range<u64>>) -> Result<GetResult, Reason> {
        let path = Path::parse(format!("{}/{name}", self.folder));
        let path = path.map_err(|_| Reason::Address("not the name of a file in a bucket"))?;
        let options = GetOptions { range: range.map(Into::into), ..GetOptions::default() };
        block_on(self.store.get_opts(&path, options)).map_err(reason)
    }
}

/// Makes the client of a bucket. It does not try again by itself: whoever reads a source does.
fn store(scheme: &str, bucket: &str) -> object_store::Result<Arc<dyn ObjectStore>> {
    let retry = RetryConfig { max_retries: 0, ..RetryConfig::default() };
    Ok(match scheme {
        "s3" => {
            let builder = AmazonS3Builder::from_env().with_bucket_name(bucket).with_retry(retry);
            Arc::new(builder.with_http_connector(BucketConnector).build()?)
        }
        "gs" => {
            let builder = GoogleCloudStorageBuilder::from_env().with_bucket_name(bucket);
            Arc::new(builder.with_retry(retry).with_http_connector(BucketConnector).build()?)
        }
        _ => {
            let builder = MicrosoftAzureBuilder::from_env().with_container_name(bucket);
            Arc::new(builder.with_retry(retry).with_http_connector(BucketConnector).build()?)
        }
    })
}

/// Reads a body to its end, or to the first byte behind `most`.
fn body(answer: GetResult, most: u64) -> Result<Vec<u8>, Reason> {
    let mut bytes = Vec::new();
    for more in block_on_stream(answer.into_stream()) {
        bytes.extend_from_slice(&more.map_err(reason)?);
        if bytes.len() as u64 > most {
            break;
        }
    }
    Ok(bytes)
}

/// Returns the reason of an error of a store, in as many words as one reads.
fn reason(error: object_store::Error) -> Reason {
    use object_store::Error;
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
        let _clock = RUNTIME.enter();
        let expected = range.end - range.start;
        let read = || {
            let answer = self.open(name, Some(range.clone()))?;
            match (answer.meta.size, &answer.range) {
                (found, _) if found != len => Err(Reason::OtherLength { expected: len, found }),
                (_, found) if *found != range => Err(Reason::NoRanges),
                _ => body(answer, expected),
            }
        };
        read()
            .and_then(|bytes| of_length(bytes, expected))
            .map_err(|reason| SourceError { address: self.address(name), reason })
    }

    fn whole(&self, name: &str, most: u64) -> Result<Vec<u8>, SourceError> {
        let _clock = RUNTIME.enter();
        let read = || {
            let bytes = body(self.open(name, None)?, most)?;
            if bytes.len() as u64 > most { Err(Reason::TooLong(most)) } else { Ok(bytes) }
        };
        read().map_err(|reason| SourceError { address: self.address(name), reason })
    }

    fn address(&self, name: &str) -> String {
        format!("{}/{name}", self.address)
    }
}
