//! Writing into a bucket of an object store.

use std::any::Any;
use std::io::{self, Write};
use std::path::PathBuf;

use object_store::path::Path;
use object_store::{
    Attribute, Attributes, Error as StoreError, MultipartUpload, ObjectStoreExt, PutMode,
    PutMultipartOptions, PutOptions, UpdateVersion,
};
use shuban_store::{Destination, Error, NewFile, ReadAt};

use crate::bucket::{Bucket, body, reason};
use crate::ranges::PIECES;
use crate::source::{PAUSES, Reason, Source, SourceError, persistently};
use crate::wait::wait;

/// Bytes of a part of a file that is sent in parts: more than the least that stores take, 5 MiB, and all but the
/// last equally long, as some demand.
const PART: usize = 8 << 20;

impl Bucket {
    /// Returns the length of a file; `None` if there is none.
    fn len(&self, path: &Path) -> Result<Option<u64>, Reason> {
        let found = persistently(PAUSES, || match wait(self.store.head(path)) {
            Ok(meta) => Ok(Some(meta.size)),
            Err(StoreError::NotFound { .. }) => Ok(None),
            Err(error) => Err(SourceError { address: path.to_string(), reason: reason(error) }),
        });
        found.map_err(|error| error.reason)
    }

    /// Returns the error of doing something with a file.
    fn failed(&self, what: &'static str, name: &str, reason: Reason) -> Error {
        let source = match reason {
            // What is written need not be there, but its bucket.
            Reason::Status(404) => io::Error::other("there is no such bucket"),
            reason => io::Error::other(reason),
        };
        Error::Io { what, path: Source::address(self, name).into(), source }
    }
}

impl Destination for Bucket {
    fn hold(&self, _name: &str) -> Result<Box<dyn Any + Send + Sync>, Error> {
        // A lock in a bucket would outlive whoever is killed. Files of the same name have the same bytes, but
        // for those that are exchanged.
        Ok(Box::new(()))
    }

    fn open(&self, name: &str) -> Result<Option<Box<dyn ReadAt>>, Error> {
        let failed = |reason| self.failed("open", name, reason);
        let path = self.path(name).map_err(failed)?;
        let found = self.len(&path).map_err(failed)?;
        Ok(found.map(|len| {
            let file = BucketFile { bucket: self.clone(), name: name.to_owned(), len };
            Box::new(file) as Box<dyn ReadAt>
        }))
    }

    fn create(&self, name: &str) -> Result<Box<dyn NewFile + '_>, Error> {
        let path = self.path(name).map_err(|reason| self.failed("create", name, reason))?;
        let (name, pending) = (name.to_owned(), Vec::new());
        Ok(Box::new(Upload { bucket: self, name, path, pending, sent: 0, parts: None }))
    }

    fn exchange(&self, name: &str, old: Option<&[u8]>, new: &[u8]) -> Result<bool, Error> {
        let failed = |reason| self.failed("replace", name, reason);
        let path = self.path(name).map_err(failed)?;
        let mode = match self.open(name)? {
            None if old.is_none() => PutMode::Create,
            None => return Ok(false),
            Some(_) => {
                let answer = self.get(name, None).map_err(failed)?;
                let version = UpdateVersion {
                    e_tag: answer.meta.e_tag.clone(),
                    version: answer.meta.version.clone(),
                };
                let most = old.map_or(0, <[u8]>::len) as u64;
                if Some(&body(answer, most).map_err(failed)?[..]) != old {
                    return Ok(false);
                }
                PutMode::Update(version)
            }
        };
        let options = PutOptions { mode, attributes: attributes(name), ..PutOptions::default() };
        match wait(self.store.put_opts(&path, new.to_vec().into(), options)) {
            Ok(_) => Ok(true),
            Err(StoreError::Precondition { .. } | StoreError::AlreadyExists { .. }) => Ok(false),
            Err(error) => Err(failed(match reason(error) {
                Reason::Status(501) => Reason::Settings(
                    "the store knows no conditions (`If-Match`), without which others' layers could be lost"
                        .to_owned(),
                ),
                reason => reason,
            })),
        }
    }

    fn is_far(&self) -> bool {
        true
    }

    fn address(&self, name: &str) -> PathBuf {
        Source::address(self, name).into()
    }
}

/// Returns what browsers, and all between them and the bucket, are told of a file.
fn attributes(name: &str) -> Attributes {
    let kind = match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        Some("parquet") => "application/vnd.apache.parquet",
        _ => "application/octet-stream",
    };
    // Pieces never change; whatever else is here may.
    let kept = match name.starts_with(PIECES) {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let both = [(Attribute::ContentType, kind), (Attribute::CacheControl, kept)];
    Attributes::from_iter(both)
}

/// A file in a bucket, open for reading.
#[derive(Debug)]
struct BucketFile {
    bucket: Bucket,
    name: String,
    len: u64,
}

impl ReadAt for BucketFile {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let range = offset..offset + buffer.len() as u64;
        if range.is_empty() {
            return Ok(());
        }
        let read = || self.bucket.range(&self.name, range.clone(), self.len);
        let bytes = persistently(PAUSES, read).map_err(|error| io::Error::other(error.reason))?;
        buffer.copy_from_slice(&bytes);
        Ok(())
    }

    fn is_far(&self) -> bool {
        true
    }
}

/// A file that is being sent: at once if it is short, otherwise in parts as they come.
struct Upload<'b> {
    bucket: &'b Bucket,
    name: String,
    path: Path,
    /// Bytes that were not sent yet.
    pending: Vec<u8>,
    /// Bytes that were sent in parts.
    sent: u64,
    /// The upload in parts, if it has begun and not ended.
    parts: Option<Box<dyn MultipartUpload>>,
}

