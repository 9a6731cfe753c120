//! Writes a database file, section by section.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use shuban_core::Section;

use crate::content::content_hash;
use crate::error::Error;
use crate::filesystem::FileSystem;
use crate::format::{
    BLOCK_SIZES, DEFAULT_BLOCK_SIZE, FORMAT_VERSION, Header, Identity, Trailer, directory_checksum,
    identity,
};
use crate::manifest::{Account, ColumnEntry, Manifest, SectionEntry, SectionKind, Subject};
use crate::output::{Output, RunBuilder};
use crate::stream_writer::StreamWriter;
use crate::table_writer::TableWriter;

/// How a file is stored. These options do not change the content hash.
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
    /// Every block raw.
    pub fn raw() -> Self {
        Options { compression: None, ..Options::default() }
    }
}

/// A file that was published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// Where it is.
    pub path: PathBuf,
    /// Its length.
    pub bytes: u64,
    /// The hash of its decoded content, in hex.
    pub content_hash: String,
}

/// Writes a database file under a temporary name, and renames it when it is whole.
///
/// Until [`publish`](Writer::publish) is done, an existing file stays as it is; a writer that is
/// dropped before removes what it wrote. Two writers for one path at once would overwrite each
/// other: take the [`lock`](crate::lock) first.
///
/// Memory: a few blocks, 12 bytes for each block of a table written so far, and the offsets of the
/// stream being written, compressed.
pub struct Writer {
    pub(crate) output: Output,
    pub(crate) identity: Identity,
    pub(crate) block_size: u32,
    pub(crate) compression: Option<i32>,
    subject: Subject,
    sections: Vec<SectionEntry>,
    /// The section that was begun last, until it is finished.
    open: Option<String>,
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
            return Err(Error::misuse(
                "block_size",
                format!("block size {block_size}, not in {BLOCK_SIZES:?}"),
            ));
        }
        let levels = zstd::compression_level_range();
        if let Some(level) = compression.filter(|level| !levels.contains(level)) {
            return Err(Error::misuse(
                "compression",
                format!("zstd level {level}, not in {levels:?}"),
            ));
        }
        let mut output = Output::create(files, path, compression)?;
        let identity = identity(&subject.domain, &subject.parameters);
        output.append(&Header { block_size, identity }.to_bytes())?;
        Ok(Writer {
            output,
            identity,
            block_size,
            compression,
            subject,
            sections: Vec::new(),
            open: None,
        })
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
        if let Err(reason) = crate::table::check_columns(&columns) {
            return Err(Error::misuse(name, reason));
        }
        self.begin(name)?;
        Ok(TableWriter::new(self, name, columns, rows))
    }

    /// Begins a stream.
    ///
    /// # Errors
    /// [`Error::Misuse`] if the name is taken or the last section is not finished.
    pub fn stream(&mut self, name: &str) -> Result<StreamWriter<'_>, Error> {
        self.begin(name)?;
        Ok(StreamWriter::new(self, name))
    }

    /// Writes a whole stream: what an index stores.
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

    fn begin(&mut self, name: &str) -> Result<(), Error> {
        if let Some(open) = &self.open {
            return Err(Error::misuse(open, "it must be finished before anything follows"));
        }
        if name.is_empty() || self.sections.iter().any(|section| section.name == name) {
            return Err(Error::misuse(name, "a section's name must be its own"));
        }
        self.open = Some(name.to_owned());
        Ok(())
    }

    /// A run of the section that was begun.
    pub(crate) fn begin_run(&self, run: u32) -> RunBuilder {
        RunBuilder::new(self.identity, self.sections.len() as u32, run)
    }

    /// Ends the section that was begun.
    pub(crate) fn end(
        &mut self,
        name: String,
        kind: SectionKind,
        hash: String,
        runs: Vec<RunBuilder>,
    ) -> Result<(), Error> {
        let runs =
            runs.into_iter().map(|run| self.output.finish_run(run)).collect::<Result<_, _>>()?;
        self.sections.push(SectionEntry { name, kind, hash, runs });
        self.open = None;
        Ok(())
    }

    /// Writes the directory, syncs everything, reads every byte back, and renames the file into
    /// place.
    ///
    /// If the folder cannot be synced at the very end, that is an error although the file is in
    /// place and whole: a power cut might bring the earlier file back.
    ///
    /// # Errors
    /// [`Error::Misuse`] if the last section is not finished; [`Error::Damaged`] if the disk does
    /// not return what was written; environment errors.
    pub fn publish(self, account: Account) -> Result<Published, Error> {
        self.publish_with(account, &mut |_, _| ())
    }

    /// As [`publish`](Writer::publish); `progress` gets the number of stored bytes read back and
    /// their total.
    ///
    /// # Errors
    /// As [`publish`](Writer::publish).
    pub fn publish_with(
        mut self,
        account: Account,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Published, Error> {
        if let Some(open) = &self.open {
            return Err(Error::misuse(open, "it must be finished before the file is published"));
        }
        let Subject { domain, parameters, .. } = &self.subject;
        let hashes = self.sections.iter().map(|section| section.hash.as_str());
        let content_hash = content_hash(domain, parameters, hashes);
        let manifest = Manifest {
            format: FORMAT_VERSION,
            subject: self.subject,
            account,
            content_hash: content_hash.clone(),
            sections: self.sections,
        };
        let path = self.output.path().to_owned();
        let mut directory = serde_json::to_vec_pretty(&manifest)
            .map_err(|error| Error::io("write the directory of", &path, error.into()))?;
        directory.push(b'\n');
        let trailer = Trailer {
            directory_offset: self.output.offset(),
            directory_len: directory.len() as u64,
            directory_checksum: directory_checksum(&self.identity, &directory),
        };
        self.output.append(&directory)?;
        self.output.append(&trailer.to_bytes(&self.identity))?;
        let bytes = self.output.publish(&content_hash, progress)?;
        Ok(Published { path, bytes, content_hash })
    }
}
