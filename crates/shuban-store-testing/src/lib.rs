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

pub use forging::{OpenedSection, OpenedUp, rewrite, with_directory};
pub use memory_disk::{DiskFault, Keep, MemoryDisk, file_of};
pub use trials::trials;
