//! A published folder on a disk.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use shuban_store::{Disk, FileSystem};

use crate::source::{Reason, Source, SourceError};

/// A published folder on a disk.
#[derive(Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(path: impl Into<PathBuf>) -> Self {
        Folder(path.into())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(Path::new(name))
    }

    fn failed(&self, name: &str, error: &io::Error) -> SourceError {
        self.wrong(name, Reason::Unreadable(error.to_string()))
    }

    fn wrong(&self, name: &str, reason: Reason) -> SourceError {
        SourceError { address: self.address(name), reason }
    }
}

impl Source for Folder {
    fn range(&self, name: &str, range: Range<u64>, len: u64) -> Result<Vec<u8>, SourceError> {
        let file = Disk::default().open(&self.path(name));
        let file = file.map_err(|error| self.failed(name, &error))?;
        if file.len() != len {
            let (expected, found) = (len, file.len());
            return Err(self.wrong(name, Reason::OtherLength { expected, found }));
        }
        let mut bytes = vec![0; (range.end - range.start) as usize];
        let read = file.read_at(&mut bytes, range.start);
        read.map_err(|error| self.failed(name, &error)).map(|()| bytes)
    }

    fn whole(&self, name: &str, most: u64) -> Result<Vec<u8>, SourceError> {
        let file = Disk::default().open(&self.path(name));
        let len = file.map_err(|error| self.failed(name, &error))?.len();
        if len > most {
            return Err(self.wrong(name, Reason::TooLong(most)));
        }
        self.range(name, 0..len, len)
    }

    fn address(&self, name: &str) -> String {
        format!("file://{}", self.path(name).display())
    }
}
