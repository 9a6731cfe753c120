//! Who keeps the table of a search.

use std::error::Error;
use std::time::Duration;

use super::table::ProofTable;

/// Who keeps the table of one search, so that the search goes on from there when it was stopped.
pub trait TableKeeper: Sync {
    /// How often it is saved at most.
    fn every(&self) -> Duration;

    /// Saves a table, while threads may go on with it: each entry is true by itself.
    ///
    /// # Errors
    /// Why it could not be saved.
    fn save(&self, table: &ProofTable<'_>, spent: Spent) -> Result<(), KeeperError>;

    /// About how many entries were saved, 0 if nothing was: so many a table must have room for.
    ///
    /// # Errors
    /// Why what was saved cannot be used.
    fn entries(&self) -> Result<u64, KeeperError>;

    /// Fills a table with what was saved; how many entries, and what they took. None if nothing
    /// was.
    ///
    /// # Errors
    /// Why what was saved cannot be used.
    fn load(&self, table: &ProofTable<'_>) -> Result<(u64, Spent), KeeperError>;
}

/// Why a table could not be saved or loaded.
pub type KeeperError = Box<dyn Error + Send + Sync>;

/// What earlier runs of a search took, of which its table is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Spent {
    /// How many runs there were.
    pub runs: u64,
    /// How many nodes they visited.
    pub nodes: u64,
    /// How long they took, until they were saved last.
    pub time: Duration,
    /// How many answers were known beforehand, in the run that knew the most: what is saved may
    /// rest on them.
    pub known: u64,
}
