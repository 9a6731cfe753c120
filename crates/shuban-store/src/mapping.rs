//! The one unsafe corner: a file mapped into memory.

#![allow(unsafe_code)]

use std::fs::File;
use std::io;

use memmap2::Mmap;

/// A file as a slice of bytes, read by the system page by page when touched.
pub(crate) struct Mapping(Mmap);

impl Mapping {
    pub(crate) fn new(file: &File) -> io::Result<Self> {
        // SAFETY: a mapping is sound while nobody changes or truncates the file under it. Published
        // database files are never written again: the writer fills a file of another name and renames it
        // into place, so that a mapping keeps the old file. Whoever must serve files that foreign
        // programs may truncate reads them with `Disk { mmap: false }`.
        unsafe { Mmap::map(file) }.map(Mapping)
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}
