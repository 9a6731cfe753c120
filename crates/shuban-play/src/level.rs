//! Levels of play by name, and the resources of players.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use shuban_catalog::{Catalog, DataShelf};
use shuban_core::Progress;
use shuban_core::solver::SearchSetting;

/// Limits of the search for one move. With a time limit the choice depends on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// Limit on the nodes visited.
    pub nodes: Option<u64>,
    /// Limit on the time.
    pub time: Option<Duration>,
    /// Approximate limit on the memory, in bytes.
    pub memory: u64,
}

impl Default for SearchLimits {
    fn default() -> Self {
        SearchLimits { nodes: Some(20_000), time: None, memory: 64 << 20 }
    }
}

/// Shared resources of players: the catalog, a data folder whose files are opened once for all, and
/// the limits of their searches. Creating players from them is cheap.
#[derive(Clone)]
pub struct Resources<'c> {
    /// The games.
    pub catalog: &'c Catalog,
    /// Files of the data folder.
    pub shelf: Arc<DataShelf<'c>>,
    /// Limits of the search for one move.
    pub limits: SearchLimits,
    data: PathBuf,
}

impl<'c> Resources<'c> {
    /// Creates the resources of a folder, with default limits. Opens no file yet.
    pub fn new(catalog: &'c Catalog, data: &Path) -> Self {
        Resources::beside(catalog, data, &Arc::new(DataShelf::new(catalog, data)))
    }

    /// Creates resources with files that others use too.
    pub fn beside(catalog: &'c Catalog, data: &Path, shelf: &Arc<DataShelf<'c>>) -> Self {
        let (shelf, data) = (Arc::clone(shelf), data.to_owned());
        Resources { catalog, shelf, limits: SearchLimits::default(), data }
    }

    /// Sets the limits.
    #[must_use]
    pub fn within(self, limits: SearchLimits) -> Self {
        Resources { limits, ..self }
    }

    /// Returns the setting of a search within the limits.
    pub(crate) fn setting<'s>(&'s self, progress: &'s dyn Progress) -> SearchSetting<'s> {
        let SearchLimits { nodes, time, memory } = self.limits;
        self.shelf.begin_question();
        SearchSetting { shelf: &*self.shelf, memory, threads: 1, nodes, time, progress }
    }

    /// Returns the data folder.
    pub fn data(&self) -> &Path {
        &self.data
    }
}

/// The oracles that a player asks, in turn. Every level has a move in every position: chance decides
/// where no oracle names one. Each [`Choice`](crate::Choice) says which did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Databases, search, the game's own player, an estimate.
    Perfect,
    /// Search, the game's own player, an estimate.
    Strong,
    /// An estimate of the positions after each move, a short search.
    Casual,
    /// None.
    Random,
}

impl Level {
    /// All levels, best first.
    pub const ALL: [Level; 4] = [Level::Perfect, Level::Strong, Level::Casual, Level::Random];

    /// Returns the name of the level.
    pub fn name(self) -> &'static str {
        match self {
            Level::Perfect => "perfect",
            Level::Strong => "strong",
            Level::Casual => "casual",
            Level::Random => "random",
        }
    }

    /// Returns the level of a name.
    pub fn by_name(name: &str) -> Option<Self> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}
