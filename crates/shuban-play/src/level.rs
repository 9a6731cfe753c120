//! Players by name, each of whom always has a move.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use shuban_catalog::{Catalog, DataShelf, Error, Games};

use crate::perfect::{Perfect, is_unheld};
use crate::player::{Basis, Choice, Player, Turn};
use crate::searcher::{SearchLimits, Searcher, is_beyond};
use crate::uniform::Uniform;

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

    /// A player by databases alone.
    pub fn perfect(&self, games: Games<'c>) -> Perfect<'c> {
        Perfect::new(self.catalog, games, &self.data, &self.shelf)
    }

    /// A player by search alone.
    pub fn searcher(&self, seed: u64) -> Searcher<'c> {
        Searcher::new(self.catalog, &self.shelf, self.limits, seed)
    }
}

/// How well somebody plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// By databases; where none holds the position by search, and at random where that tells
    /// nothing. Each [`Choice`] says which.
    Perfect,
    /// By search, and at random where that tells nothing.
    Search,
    /// At random.
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

    /// A player of this level, of a game or of the games of a group.
    pub fn player<'c>(
        self,
        resources: &Resources<'c>,
        games: Games<'c>,
        seed: u64,
    ) -> Box<dyn Player + 'c> {
        Box::new(LevelPlayer {
            level: self,
            perfect: (self == Level::Perfect).then(|| resources.perfect(games)),
            searcher: (self != Level::Random).then(|| resources.searcher(seed)),
            uniform: Uniform::new(seed),
        })
    }
}

/// Asks one after the other until somebody can tell.
struct LevelPlayer<'c> {
    level: Level,
    perfect: Option<Perfect<'c>>,
    searcher: Option<Searcher<'c>>,
    uniform: Uniform,
}

impl Player for LevelPlayer<'_> {
    fn name(&self) -> String {
        self.level.name().to_owned()
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Error> {
        if turn.progress.interrupted() {
            return Err(Error::Interrupted);
        }
        if let Some(perfect) = &mut self.perfect {
            match perfect.choose(turn) {
                Err(error) if is_unheld(&error) => {}
                done => return done,
            }
        }
        if let [only] = turn.plays() {
            return turn.choice(&only.action, Basis::OnlyMove);
        }
        if let Some(searcher) = &mut self.searcher {
            match searcher.choose(turn) {
                Err(error) if is_beyond(&error) => {}
                done => return done,
            }
        }
        self.uniform.choose(turn)
    }
}
