//! The file under the writer: gathers bytes into large writes, compresses and counts blocks.

use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::block_table_writer::TableBuilder;
use crate::encode::BlockCompressor;
use crate::error::Error;
use crate::filesystem::FileSystem;
use crate::partial::Partial;
use shuban_probe::container::{Identity, RunEntry, SectionEntry, SectionKind};

/// Approximate size of the pieces in which bytes are written to the file system.
const GATHERED: usize = 256 << 10;

/// A file that is being written.
pub(crate) struct Output {
    file: Partial,
    pending: Vec<u8>,
    written: u64,
    compressor: BlockCompressor,
    pub(crate) compression: Option<i32>,
    pub(crate) identity: Identity,
    pub(crate) block_size: u32,
    pub(crate) sections: Vec<SectionEntry>,
    /// The last section begun, until it is finished.
    open: Option<String>,
}

impl Output {
    pub(crate) fn create(
        files: Arc<dyn FileSystem>,
        path: &Path,
        identity: Identity,
        block_size: u32,
        compression: Option<i32>,
    ) -> Result<Self, Error> {
        Ok(Output {
            file: Partial::create(files, path)?,
            pending: Vec::new(),
            written: 0,
            compressor: BlockCompressor::new(compression),
            compression,
            identity,
            block_size,
            sections: Vec::new(),
            open: None,
        })
    }

    /// Checks that no section is open.
    pub(crate) fn check_finished(&self, before: &str) -> Result<(), Error> {
        let unfinished = |open| Error::misuse(open, format!("it must be finished before {before}"));
        self.open.as_ref().map_or(Ok(()), |open| Err(unfinished(open)))
    }

    pub(crate) fn begin_section(&mut self, name: &str) -> Result<(), Error> {
        self.check_finished("anything follows")?;
        if name.is_empty() || self.sections.iter().any(|section| section.name == name) {
            return Err(Error::misuse(name, "a section's name must be its own"));
        }
        self.open = Some(name.to_owned());
        Ok(())
    }

    /// Returns a builder of a run of the open section.
    pub(crate) fn begin_run(&self, run: u32) -> RunBuilder {
        let table = TableBuilder::new(self.identity, self.sections.len() as u32, run);
        RunBuilder { table, held: Vec::new() }
    }

    pub(crate) fn end_section(
        &mut self,
        name: String,
        kind: SectionKind,
        hash: String,
        runs: Vec<RunBuilder>,
    ) -> Result<(), Error> {
        let runs = runs.into_iter().map(|run| self.finish_run(run)).collect::<Result<_, _>>()?;
        self.sections.push(SectionEntry { name, kind, hash, runs });
        self.open = None;
        Ok(())
    }

    pub(crate) fn path(&self) -> &Path {
        self.file.path()
    }

    /// Returns the offset in the file of the next byte.
    pub(crate) fn offset(&self) -> u64 {
        self.written + self.pending.len() as u64
    }

    pub(crate) fn append(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.pending.extend_from_slice(bytes);
        if self.pending.len() >= GATHERED { self.flush() } else { Ok(()) }
    }

    /// Writes a block at the end of the file.
    pub(crate) fn append_block(
        &mut self,
        run: &mut RunBuilder,
        decoded: &[u8],
    ) -> Result<(), Error> {
        push_block(&mut run.table, &mut self.compressor, decoded, &mut self.pending)
            .map_err(|error| Error::io("compress a block for", self.file.path(), error))?;
        self.append(&[])
    }

    /// Writes a block that was compressed elsewhere, or that stays raw.
    pub(crate) fn append_stored(
        &mut self,
        run: &mut RunBuilder,
        is_compressed: bool,
        stored: &[u8],
    ) -> Result<(), Error> {
        run.table.push(is_compressed, stored);
        self.append(stored)
    }

    /// Holds back a block of a run that must wait until another run of the same section ends.
    pub(crate) fn hold_block(&mut self, run: &mut RunBuilder, decoded: &[u8]) -> Result<(), Error> {
        push_block(&mut run.table, &mut self.compressor, decoded, &mut run.held)
            .map_err(|error| Error::io("compress a block for", self.file.path(), error))
    }

    /// Ends a run: writes the blocks that waited, then the block table.
    fn finish_run(&mut self, run: RunBuilder) -> Result<RunEntry, Error> {
        self.append(&run.held)?;
        let table = self.offset();
        let entry =
            RunEntry { blocks: run.table.blocks(), start: table - run.table.stored(), table };
        self.append(&run.table.finish())?;
        Ok(entry)
    }

    fn flush(&mut self) -> Result<(), Error> {
        self.file.append(&self.pending)?;
        self.written += self.pending.len() as u64;
        self.pending.clear();
        Ok(())
    }

    /// Puts the file in its [place](Partial::publish); returns its length.
    pub(crate) fn publish(
        mut self,
        check: impl FnOnce(&dyn FileSystem, &Path) -> Result<(), Error>,
    ) -> Result<u64, Error> {
        self.flush()?;
        self.file.publish(check)?;
        Ok(self.written)
    }
}

/// A builder of a run of blocks.
pub(crate) struct RunBuilder {
    table: TableBuilder,
    held: Vec<u8>,
}

/// Appends a block, compressed, to `stored`, and to its run's table.
fn push_block(
    table: &mut TableBuilder,
    compressor: &mut BlockCompressor,
    decoded: &[u8],
    stored: &mut Vec<u8>,
) -> io::Result<()> {
    let (is_compressed, block) = compressor.stored(decoded)?;
    table.push(is_compressed, block);
    stored.extend_from_slice(block);
    Ok(())
}
