//! A check of every byte of a file.

use crate::content::{SectionHasher, content_hash};
use crate::database::Database;
use crate::error::Error;
use crate::run::Run;
use shuban_probe::container::{PIECE_BLOCKS, SectionEntry, SectionKind, Subject};

impl Database {
    /// Reads every block, compares its checksum, and recomputes the content hash from the decoded
    /// values. `progress` gets the number of stored bytes done and their total.
    ///
    /// # Errors
    /// [`Error::Damaged`] for the first damage; environment errors.
    pub fn check(&self, progress: &mut dyn FnMut(u64, u64)) -> Result<(), Error> {
        let all = self.check_while(&mut |done, total| {
            progress(done, total);
            true
        });
        all.map(drop)
    }

    /// Checks as [`check`](Database::check) does, as long as `goes_on` returns true; returns false
    /// if it did not.
    ///
    /// # Errors
    /// As of [`check`](Database::check).
    pub fn check_while(&self, goes_on: &mut dyn FnMut(u64, u64) -> bool) -> Result<bool, Error> {
        match self.checked(goes_on) {
            Ok(()) => Ok(true),
            Err(Halt::Stopped) => Ok(false),
            Err(Halt::Failed(error)) => Err(error),
        }
    }

    fn checked(&self, goes_on: &mut dyn FnMut(u64, u64) -> bool) -> Result<(), Halt> {
        let mut progress = |done, total| match goes_on(done, total) {
            true => Ok(()),
            false => Err(Halt::Stopped),
        };
        let sections = &self.manifest().sections;
        let stored = |section| self.file.runs(section).map(Run::stored).sum::<u64>();
        let total = (0..sections.len()).map(stored).sum();
        let mut done = 0;
        for (number, section) in sections.iter().enumerate() {
            self.file.runs(number).try_for_each(check_block_table)?;
            let before = done;
            let stored = stored(number);
            let hash = self.section_hash(number, section, &mut |within| {
                progress(before + within.min(stored), total)
            })?;
            done += stored;
            progress(done, total)?;
            if let Some(hash) = hash.filter(|hash| *hash != section.hash) {
                let reason = format!("its values' hash is {hash}, expected {}", section.hash);
                return Err(Error::damaged(self.path(), &section.name, None, reason).into());
            }
        }
        let Subject { domain, parameters, .. } = &self.manifest().subject;
        let found =
            content_hash(domain, parameters, sections.iter().map(|section| section.hash.as_str()));
        let expected = &self.manifest().content_hash;
        if found != *expected {
            let reason = format!("the content hash is {found}, expected {expected}");
            return Err(Error::damaged(self.path(), "directory", None, reason).into());
        }
        Ok(())
    }

    /// Returns the hash of a section's decoded content; for an unknown kind, `None` after all its
    /// blocks were checked.
    fn section_hash(
        &self,
        number: usize,
        section: &SectionEntry,
        progress: &mut dyn FnMut(u64) -> Result<(), Halt>,
    ) -> Result<Option<String>, Halt> {
        // Compressed blocks differ in length, so progress counts decoded bytes.
        let stored = self.file.runs(number).map(Run::stored).sum::<u64>() as f64;
        let mut tell =
            |done: u64, all: u64| progress((stored * done as f64 / all.max(1) as f64) as u64);
        match &section.kind {
            SectionKind::Table { rows, columns } => {
                let mut hasher = SectionHasher::table(&section.name, columns);
                let table = self.table(&section.name)?;
                table.try_for_each_chunk(0..*rows, |chunk| {
                    // Whole blocks: every column begins at its stride.
                    hasher.records(columns, chunk.values(), chunk.len(), chunk.len());
                    tell(hasher.count(), *rows)
                })?;
                Ok(Some(hasher.finish()))
            }
            SectionKind::Stream { entries, .. } => {
                let mut hasher = SectionHasher::stream(&section.name);
                self.stream(&section.name)?.try_for_each(|_, entry| {
                    hasher.entry(entry);
                    match hasher.count().is_multiple_of(256) {
                        true => tell(hasher.count(), *entries),
                        false => Ok(()),
                    }
                })?;
                Ok(Some(hasher.finish()))
            }
            SectionKind::Unknown => {
                for run in self.file.runs(number) {
                    (0..run.blocks()).try_for_each(|block| run.check(block))?;
                }
                Ok(None)
            }
        }
    }
}

/// Reason why a check ends early.
enum Halt {
    Failed(Error),
    Stopped,
}

impl From<Error> for Halt {
    fn from(error: Error) -> Self {
        Halt::Failed(error)
    }
}

/// Pieces of a block table that are fetched at once from a file that is far away: about a megabyte.
const AT_ONCE: u64 = 1024;

/// Reads a run's block table again, and checks that its blocks leave no gap.
fn check_block_table(run: Run<'_>) -> Result<(), Error> {
    let mut end = 0;
    let pieces = run.blocks().div_ceil(PIECE_BLOCKS);
    for number in 0..pieces {
        if run.is_far() && number.is_multiple_of(AT_ONCE) {
            run.expect_pieces(number..pieces.min(number + AT_ONCE));
        }
        let piece = run.read_piece(number)?;
        for block in number * PIECE_BLOCKS..run.blocks().min((number + 1) * PIECE_BLOCKS) {
            let entry = piece.entry(block);
            if entry.offset != end {
                let reason = format!("begins at {} of its run, expected {end}", entry.offset);
                return Err(run.damaged(Some(block), reason));
            }
            end += u64::from(entry.stored_len());
        }
    }
    if end != run.stored() {
        let reason = format!("its blocks end after {end} of {} bytes", run.stored());
        return Err(run.damaged(None, reason));
    }
    Ok(())
}
