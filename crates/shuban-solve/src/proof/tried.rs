//! The searches of jobs that came to no answer, in a file beside a ledger.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use serde_json::json;
use shuban_answer::proof::ProofQuestion;
use shuban_store::{FileSystem, beside, replace_file};

use crate::error::Error;
use crate::ledger_file;

/// A search that came to no answer.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TriedRow {
    pub(super) position: String,
    pub(super) question: ProofQuestion,
    /// The position that the question was asked about.
    pub(super) root: String,
    /// The nodes that one process has searched, the one that has searched most.
    pub(super) nodes: u64,
    pub(super) proof_number: u32,
    pub(super) disproof_number: u32,
}

/// The rows by position and question.
pub(super) type Tried = FxHashMap<(String, ProofQuestion), TriedRow>;

/// Returns the row of each position with the most nodes.
pub(super) fn latest(rows: impl Iterator<Item = TriedRow>) -> Tried {
    let mut latest = Tried::default();
    for row in rows {
        let key = (row.position.clone(), row.question);
        if latest.get(&key).is_none_or(|known| known.nodes <= row.nodes) {
            latest.insert(key, row);
        }
    }
    latest
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Members {
    #[serde(rename = "ledger")]
    _version: u64,
    game: String,
    tried: Vec<TriedRow>,
}

/// A file of searches that came to no answer.
pub(super) struct TriedFile<'f> {
    files: &'f dyn FileSystem,
    path: PathBuf,
    /// The name of the game.
    game: String,
}

impl<'f> TriedFile<'f> {
    /// Names the file beside a ledger of a game.
    pub(super) fn of(files: &'f dyn FileSystem, ledger: &Path, game: String) -> Self {
        TriedFile { files, path: beside(ledger, ".tried"), game }
    }

    /// Returns the rows; none if there is no file.
    ///
    /// # Errors
    /// [`Error::Ledger`] if it is no such file, or of another game; [`Error::Store`].
    pub(super) fn rows(&self) -> Result<Vec<TriedRow>, Error> {
        let parse = |bytes: &[u8]| {
            let members: Members = ledger_file::members(bytes)?;
            match members.game == self.game {
                true => Ok(members.tried),
                false => Err(format!("it is of {}, not of {}", members.game, self.game)),
            }
        };
        Ok(ledger_file::read(self.files, &self.path, parse)?.unwrap_or_default())
    }

    /// Adds rows, to those that others may have added meanwhile.
    ///
    /// # Errors
    /// As of [`rows`](Self::rows).
    pub(super) fn add(&self, rows: &[TriedRow]) -> Result<(), Error> {
        if rows.is_empty() {
            return Ok(());
        }
        let _lock = ledger_file::wait_for_lock(self.files, &self.path)?;
        let all = latest(self.rows()?.into_iter().chain(rows.iter().cloned()));
        self.replace(all.into_values().collect())
    }

    /// Removes the rows of a question about a position, and the file if no others are left.
    ///
    /// # Errors
    /// As of [`rows`](Self::rows).
    pub(super) fn forget(&self, root: &str, question: ProofQuestion) -> Result<(), Error> {
        let lock = ledger_file::wait_for_lock(self.files, &self.path)?;
        let mut rows = self.rows()?;
        let before = rows.len();
        rows.retain(|row| row.root != root || row.question != question);
        match rows.is_empty() {
            // There may be none: it is gone then, too.
            true => drop(self.files.remove(&self.path)),
            false if rows.len() < before => self.replace(rows)?,
            false => {}
        }
        drop(lock);
        ledger_file::remove_leftovers(self.files, &self.path);
        Ok(())
    }

    fn replace(&self, mut rows: Vec<TriedRow>) -> Result<(), Error> {
        rows.sort_by(|one, other| {
            (&one.position, one.question).cmp(&(&other.position, other.question))
        });
        let rows = ledger_file::rows(rows.into_iter().map(|row| json!(row)));
        let members = [("game", json!(self.game).to_string()), ("tried", rows)];
        Ok(replace_file(self.files, &self.path, ledger_file::document(&members).as_bytes())?)
    }
}
