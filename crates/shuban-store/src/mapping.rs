//! A file mapped into memory: the only unsafe code.

#![allow(unsafe_code)]

use std::fs::File;
use std::io;

use memmap2::Mmap;

use crate::filesystem::{ReadAt, copy_at};

/// A file as a slice of bytes, which the system loads page by page on access.
pub(crate) struct Mapping(Mmap);

impl Mapping {
    pub(crate) fn new(file: &File) -> io::Result<Self> {
        // SAFETY: a mapping is sound while the file under it is neither changed nor truncated.
        // Published database files are never written again: the writer fills a file of another name
        // and renames it into place, so that a mapping keeps the old file. A server whose files
        // other programs may truncate reads them with `Disk { mmap: false }`.
        unsafe { Mmap::map(file) }.map(Mapping)
    }
}

impl ReadAt for Mapping {
    fn len(&self) -> u64 {
        self.0.len() as u64
    }

    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        copy_at(&self.0, buffer, offset)
    }

    fn bytes(&self) -> Option<&[u8]> {
        Some(&self.0)
    }
}
