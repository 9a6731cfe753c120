//! Opening a file.

use std::path::Path;
use std::sync::Arc;

use shuban_core::{Record, Section};
use shuban_probe::container::{
    HEADER_LEN, Header, Manifest, SectionEntry, Subject, TRAILER_LEN, Trailer, largest_block,
    read_directory, unknown_member,
};

use crate::cache::{Cache, CacheSize};
use crate::error::Error;
use crate::filesystem::FileSystem;
use crate::identity::identity;
use crate::room::{PARSED, Room};
use crate::run::{OpenFile, RunBlocks};
use crate::stream::Stream;
use crate::table::Table;
use crate::typed::TypedTable;

/// An open file. Cloning it is cheap, and any number of threads may read it.
///
/// Opening checks header, directory and trailer. Blocks are checked as they are read;
/// [`check`](Database::check) reads them all.
#[derive(Clone)]
pub struct Database {
    pub(crate) file: Arc<OpenFile>,
}

impl Database {
    /// Opens a file.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::Foreign`], [`Error::Version`], [`Error::Damaged`],
    /// [`Error::Memory`], and environment errors.
    pub fn open(files: &dyn FileSystem, path: &Path) -> Result<Self, Error> {
        Database::open_with(files, path, CacheSize::default())
    }

    /// Opens a file that must hold a certain layer.
    ///
    /// # Errors
    /// [`Error::OtherDomain`] if it holds another one; as [`open`](Database::open).
    pub fn open_as(files: &dyn FileSystem, path: &Path, domain: &str) -> Result<Self, Error> {
        let database = Database::open(files, path)?;
        let found = &database.manifest().subject.domain;
        if found != domain {
            let (expected, found) = (domain.to_owned(), found.clone());
            return Err(Error::OtherDomain { path: path.to_owned(), expected, found });
        }
        Ok(database)
    }

    /// Opens a file with a cache of its own size.
    ///
    /// # Errors
    /// As [`open`](Database::open).
    pub fn open_with(files: &dyn FileSystem, path: &Path, cache: CacheSize) -> Result<Self, Error> {
        let reader = files.open(path).map_err(|error| Error::io("open", path, error))?;
        let len = reader.len();
        let read = |buffer: &mut [u8], offset| {
            reader.read_at(buffer, offset).map_err(|error| Error::io("read", path, error))
        };
        let mut bytes = vec![0; len.min(HEADER_LEN as u64) as usize];
        read(&mut bytes, 0)?;
        let header = Header::from_bytes(&bytes).map_err(|error| Error::of_bytes(path, error))?;

        if len < (HEADER_LEN + TRAILER_LEN) as u64 {
            let reason = format!("truncated: the file ends after {len} bytes");
            return Err(Error::damaged(path, "trailer", None, reason));
        }
        let mut bytes = [0; TRAILER_LEN];
        read(&mut bytes, len - TRAILER_LEN as u64)?;
        let trailer = Trailer::from_bytes(&header.identity, &bytes, len);
        let trailer = trailer.map_err(|error| Error::of_bytes(path, error))?;

        let room = Room::new(files.memory(), len);
        room.granted(path, "directory", trailer.directory_len.saturating_mul(PARSED))?;
        let mut bytes = vec![0; trailer.directory_len as usize];
        read(&mut bytes, trailer.directory_offset)?;
        let wrong = |reason| Error::damaged(path, "directory", None, reason);
        let manifest = read_directory(&header, &trailer, &bytes).map_err(wrong)?;
        let Subject { domain, parameters, .. } = &manifest.subject;
        if identity(domain, parameters) != header.identity {
            let reason = "its domain and parameters are not those of the header's identity";
            return Err(wrong(reason.to_owned()));
        }
        let unknown_member = unknown_member(&bytes, &manifest);

        let Header { block_size, identity } = header;
        let runs =
            |section: &SectionEntry| section.runs.iter().map(|run| RunBlocks::new(*run)).collect();
        let tables = manifest.sections.iter().flat_map(|section| &section.runs);
        room.granted(path, "block tables", tables.map(RunBlocks::bytes).sum())?;
        let blocks = manifest.sections.iter().map(runs).collect();
        let cache = Cache::new(cache, largest_block(&manifest, block_size));
        let path = path.to_owned();
        let file = OpenFile {
            path,
            reader,
            identity,
            block_size,
            manifest,
            unknown_member,
            blocks,
            cache,
            room,
        };
        Ok(Database { file: Arc::new(file) })
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.file.path
    }

