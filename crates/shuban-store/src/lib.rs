//! Database files: write, publish, open, probe, check, export.
//!
//! A file (ending `.shuban`) holds one layer of a domain: named **sections** cut into blocks, each
//! block stored raw or compressed under a checksum. *Tables* are fixed-width columns over a range
//! of records; *streams* are lists of byte strings. `docs/format.md` draws every byte.
//!
//! * [`Writer`] writes a file under a temporary name and [publishes](Writer::publish) it when it is
//!   whole and was read back. After a power cut, a reader finds the old file, the new one, or none.
//! * [`Database`] opens a file and finds a record with one block read. For any bytes it gives
//!   values or an [`Error`], and does not panic.
//! * [`Database::check`] reads every byte. The *content hash* identifies the values, and does not
//!   depend on block size or compression.
//! * [`CsvWriter`] and `ParquetWriter` (feature `parquet`) write positions with their values as
//!   tables for other programs.
//! * [`FileSystem`] is the interface to the machine's files; [`Disk`] is the real one.
//!
//! ```
//! use std::sync::Arc;
//! use shuban_core::{Interval, Record};
//! use shuban_store::{Account, Database, Disk, Options, Subject, Writer};
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("contact-1-1.shuban");
//!
//! let subject = Subject { domain: "half-gammon/contact-1-1".into(), ..Subject::default() };
//! let mut writer = Writer::create(Arc::new(Disk::default()), &path, subject, Options::default())?;
//! let mut table = writer.table("values", Interval::<i32>::columns(), 1000)?;
//! table.push_records((0..1000).map(|rank| Interval::exactly(rank)))?;
//! table.finish()?;
//! let published = writer.publish(Account::default())?;
//!
//! let database = Database::open_as(&Disk::default(), &path, "half-gammon/contact-1-1")?;
//! let values = database.records::<Interval>("values")?;
//! assert_eq!(values.get(123)?, Interval::exactly(123));
//! assert!(values.get(1000).is_err());
//! assert_eq!(database.manifest().content_hash, published.content_hash);
//! database.check(&mut |_done, _total| ())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod block_table_writer;
mod cache;
mod check;
mod choices;
mod column_cost;
mod content;
mod database;
mod destination;
mod disk;
mod encode;
mod error;
mod expected;
mod export;
mod file_copy;
mod filesystem;
mod identity;
mod lock;
mod lock_holder;
mod opening;
mod origin;
mod output;
mod partial;
mod paths;
mod room;
mod run;
mod small_file;
mod stream;
mod stream_writer;
mod table;
mod table_writer;
mod typed;
mod user_file;
mod writer;

pub use cache::CacheSize;
pub use choices::{ChoiceDecoder, ChoiceEncoder, ChoiceModel};
pub use column_cost::ColumnCost;
pub use content::hash_of_hashes;
pub use database::Database;
pub use destination::{Destination, LocalFolder, NewFile};
pub use disk::Disk;
pub use encode::{EncodedBlocks, FillColumns, RecordHasher, TableEncoder};
pub use error::Error;
pub use export::{CsvWriter, ExportRow, RowWriter, whole_file, write_bytes};
#[cfg(feature = "parquet")]
pub use export::{NumbersWriter, ParquetWriter, facts_of_file};
pub use file_copy::FileCopy;
pub use filesystem::{FileIdentity, FileSystem, WriteFile};
pub use lock::{Lock, lock, remove_stale_lock};
pub use lock_holder::LockHolder;
pub use origin::{declare_build, provenance_of, this_program};
pub use paths::{answering_file, compact_path, layer_path};
pub use shuban_core::own_file::ReadAt;
pub use shuban_probe::container::{
    Account, BLOCK_SIZES, CodecName, ColumnEntry, DEFAULT_BLOCK_SIZE, EXTENSION, FORMAT_VERSION,
    Manifest, Need, PartEntry, Provenance, RunEntry, SectionEntry, SectionKind, Subject,
};
pub use small_file::{PARTIAL, beside, read_file, replace_file};
pub use stream::Stream;
pub use stream_writer::StreamWriter;
pub use table::{BlockSum, Table};
pub use table_writer::TableWriter;
pub use typed::{TypedTable, is_coarse};
pub use user_file::{UnfitFile, open_regular, read_bytes, read_text};
pub use writer::{Options, Published, Writer};
