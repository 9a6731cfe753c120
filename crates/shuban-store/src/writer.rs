//! Writing of a database file, section by section.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use shuban_core::Section;
use shuban_probe::container::{
    Account, BLOCK_SIZES, ColumnEntry, DEFAULT_BLOCK_SIZE, FORMAT_VERSION, Header, Manifest,
    Subject, Trailer, check_columns, directory_checksum,
};

use crate::cache::CacheSize;
use crate::content::content_hash;
use crate::database::Database;
use crate::error::Error;
use crate::filesystem::FileSystem;
use crate::identity::identity;
use crate::output::Output;
use crate::stream_writer::StreamWriter;
use crate::table_writer::TableWriter;

/// Options of writing. They do not change the content hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The block size in decoded bytes, one of [`BLOCK_SIZES`](crate::BLOCK_SIZES). 4096 by
    /// default; 1024 halves the time of a random probe and costs some percent of space.
    pub block_size: u32,
    /// The zstd level, 3 by default; `None` stores every block raw: larger, fastest to write and
    /// probe.
    pub compression: Option<i32>,
}

impl Default for Options {
    fn default() -> Self {
        Options { block_size: DEFAULT_BLOCK_SIZE, compression: Some(3) }
    }
}

impl Options {
    /// Returns options that keep every block raw.
    pub fn raw() -> Self {
        Options { compression: None, ..Options::default() }
    }
}

/// A published file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// Its path.
    pub path: PathBuf,
    /// Its length.
    pub bytes: u64,
    /// The hash of its decoded content, in hex.
    pub content_hash: String,
}

/// A writer of a database file under a temporary name, which is renamed when it is complete.
///
/// Until [`publish`](Writer::publish) is done, an existing file stays as it is; a writer that is
/// dropped before removes its file. Two writers for one path at the same time would overwrite each
/// other: take the [`lock`](crate::lock) first.
///
/// Memory: a few blocks, 12 bytes for each block of a table written so far, and the offsets of the
/// stream being written, compressed.
pub struct Writer {
    output: Output,
    subject: Subject,
}

impl Writer {
    /// Begins the file at `path`, creating its folder if necessary.
    ///
    /// # Errors
    /// [`Error::Misuse`] for options outside their range; environment errors.
    pub fn create(
        files: Arc<dyn FileSystem>,
        path: &Path,
        subject: Subject,
        options: Options,
    ) -> Result<Self, Error> {
        let Options { block_size, compression } = options;
        if !BLOCK_SIZES.contains(&block_size) {
            let reason = format!("block size {block_size}, not in {BLOCK_SIZES:?}");
            return Err(Error::misuse("block_size", reason));
        }
        let levels = zstd::compression_level_range();
        if let Some(level) = compression.filter(|level| !levels.contains(level)) {
            let reason = format!("zstd level {level}, not in {levels:?}");
            return Err(Error::misuse("compression", reason));
        }
        let identity = identity(&subject.domain, &subject.parameters);
        let mut output = Output::create(files, path, identity, block_size, compression)?;
        output.append(&Header { block_size, identity }.to_bytes())?;
        Ok(Writer { output, subject })
    }

    /// Begins a table of exactly `rows` records.
    ///
    /// # Errors
    /// [`Error::Misuse`] if the name is taken, if the last section is not finished, or if there are
    /// no columns, too many columns, columns with equal names, or columns of an impossible width.
    pub fn table<C: Into<ColumnEntry>>(
        &mut self,
        name: &str,
        columns: impl IntoIterator<Item = C>,
        rows: u64,
    ) -> Result<TableWriter<'_>, Error> {
        let columns: Vec<ColumnEntry> = columns.into_iter().map(Into::into).collect();
        check_columns(&columns).map_err(|reason| Error::misuse(name, reason))?;
        self.output.begin_section(name)?;
        Ok(TableWriter::new(&mut self.output, name, columns, rows))
    }

    /// Begins a stream.
    ///
    /// # Errors
    /// [`Error::Misuse`] if the name is taken or the last section is not finished.
    pub fn stream(&mut self, name: &str) -> Result<StreamWriter<'_>, Error> {
        self.output.begin_section(name)?;
        Ok(StreamWriter::new(&mut self.output, name))
    }

    /// Writes a whole stream, such as an index stores.
    ///
    /// # Errors
    /// As [`stream`](Writer::stream); environment errors.
    pub fn section(&mut self, section: &Section) -> Result<(), Error> {
        let mut stream = self.stream(&section.name)?;
        for entry in &section.entries {
            stream.push(entry)?;
        }
        stream.finish()
    }

    /// Writes the directory, syncs everything, reads every byte back, and renames the file into
    /// place.
    ///
    /// If the folder cannot be synced at the very end, that is an error although the file is in
    /// place and whole: a power cut might bring the earlier file back.
    ///
    /// # Errors
    /// [`Error::Misuse`] if the last section is not finished; [`Error::Damaged`] if the disk does
    /// not return the written bytes; environment errors.
    pub fn publish(self, account: Account) -> Result<Published, Error> {
        self.publish_with(account, &mut |_, _| ())
    }

    /// Does the same as [`publish`](Writer::publish); `progress` gets the number of stored bytes
    /// read back and their total.
    ///
    /// # Errors
    /// As [`publish`](Writer::publish).
    pub fn publish_with(
        mut self,
        account: Account,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Published, Error> {
        self.output.check_finished("the file is published")?;
        let Subject { domain, parameters, .. } = &self.subject;
        let sections = std::mem::take(&mut self.output.sections);
        let hashes = sections.iter().map(|section| section.hash.as_str());
        let content_hash = content_hash(domain, parameters, hashes);
        let manifest = Manifest {
            format: FORMAT_VERSION,
            subject: self.subject,
            account,
            content_hash: content_hash.clone(),
            sections,
        };
        let path = self.output.path().to_owned();
        let mut directory = serde_json::to_vec_pretty(&manifest)
            .map_err(|error| Error::io("write the directory of", &path, error.into()))?;
        directory.push(b'\n');
        let identity = self.output.identity;
        let trailer = Trailer {
            directory_offset: self.output.offset(),
            directory_len: directory.len() as u64,
            directory_checksum: directory_checksum(&identity, &directory),
        };
        self.output.append(&directory)?;
        self.output.append(&trailer.to_bytes(&identity))?;
        let bytes = self
            .output
            .publish(|files, partial| read_back(files, partial, &content_hash, progress))?;
        Ok(Published { path, bytes, content_hash })
    }
}

/// Checks that the disk returns the written bytes.
pub(crate) fn read_back(
    files: &dyn FileSystem,
    path: &Path,
    content_hash: &str,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), Error> {
    let opened = Database::open_with(files, path, CacheSize(0));
    let database = opened.map_err(|error| match error {
        // A database was written, so if it does not open as one, it is damaged.
        Error::Foreign { path, reason } => Error::damaged(&path, "header", None, reason),
        other => other,
    })?;
    database.check(progress)?;
    let found = &database.manifest().content_hash;
    if found != content_hash {
        let reason = format!("the content hash is {found}, and {content_hash} was written");
        return Err(Error::damaged(path, "directory", None, reason));
    }
    Ok(())
}
