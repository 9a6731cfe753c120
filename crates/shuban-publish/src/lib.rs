//! Databases on static hosts: published as plain files, probed where the reader is, and fetched.
//!
//! A published folder is nothing but files, for any web server or a disk. The files of layers are cut into
//! **pieces**, each named by the hash of its bytes, so that a piece never changes; an **opening** is one
//! more piece, with all that is read of a layer before its first value. `catalogue.json` says which layers
//! there are and which pieces they have, and alone is ever written anew. `docs/published-folders.md` has
//! the form.
//!
//! * [`publish`] writes such a folder, on a disk or in a bucket, and [`read_back`] compares all of it with its names;
//!   [`write_beside`] and [`read_back_beside`] do so with other files, such as pages.
//! * [`PublishedFiles`] is a [`FileSystem`](shuban_store::FileSystem) in which the address of a published
//!   folder is a data folder, alone or behind one on the machine. Nothing above it knows that values come
//!   by range requests. Parts are kept in memory and on the disk; the checksums of blocks decide whether
//!   they are believed.
//! * [`fetch`] copies a layer with all that it needs into a data folder; [`catalogue_of`] lists what
//!   a folder has.
//! * [`Source`] is where a folder is read from: a web server, a disk, or a bucket of an object store (the
//!   feature `object-store`).
//!
//! ```
//! use std::sync::Arc;
//! use shuban_core::{Interval, Silent};
//! use shuban_publish::{PublishOptions, PublishedFiles, Reading, publish};
//! use shuban_store::{
//!     Account, Database, Disk, FileSystem, LocalFolder, Options, Subject, Writer, layer_path,
//! };
//! # let folder = tempfile::tempdir()?;
//! # let (data, published) = (folder.path().join("data"), folder.path().join("published"));
//! let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
//! let path = layer_path(&data, "heap/all")?;
//! let subject = Subject { domain: "heap/all".into(), ..Subject::default() };
//! let mut writer = Writer::create(Arc::clone(&files), &path, subject, Options::default())?;
//! let mut table = writer.table("values", <Interval as shuban_core::Record>::columns(), 1000)?;
//! table.push_records((0..1000).map(|rank| Interval::exactly(rank)))?;
//! table.finish()?;
//! writer.publish(Account::default())?;
//!
//! let options = PublishOptions {
//!     piece_bytes: 1 << 16,
//!     licence: Some("CC0-1.0".into()),
//!     citation: None,
//!     anew: false,
//! };
//! let to = LocalFolder::new(Arc::clone(&files), &published);
//! publish(&*files, &[("heap/all".into(), path)], &to, &options, &Silent)?;
//!
//! let address = format!("file://{}", published.display());
//! let there = PublishedFiles::new(files, Reading::default());
//! there.add(&address)?;
//! let path = layer_path(address.as_ref(), "heap/all")?;
//! let database = Database::open_as(&there, &path, "heap/all")?;
//! assert_eq!(database.records::<Interval>("values")?.get(123)?, Interval::exactly(123));
//! // The catalogue, what the layer is opened with, and one block.
//! assert_eq!(there.requests(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod address;
#[cfg(feature = "object-store")]
mod bucket;
#[cfg(feature = "object-store")]
mod bucket_client;
#[cfg(feature = "object-store")]
mod bucket_writer;
mod catalogue;
mod check;
mod error;
mod fetch;
mod folder;
mod http;
mod piece_hash;
mod publish;
mod published_file;
mod published_files;
mod published_folder;
mod range_cache;
mod ranges;
mod source;
mod transfer;
#[cfg(feature = "object-store")]
mod wait;

pub use address::{is_address, open_destination, open_source};
pub use catalogue::{CATALOGUE, Catalogue, Opening, PIECE_BYTES, PublishedLayer};
pub use check::{ReadBack, read_back, read_back_beside};
pub use error::Error;
pub use fetch::{Fetched, fetch};
pub use piece_hash::PieceHash;
pub use publish::{Publication, PublishOptions, publish, write_beside};
pub use published_files::PublishedFiles;
pub use published_folder::catalogue_of;
pub use ranges::{KeptParts, Reading};
pub use source::{Reason, Source, SourceError};
