//! Storage for the table of a search.

use std::error::Error;
use std::time::Duration;

use super::table::ProofTable;

/// Storage for the table of one search, so that a stopped search can be resumed.
pub trait TableKeeper: Sync {
    /// Returns the minimum interval between two saves.
    fn every(&self) -> Duration;

    /// Saves a table, while threads may go on with it: each entry is true by itself.
    ///
    /// # Errors
    /// Returns the reason if it could not be saved.
    fn save(&self, table: &ProofTable<'_>, spent: Spent) -> Result<(), KeeperError>;

    /// Returns about how many entries were saved, 0 if nothing was: the table needs room for them.
    ///
    /// # Errors
    /// Returns the reason if the saved table cannot be used.
    fn entries(&self) -> Result<u64, KeeperError>;

    /// Fills a table with the saved entries; returns their number and cost, or `None` if nothing
    /// was saved.
    ///
    /// # Errors
    /// Returns the reason if the saved table cannot be used.
    fn load(&self, table: &ProofTable<'_>) -> Result<(u64, Spent), KeeperError>;
}

/// Error of saving or loading a table.
pub type KeeperError = Box<dyn Error + Send + Sync>;

/// Cost of earlier runs of a search, of which the table is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Spent {
    /// Number of runs.
    pub runs: u64,
    /// Number of nodes visited.
    pub nodes: u64,
    /// Search time, until the last save.
    pub time: Duration,
    /// Number of answers known beforehand, in the run that knew the most: the saved table may rest
    /// on them.
    pub known: u64,
}
