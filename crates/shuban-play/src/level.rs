//! Levels of play by name, and the resources of players.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use shuban_catalog::{Catalog, DataShelf};

/// The limits of the search for one move. With a limit of time the choice depends on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// Number of nodes it may visit.
    pub nodes: Option<u64>,
    /// Time it may take.
    pub time: Option<Duration>,
    /// Bytes of memory, about.
    pub memory: u64,
}

impl Default for SearchLimits {
    fn default() -> Self {
        SearchLimits { nodes: Some(20_000), time: None, memory: 64 << 20 }
    }
}

/// What players think with: the catalog, a data folder whose files are opened once for all of them,
/// and the limits of their searches. Players made from it share it, and cost next to nothing.
#[derive(Clone)]
pub struct Resources<'c> {
    /// The games.
    pub catalog: &'c Catalog,
    /// The files of the data folder.
    pub shelf: Arc<DataShelf<'c>>,
    /// What the search for one move may take.
    pub limits: SearchLimits,
    data: PathBuf,
}

impl<'c> Resources<'c> {
    /// The databases of a folder, and the usual limits. Nothing is opened yet.
    pub fn new(catalog: &'c Catalog, data: &Path) -> Self {
        Resources::beside(catalog, data, &Arc::new(DataShelf::new(catalog, data)))
    }

    /// The same with files that others use too.
    pub fn beside(catalog: &'c Catalog, data: &Path, shelf: &Arc<DataShelf<'c>>) -> Self {
        let (shelf, data) = (Arc::clone(shelf), data.to_owned());
        Resources { catalog, shelf, limits: SearchLimits::default(), data }
    }

    /// With these limits.
    #[must_use]
    pub fn within(self, limits: SearchLimits) -> Self {
        Resources { limits, ..self }
    }

    /// The data folder.
    pub fn data(&self) -> &Path {
        &self.data
    }
}

/// The oracles that a player asks. Every level has a move in every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Databases; where none holds the position search, and chance where that tells nothing. Each
    /// [`Choice`](crate::Choice) says which.
    Perfect,
    /// Search, and chance where that tells nothing.
    Search,
    /// Chance.
    Random,
}

impl Level {
    /// All levels, the best first.
    pub const ALL: [Level; 3] = [Level::Perfect, Level::Search, Level::Random];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Level::Perfect => "perfect",
            Level::Search => "search",
            Level::Random => "random",
        }
    }

    /// The level of a name.
    pub fn by_name(name: &str) -> Option<Self> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}
