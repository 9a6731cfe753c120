//! Recorded answers about positions: in the ledgers of the program and of the data folder.

use std::collections::HashMap;
use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use shuban_catalog::chain::{Oracle, Question, Reply};
use shuban_catalog::proof::ledger_game;
use shuban_catalog::{AnyAnswer, AnyLedger, Catalog, Error};
use shuban_store::{Disk, read_file};

/// Identity of a file's content: path, length and time of writing.
type Seen = (PathBuf, u64, Option<SystemTime>);

/// Recorded answers by game, read again when a file of the folder has changed.
pub(crate) struct Ledgers {
    catalog: &'static Catalog,
    folder: PathBuf,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    seen: Option<Vec<Seen>>,
    /// Sound ledgers of the folder, by game.
    files: Vec<(String, PathBuf)>,
    by_game: HashMap<String, Option<Arc<AnyLedger>>>,
}

impl Ledgers {
    /// Creates the ledgers of the program, and of `ledgers` in a data folder.
    pub(crate) fn new(catalog: &'static Catalog, data: &Path) -> Self {
        Ledgers { catalog, folder: data.join("ledgers"), kept: Mutex::default() }
    }

    /// Returns the records of a game, if there are any.
    pub(crate) fn of(&self, game: &str) -> Option<Arc<AnyLedger>> {
        let games = self.catalog.games_named(game).ok()?;
        if !self.catalog.is_proven(games) {
            return None;
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = files_of(&self.folder, "json");
        if kept.seen.as_ref() != Some(&seen) {
            let files =
                seen.iter().filter_map(|(path, ..)| Some((self.game_of(path)?, path.clone())));
            *kept = Kept { files: files.collect(), ..Kept::default() };
            kept.seen = Some(seen);
        }
        if let Some(known) = kept.by_game.get(game) {
            return known.clone();
        }
        let read: Vec<(String, Vec<u8>)> = (kept.files.iter())
            .filter(|(of, _)| of == game)
            .filter_map(|(_, path)| Some((path.display().to_string(), bytes_of(path)?)))
            .collect();
        let others = read.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
        let ledger = self.catalog.ledger(game, others, &mut unused).map(Arc::new);
        kept.by_game.insert(game.to_owned(), ledger.clone());
        ledger
    }

    /// Returns the game of a file, if it is a ledger of one with proof search.
    fn game_of(&self, path: &Path) -> Option<String> {
        let name = path.display().to_string();
        let game = match ledger_game(&bytes_of(path)?) {
            Ok(game) => game,
            Err(reason) => {
                unused(&name, &reason);
                return None;
            }
        };
        let games = self.catalog.games_named(&game);
        if !games.is_ok_and(|games| self.catalog.is_proven(games)) {
            unused(&name, &format!("it is of {game}, which has no proof search here"));
            return None;
        }
        Some(game)
    }

    /// Returns a reader with the same ledgers for all answers of one request.
    pub(crate) fn telling(&self) -> Telling<'_> {
        Telling { ledgers: self, known: None }
    }

    /// Adds records to an answer; returns true if there are any.
    ///
    /// # Errors
    /// As of [`Catalog::tell`].
    pub(crate) fn tell(&self, answer: &mut AnyAnswer) -> Result<bool, Error> {
        self.telling().tell(answer)
    }
}

/// A reader that adds records to several answers.
pub(crate) struct Telling<'l> {
    ledgers: &'l Ledgers,
    /// The ledger of the game that was asked about last.
    known: Option<(String, Option<Arc<AnyLedger>>)>,
}

impl Telling<'_> {
    /// Adds records as [`Ledgers::tell`] does.
    ///
    /// # Errors
    /// As of [`Catalog::tell`].
    pub(crate) fn tell(&mut self, answer: &mut AnyAnswer) -> Result<bool, Error> {
        match self.of(&answer.game) {
            Some(ledger) => self.ledgers.catalog.tell(&ledger, answer),
            None => Ok(false),
        }
    }

    /// Returns the ledger of a game, the same for all answers.
    fn of(&mut self, game: &str) -> Option<Arc<AnyLedger>> {
        if self.known.as_ref().is_none_or(|(known, _)| known != game) {
            self.known = Some((game.to_owned(), self.ledgers.of(game)));
        }
        self.known.as_ref().and_then(|(_, ledger)| ledger.clone())
    }
}

/// The ledgers as an oracle: a position without records is unknown.
impl Oracle for &mut Telling<'_> {
    fn ask(&mut self, question: &Question<'_>) -> Result<Reply, Error> {
        let unknown = || Reply::Unknown(Error::Elsewhere("no ledger tells of it".to_owned()));
        if self.of(&question.game.name()).is_none() {
            return Ok(unknown());
        }
        let mut answer = question.game.by_rules(&question.position)?;
        Ok(match self.tell(&mut answer)? {
            true => Reply::Known(Box::new(answer)),
            false => unknown(),
        })
    }
}

/// Logs a ledger that cannot be used; only its own answers are missing.
fn unused(ledger: &str, reason: &str) {
    tracing::warn!(ledger, reason, "a ledger is left out");
}

fn bytes_of(path: &Path) -> Option<Vec<u8>> {
    match read_file(&Disk::default(), path) {
        Ok(bytes) => bytes,
        Err(error) => {
            unused(&path.display().to_string(), &error.to_string());
            None
        }
    }
}

/// Returns the files of a folder that have an extension, by name; none if the folder is missing.
pub(crate) fn files_of(folder: &Path, extension: &str) -> Vec<Seen> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let seen = |entry: DirEntry| {
        let path = entry.path();
        let is_such = path.extension().is_some_and(|found| found == extension);
        let facts = fs::metadata(&path).ok().filter(|facts| is_such && facts.is_file())?;
        Some((path, facts.len(), facts.modified().ok()))
    };
    let mut files: Vec<Seen> = entries.flatten().filter_map(seen).collect();
    files.sort();
    files
}
