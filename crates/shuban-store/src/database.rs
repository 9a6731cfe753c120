//! Opening a file.

use std::path::Path;
use std::sync::Arc;

use serde_json::Value as Json;
use shuban_core::{Record, Section};

use crate::block_table::table_len;
use crate::cache::{Cache, CacheSize};
use crate::error::Error;
use crate::filesystem::FileSystem;
use crate::format::{
    FORMAT_VERSION, HEADER_LEN, Header, TRAILER_LEN, Trailer, directory_checksum, identity,
};
use crate::layout::{OFFSET_BITS, check_columns, records_per_block};
use crate::manifest::{Manifest, RunEntry, SectionEntry, SectionKind};
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
        let header = Header::from_bytes(path, &bytes)?;

        if len < (HEADER_LEN + TRAILER_LEN) as u64 {
            let reason = format!("truncated: the file ends after {len} bytes");
            return Err(Error::damaged(path, "trailer", None, reason));
        }
        let mut bytes = [0; TRAILER_LEN];
        read(&mut bytes, len - TRAILER_LEN as u64)?;
        let trailer = Trailer::from_bytes(path, &header.identity, &bytes, len)?;

        let room = Room::new(files.memory(), len);
        room.granted(path, "directory", trailer.directory_len.saturating_mul(PARSED))?;
        let mut bytes = vec![0; trailer.directory_len as usize];
        read(&mut bytes, trailer.directory_offset)?;
        let manifest = read_directory(&header, &trailer, &bytes)
            .map_err(|reason| Error::damaged(path, "directory", None, reason))?;
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

/// Returns the largest size of a decoded block in any section.
fn largest_block(manifest: &Manifest, block_size: u32) -> usize {
    let records = manifest.sections.iter().filter_map(|section| match &section.kind {
        SectionKind::Table { columns, .. } => {
            Some(columns.iter().map(|column| usize::from(column.bits).div_ceil(8)).sum())
        }
        SectionKind::Stream { .. } | SectionKind::Unknown => None,
    });
    // A record that is larger than a block gets a block of its own.
    records.chain([block_size as usize]).max().unwrap_or_default()
}

/// Reads the directory, and checks that sections fill the file without a gap.
fn read_directory(header: &Header, trailer: &Trailer, bytes: &[u8]) -> Result<Manifest, String> {
    let (expected, found) =
        (directory_checksum(&header.identity, bytes), trailer.directory_checksum);
    if expected != found {
        return Err(format!("checksum {expected:016x}, expected {found:016x}"));
    }
    let manifest: Manifest = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    if manifest.format != FORMAT_VERSION {
        return Err(format!("format {}, expected {FORMAT_VERSION}", manifest.format));
    }
    if identity(&manifest.subject.domain, &manifest.subject.parameters) != header.identity {
        return Err("its domain and parameters are not those of the header's identity".to_owned());
    }
    let mut end = HEADER_LEN as u64;
    for section in &manifest.sections {
        let wrong = |reason: &str| format!("section `{}`: {reason}", section.name);
        check_shape(section, header.block_size).map_err(|reason| wrong(&reason))?;
        for run in &section.runs {
            end = end_of_run(run, end, trailer.directory_offset).ok_or_else(|| {
                wrong(&format!("{run:?} does not lie between {end} and the directory"))
            })?;
        }
    }
    if end != trailer.directory_offset {
        let start = trailer.directory_offset;
        return Err(format!("the sections end at {end}, and the directory starts at {start}"));
    }
    let mut names: Vec<&str> =
        manifest.sections.iter().map(|section| section.name.as_str()).collect();
    names.sort_unstable();
    if let Some(twice) = names.windows(2).find(|names| names[0] == names[1]) {
        return Err(format!("two sections `{}`", twice[0]));
    }
    Ok(manifest)
}

/// Returns the first member of a directory that is not in the manifest that was read from it.
fn unknown_member(bytes: &[u8], manifest: &Manifest) -> Option<String> {
    let document: Json = serde_json::from_slice(bytes).ok()?;
    first_beyond(&document, &serde_json::to_value(manifest).ok()?, "")
}

/// Returns the place of the first member of a document that is not in another one.
fn first_beyond(document: &Json, known: &Json, place: &str) -> Option<String> {
    match (document, known) {
        (Json::Object(document), Json::Object(known)) => {
            document.iter().find_map(|(name, value)| {
                let place = if place.is_empty() { name.clone() } else { format!("{place}.{name}") };
                match known.get(name) {
                    Some(known) => first_beyond(value, known, &place),
                    // The default of a missing member, written out.
                    None if name == "fraction_bits" && value.as_u64() == Some(0) => None,
                    None => Some(place),
                }
            })
        }
        (Json::Array(document), Json::Array(known)) => (document.iter().zip(known).enumerate())
            .find_map(|(at, (value, known))| first_beyond(value, known, &format!("{place}[{at}]"))),
        _ => None,
    }
}

/// Returns the end of a run that starts at `start`, as long as that is not beyond `limit`.
fn end_of_run(run: &RunEntry, start: u64, limit: u64) -> Option<u64> {
    let end = run.table.checked_add(table_len(run.blocks)?)?;
    (run.start == start && run.table >= start && end <= limit).then_some(end)
}

/// Returns true if a section has the runs and blocks that its kind must have.
fn check_shape(section: &SectionEntry, block_size: u32) -> Result<(), String> {
    let expected = match &section.kind {
        SectionKind::Table { rows, columns } => {
            check_columns(columns)?;
            let per_block = records_per_block(columns.iter().map(|column| column.bits), block_size);
            vec![rows.div_ceil(per_block)]
        }
        SectionKind::Stream { entries, bytes } => {
            let offsets = entries.checked_add(1).ok_or("too many entries")?;
            let per_block = records_per_block([OFFSET_BITS].into_iter(), block_size);
            vec![bytes.div_ceil(u64::from(block_size)), offsets.div_ceil(per_block)]
        }
        SectionKind::Unknown => return Ok(()),
    };
    let found: Vec<u64> = section.runs.iter().map(|run| run.blocks).collect();
    if found == expected {
        Ok(())
    } else {
        Err(format!("runs of {found:?} blocks, expected {expected:?}"))
    }
}
