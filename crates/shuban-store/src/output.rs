//! The file under the writer: gathers bytes into large writes, compresses and counts blocks.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::block_table::TableBuilder;
use crate::cache::CacheSize;
use crate::database::Database;
use crate::encode::BlockCompressor;
use crate::error::Error;
use crate::filesystem::{FileSystem, WriteFile};
use crate::format::Identity;
use crate::manifest::RunEntry;

/// Bytes are written to the file system in pieces of about this size.
const GATHERED: usize = 256 << 10;

/// A file that is being written under a temporary name. It is removed if it is dropped before
/// [`Output::publish`] is done.
pub(crate) struct Output {
    files: Arc<dyn FileSystem>,
    path: PathBuf,
    partial: PathBuf,
    file: Option<Box<dyn WriteFile>>,
    pending: Vec<u8>,
    written: u64,
    compressor: BlockCompressor,
}

impl Output {
    pub(crate) fn create(
        files: Arc<dyn FileSystem>,
        path: &Path,
        compression: Option<i32>,
    ) -> Result<Self, Error> {
        let compressor = BlockCompressor::new(compression);
        let compressor = compressor.map_err(|error| Error::io("set up zstd for", path, error))?;
        let mut partial = path.as_os_str().to_owned();
        partial.push(".partial");
        let partial = PathBuf::from(partial);
        if let Some(folder) = path.parent() {
            files
                .create_dir_all(folder)
                .map_err(|error| Error::io("create folder", folder, error))?;
        }
        let file = files.create(&partial).map_err(|error| Error::io("create", &partial, error))?;
        let path = path.to_owned();
        Ok(Output {
            files,
            path,
            partial,
            file: Some(file),
            pending: Vec::new(),
            written: 0,
            compressor,
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The offset in the file of the next byte.
    pub(crate) fn offset(&self) -> u64 {
        self.written + self.pending.len() as u64
    }

    pub(crate) fn append(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.pending.extend_from_slice(bytes);
        if self.pending.len() >= GATHERED { self.flush() } else { Ok(()) }
    }

    /// Stores a block at the end of the file.
    pub(crate) fn append_block(
        &mut self,
        run: &mut RunBuilder,
        decoded: &[u8],
    ) -> Result<(), Error> {
        let stored = self.compressor.stored(decoded);
        let (is_compressed, stored) =
            stored.map_err(|error| Error::io("compress a block for", &self.path, error))?;
        run.table.push(is_compressed, stored);
        self.pending.extend_from_slice(stored);
        if self.pending.len() >= GATHERED { self.flush() } else { Ok(()) }
    }

    /// Stores a block that was compressed elsewhere, or that stays raw.
    pub(crate) fn append_stored(
        &mut self,
        run: &mut RunBuilder,
        is_compressed: bool,
        stored: &[u8],
    ) -> Result<(), Error> {
        run.table.push(is_compressed, stored);
        self.append(stored)
    }

    /// Stores a block of a run that must wait until another run of the same section ends.
    pub(crate) fn hold_block(&mut self, run: &mut RunBuilder, decoded: &[u8]) -> Result<(), Error> {
        let stored = self.compressor.stored(decoded);
        let (is_compressed, stored) =
            stored.map_err(|error| Error::io("compress a block for", &self.path, error))?;
        run.table.push(is_compressed, stored);
        run.held.extend_from_slice(stored);
        Ok(())
    }

    /// Ends a run: writes the blocks that waited, then the block table.
    pub(crate) fn finish_run(&mut self, run: RunBuilder) -> Result<RunEntry, Error> {
        self.append(&run.held)?;
        let table = self.offset();
        let entry =
            RunEntry { blocks: run.table.blocks(), start: table - run.table.stored(), table };
        self.append(&run.table.finish())?;
        Ok(entry)
    }

    fn flush(&mut self) -> Result<(), Error> {
        // The file is only taken by `publish`, which takes the output too.
        if let Some(file) = &mut self.file {
            file.append(&self.pending).map_err(|error| Error::io("write", &self.partial, error))?;
        }
        self.written += self.pending.len() as u64;
        self.pending.clear();
        Ok(())
    }

    /// Syncs all bytes, reads them back, renames the file, then syncs the name. Returns the file's
    /// length.
    pub(crate) fn publish(
        mut self,
        content_hash: &str,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<u64, Error> {
        self.flush()?;
        if let Some(mut file) = self.file.take() {
            file.sync().map_err(|error| Error::io("sync", &self.partial, error))?;
        }
        self.read_back(content_hash, progress)?;
        let renamed = self.files.rename(&self.partial, &self.path);
        renamed.map_err(|error| Error::io("rename into place", &self.path, error))?;
        // There is no temporary file left to remove.
        self.partial = PathBuf::new();
        if let Some(folder) = self.path.parent() {
            self.files.sync_dir(folder).map_err(|error| Error::io("sync folder", folder, error))?;
        }
        Ok(self.written)
    }

    /// Checks that the disk returns what was written.
    fn read_back(
        &self,
        content_hash: &str,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<(), Error> {
        let opened = Database::open_with(&*self.files, &self.partial, CacheSize(0));
        let database = opened.map_err(|error| match error {
            // A database was written, so if it does not open as one, it is damaged.
            Error::Foreign { path, reason } => Error::damaged(&path, "header", None, reason),
            other => other,
        })?;
        database.check(progress)?;
        let found = &database.manifest().content_hash;
        if found != content_hash {
            let reason = format!("the content hash is {found}, and {content_hash} was written");
            return Err(Error::damaged(&self.partial, "directory", None, reason));
        }
        Ok(())
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        self.file = None;
        if !self.partial.as_os_str().is_empty() {
            // Best effort: a failed build reports its own error, and the next one overwrites the
            // file.
            let _ = self.files.remove(&self.partial);
        }
    }
}

/// A run of blocks on its way to the file.
pub(crate) struct RunBuilder {
    table: TableBuilder,
    held: Vec<u8>,
}

impl RunBuilder {
    pub(crate) fn new(identity: Identity, section: u32, run: u32) -> Self {
        RunBuilder { table: TableBuilder::new(identity, section, run), held: Vec::new() }
    }
}
