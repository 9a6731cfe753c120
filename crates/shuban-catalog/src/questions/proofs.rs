//! Proof files of games in the catalog.

use std::path::{Path, PathBuf};

use shuban_core::Progress;
use shuban_store::{Database, Disk, UnfitFile};

use crate::any_proof::{AnyProof, WrittenProof};
use crate::catalog::Catalog;
use crate::error::Error;

/// Opens a file that the caller names.
fn opened(path: &Path, memory: u64) -> Result<Database, Error> {
    match Database::open(&Disk { memory }, path) {
        Err(shuban_store::Error::Io { path, source, .. }) if UnfitFile::is_reason_of(&source) => {
            Err(Error::Io { path, source })
        }
        opened => Ok(opened?),
    }
}

impl Catalog {
    /// Opens a proof file of one of the games. Its index takes no more memory than is granted.
    ///
    /// # Errors
    /// [`Error`]: it cannot be read, or is not a proof of a game that has proof search.
    pub fn open_proof(&self, path: &Path, memory: u64) -> Result<Box<dyn AnyProof + '_>, Error> {
        let database = opened(path, memory)?;
        let game = &database.manifest().subject.game;
        match self.proofs_of(game) {
            Some(proofs) => proofs.proof(database),
            None => {
                let reason = format!("{}: it is no proof of a game here", path.display());
                Err(Error::refused("no-proof-file", reason))
            }
        }
    }

    /// Joins several proofs of one claim into one: of the root of the first, or of a position from
    /// which play reaches their roots, or positions that they answer, within a few plies. Reading
    /// them takes no more memory than is granted.
    ///
    /// # Errors
    /// [`Error`]: a file is not a proof of a game here; they do not make one proof; a root is not a
    /// position.
    pub fn join_proofs(
        &self,
        proofs: &[PathBuf],
        root: Option<&str>,
        file: &Path,
        memory: u64,
        progress: &dyn Progress,
    ) -> Result<WrittenProof, Error> {
        let open = |path: &PathBuf| opened(path, memory);
        let opened: Vec<Database> = proofs.iter().map(open).collect::<Result<_, _>>()?;
        let name = opened.first().map(|first| &first.manifest().subject.game);
        match name.and_then(|name| self.proofs_of(name)) {
            Some(proofs) => proofs.join(&opened, root, file, progress),
            None => Err(Error::refused("no-proof-file", "these are no proofs of a game here")),
        }
    }
}