impl Upload<'_> {
    /// Sends what is there as a part.
    fn part(&mut self) -> Result<(), Reason> {
        let bytes = std::mem::take(&mut self.pending);
        let parts = match &mut self.parts {
            Some(parts) => parts,
            none => {
                let attributes = attributes(&self.name);
                let options = PutMultipartOptions { attributes, ..PutMultipartOptions::default() };
                let begun = wait(self.bucket.store.put_multipart_opts(&self.path, options));
                none.insert(begun.map_err(reason)?)
            }
        };
        self.sent += bytes.len() as u64;
        wait(parts.put_part(bytes.into())).map_err(reason)
    }

    fn send_rest(&mut self) -> Result<(), Reason> {
        if self.parts.is_none() {
            let bytes = std::mem::take(&mut self.pending);
            let options =
                PutOptions { attributes: attributes(&self.name), ..PutOptions::default() };
            let sent = wait(self.bucket.store.put_opts(&self.path, bytes.into(), options));
            return sent.map(drop).map_err(reason);
        }
        if !self.pending.is_empty() {
            self.part()?;
        }
        if let Some(parts) = &mut self.parts {
            match wait(parts.complete()) {
                // It was complete, but the answer that said so did not come.
                Err(StoreError::NotFound { .. })
                    if self.bucket.len(&self.path).is_ok_and(|len| len == Some(self.sent)) => {}
                completed => completed.map(drop).map_err(reason)?,
            }
        }
        self.parts = None;
        Ok(())
    }
}

impl Write for Upload<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(PART - self.pending.len());
        self.pending.extend_from_slice(&bytes[..taken]);
        if self.pending.len() == PART {
            self.part().map_err(io::Error::other)?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        // A part has its length: what is there waits until there is more, or no more.
        Ok(())
    }
}

impl NewFile for Upload<'_> {
    fn finish(mut self: Box<Self>) -> Result<(), Error> {
        self.send_rest().map_err(|reason| self.bucket.failed("write", &self.name, reason))
    }
}

impl Drop for Upload<'_> {
    fn drop(&mut self) {
        if let Some(mut parts) = self.parts.take() {
            // Best effort: a store keeps parts, and wants money for them, until it is told or has a rule.
            let _ = wait(parts.abort());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use object_store::ObjectStore;
    use object_store::memory::InMemory;

    use super::*;

    fn bucket() -> (Bucket, Arc<InMemory>) {
        let store = Arc::new(InMemory::new());
        (Bucket::of_store("s3://name/of", "of", Arc::clone(&store) as Arc<dyn ObjectStore>), store)
    }

    fn write(bucket: &Bucket, name: &str, bytes: &[u8]) {
        let mut file = bucket.create(name).unwrap();
        file.write_all(bytes).unwrap();
        file.finish().unwrap();
    }

    #[test]
    fn files_have_their_bytes_however_many_parts_they_take() {
        let (bucket, _) = bucket();
        let bytes: Vec<u8> = (0..3 * PART as u32 + 7).map(|number| (number % 251) as u8).collect();
        for len in [0, 1, PART - 1, PART, PART + 1, 2 * PART, bytes.len()] {
            write(&bucket, "a/b", &bytes[..len]);
            let file = bucket.open("a/b").unwrap().unwrap();
            let mut found = vec![0; len];
            file.read_at(&mut found, 0).unwrap();
            assert!(file.len() == len as u64 && found == bytes[..len], "{len}");
        }
        let file = bucket.open("a/b").unwrap().unwrap();
        let mut found = [0; 5];
        file.read_at(&mut found, PART as u64 - 2).unwrap();
        assert_eq!(found, bytes[PART - 2..PART + 3]);
        assert!(bucket.open("a").unwrap().is_none());
    }

    #[test]
    fn nothing_is_left_of_a_file_that_is_not_finished() {
        let (bucket, _) = bucket();
        write(&bucket, "f", b"old");
        for len in [1, PART + 1] {
            let mut file = bucket.create("f").unwrap();
            file.write_all(&vec![1; len]).unwrap();
            drop(file);
            assert_eq!((&bucket as &dyn Destination).read("f", 10).unwrap().unwrap(), b"old");
        }
    }

    #[test]
    fn a_file_is_exchanged_if_it_is_what_it_was() {
        let (bucket, _) = bucket();
        assert!(!bucket.exchange("f", Some(b"old"), b"new").unwrap());
        assert!(bucket.exchange("f", None, b"first").unwrap());
        assert!(!bucket.exchange("f", None, b"second").unwrap());
        assert!(!bucket.exchange("f", Some(b"other"), b"second").unwrap());
        assert!(!bucket.exchange("f", Some(b"firs"), b"second").unwrap());
        assert!(bucket.exchange("f", Some(b"first"), b"second").unwrap());
        assert_eq!((&bucket as &dyn Destination).read("f", 10).unwrap().unwrap(), b"second");
        assert!((&bucket as &dyn Destination).read("f", 5).is_err());
    }

    #[test]
    fn browsers_are_told_what_a_file_is_and_how_long_to_keep_it() {
        let (bucket, store) = bucket();
        for (name, kind, kept) in [
            ("pieces/0a", "application/octet-stream", "immutable"),
            ("site/site.js", "text/javascript; charset=utf-8", "no-cache"),
            ("catalogue.json", "application/json", "no-cache"),
        ] {
            write(&bucket, name, b"1");
            let found = wait(store.get(&Path::from(format!("of/{name}")))).unwrap().attributes;
            assert_eq!(found.get(&Attribute::ContentType).unwrap().as_ref(), kind);
            assert!(found.get(&Attribute::CacheControl).unwrap().as_ref().contains(kept));
        }
    }
}