    /// Returns the file's length in bytes.
    pub fn bytes(&self) -> u64 {
        self.file.reader.len()
    }

    /// Fills `buffer` with the bytes of the file from `offset` on, as they are stored: for a
    /// [`FileCopy`](crate::FileCopy).
    ///
    /// # Errors
    /// Environment errors, among them that the file ends before.
    pub fn stored_bytes(&self, offset: u64, buffer: &mut [u8]) -> Result<(), Error> {
        let read = self.file.reader.read_at(buffer, offset);
        read.map_err(|error| Error::io("read", self.path(), error))
    }

    /// Returns the block size in decoded bytes.
    pub fn block_size(&self) -> u32 {
        self.file.block_size
    }

    /// Returns the file's manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.file.manifest
    }

    /// Returns the first member of the directory, as `sections[0].colour`, that this version of the
    /// program does not know, and so cannot vouch for. The file can still be read.
    pub fn unknown_member(&self) -> Option<&str> {
        self.file.unknown_member.as_deref()
    }

    /// Returns the manifest's number of positions of all parts.
    pub fn positions(&self) -> u64 {
        let parts = self.manifest().account.parts.iter();
        parts.map(|part| part.positions).fold(0, u64::saturating_add)
    }

    /// Returns the table of a name.
    ///
    /// # Errors
    /// [`Error::NoSection`] if there is none.
    pub fn table(&self, name: &str) -> Result<Table, Error> {
        self.find(name, "table", Table::new)
    }

    /// Returns the table of a name, as records of one type.
    ///
    /// # Errors
    /// [`Error::NoSection`] if there is none; [`Error::OtherColumns`] if it holds other records.
    pub fn records<R: Record>(&self, name: &str) -> Result<TypedTable<R>, Error> {
        TypedTable::new(self.table(name)?)
    }

    /// Returns the stream of a name.
    ///
    /// # Errors
    /// [`Error::NoSection`] if there is none.
    pub fn stream(&self, name: &str) -> Result<Stream, Error> {
        self.find(name, "stream", Stream::new)
    }

    /// Reads a whole stream, such as an index stores.
    ///
    /// # Errors
    /// [`Error::NoSection`] if there is none; [`Error::Memory`] if it would take too much;
    /// [`Error::Damaged`]; environment errors.
    pub fn section(&self, name: &str) -> Result<Section, Error> {
        let stream = self.stream(name)?;
        self.may_hold(name, stream.bytes_in_memory())?;
        let mut entries = Vec::new();
        stream.for_each(|_, entry| entries.push(entry.to_vec()))?;
        Ok(Section { name: name.to_owned(), entries })
    }

    /// Checks that memory may be taken because a section's numbers require it: as much as is
    /// allowed.
    ///
    /// # Errors
    /// [`Error::Memory`] if not.
    pub fn may_take(&self, section: &str, bytes: u64) -> Result<(), Error> {
        self.file.room.granted(self.path(), section, bytes)
    }

    /// Checks that a section's contents may be kept in memory: as much as is allowed, and no more
    /// than a file of this length can hold.
    ///
    /// # Errors
    /// [`Error::Memory`] if not.
    pub fn may_hold(&self, section: &str, bytes: u64) -> Result<(), Error> {
        self.file.room.held(self.path(), section, bytes)
    }

    /// Returns a section of a kind.
    fn find<T>(
        &self,
        name: &str,
        kind: &'static str,
        open: impl FnOnce(&Arc<OpenFile>, usize) -> Option<T>,
    ) -> Result<T, Error> {
        let found = self.manifest().section(name).and_then(|(number, _)| open(&self.file, number));
        let (path, section) = (self.path().to_owned(), name.to_owned());
        found.ok_or(Error::NoSection { path, section, kind })
    }
}
