//! Tools for tests of database files, and of code that reads and writes them.
//!
//! * [`MemoryDisk`] is a file system in memory that fails, and loses power, on demand; [`file_of`] one
//!   file of bytes.
//! * [`rewrite`], [`OpenedUp`] and [`with_directory`] make files with sound checksums and false
//!   content, for tests of code that does not trust a file.
//! * [`trials`] is how often tests try what is drawn at random: more in a run of hours.

mod forging;
mod memory_disk;
mod trials;

use std::path::Path;
use std::sync::Arc;

use shuban_core::own_file::FileBytes;
use shuban_store::FileSystem as _;

pub use forging::{OpenedSection, OpenedUp, rewrite, with_directory};
pub use memory_disk::{DiskFault, Keep, MemoryDisk};
pub use trials::trials;

/// Returns a file of bytes, open for reading.
pub fn file_of(bytes: Vec<u8>) -> FileBytes {
    let (disk, path) = (MemoryDisk::default(), Path::new("/bytes"));
    disk.put(path, bytes);
    Arc::from(disk.open(path).expect("it was put there"))
}
