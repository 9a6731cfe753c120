//! State that all handlers share.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::http::{HeaderValue, StatusCode};
use shuban_catalog::names::Games;
use shuban_catalog::{AnyGame, AnyPosition, Catalog};
use shuban_core::Progress;
use shuban_core::solver::SearchSetting;
use shuban_play::{Resources, SearchLimits};

use crate::builds::Builds;
use crate::indexes::Indexes;
use crate::ledgers::Ledgers;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::pages::record_holders::Records;
use crate::places::Places;
use crate::problem::Problem;
use crate::published::Publications;
use crate::session_cache::SessionCache;

/// An exercise: a position, and a roll where there are dice.
pub(crate) type Exercise = (String, Option<String>);

/// Most nodes of the search at a move of a review, and most time.
const REVIEW_NODES: u64 = 5_000;
const REVIEW_TIME: Duration = Duration::from_millis(50);

/// Most nodes of the search for a player's move, which time usually ends earlier.
const PLAYER_NODES: u64 = 1_000_000;

/// State that all handlers share.
pub(crate) struct State {
    pub(crate) catalog: &'static Catalog,
    pub(crate) sessions: SessionCache,
    pub(crate) ledgers: Ledgers,
    pub(crate) indexes: Indexes,
    pub(crate) limits: Limits,
    /// Origin whose pages may read the API, besides the service's own.
    pub(crate) origin: Option<HeaderValue>,
    /// Names by which the service is addressed, besides numbers and `localhost`.
    pub(crate) hosts: Vec<String>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) data: PathBuf,
    pub(crate) builds: Arc<Builds>,
    pub(crate) publications: Publications,
    /// Places for what is looked up in a moment.
    pub(crate) lookups: Places,
    /// Places for other work of many look-ups.
    pub(crate) heavy: Places,
    /// Places for searches that readers ask for.
    pub(crate) searches: Places,
    /// Places for short searches, which pages begin by themselves. Nobody waits for one.
    pub(crate) short_searches: Places,
    /// Places for bodies that are more than small.
    pub(crate) large_bodies: Places,
    /// Places for the work on batches.
    pub(crate) pieces: Places,
    /// A place for recomputing a published table, which takes all threads.
    pub(crate) recomputing: Places,
    /// Records of layers, by their content hashes.
    pub(crate) records: Mutex<HashMap<String, Arc<Records>>>,
    /// An exercise of each layer, by name; none if it has none.
    pub(crate) exercises: Mutex<HashMap<String, Option<Exercise>>>,
}

impl State {
    /// Creates the state of a service over a data folder, without builds and published tables.
    pub(crate) fn new(catalog: &'static Catalog, data: &Path, limits: Limits) -> Self {
        State {
            catalog,
            sessions: SessionCache::new(catalog, data),
            ledgers: Ledgers::new(catalog, data),
            indexes: Indexes::default(),
            limits,
            origin: None,
            hosts: Vec::new(),
            metrics: Arc::default(),
            data: data.to_owned(),
            builds: Arc::default(),
            publications: Publications::default(),
            lookups: Places::new(limits.lookups, limits.waiting),
            heavy: Places::new(limits.heavy, limits.waiting),
            searches: Places::new(limits.searches, limits.waiting),
            short_searches: Places::new(limits.searches, 0),
            large_bodies: Places::new(limits.large_bodies, limits.waiting),
            pieces: Places::new(limits.pieces, limits.waiting),
            recomputing: Places::new(1, limits.waiting),
            records: Mutex::default(),
            exercises: Mutex::default(),
        }
    }

    /// Refuses a text that is longer than any position or name, before it is read.
    pub(crate) fn short(&self, what: &str, text: &str) -> Result<(), Problem> {
        let most = self.limits.text;
        if text.len() <= most {
            return Ok(());
        }
        let length = text.len();
        let detail = format!("the {what} has {length} bytes, and at most {most} are read");
        Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-long", detail))
    }

    /// Returns the games of a name, and the text of the position; by default that of their start.
    pub(crate) fn asked(
        &self,
        game: &str,
        position: Option<&str>,
    ) -> Result<(Games<'static>, String), Problem> {
        let games = self.catalog.games_named(game)?;
        let position = position.map_or_else(|| games.start(), str::to_owned);
        self.short("position", &position)?;
        Ok((games, position))
    }

    /// Reads the position of a request, with its game; by default the start. Score and stakes of a
    /// text are left aside.
    pub(crate) fn read(
        &self,
        game: &str,
        position: Option<&str>,
    ) -> Result<(&'static dyn AnyGame, AnyPosition), Problem> {
        let (games, position) = self.asked(game, position)?;
        Ok(games.read_any(&position)?)
    }

    /// Returns the setting of a search, within the limits of the service.
    pub(crate) fn search_setting<'s>(
        &'s self,
        time: Option<Duration>,
        memory: Option<u64>,
        progress: &'s dyn Progress,
    ) -> SearchSetting<'s> {
        let Limits { search_time, search_memory, .. } = self.limits;
        SearchSetting {
            shelf: &**self.sessions.shelf(),
            memory: memory.map_or(search_memory, |memory| memory.min(search_memory)),
            threads: 1,
            nodes: None,
            time: Some(time.map_or(search_time, |time| time.min(search_time))),
            progress,
        }
    }

    /// Returns the resources of a review, which searches at each of its moves.
    pub(crate) fn resources_of_reviews(&self) -> Resources<'static> {
        let memory = self.limits.search_memory;
        self.resources().within(SearchLimits {
            nodes: Some(REVIEW_NODES),
            time: Some(REVIEW_TIME),
            memory,
        })
    }

    /// Returns the resources of players.
    pub(crate) fn resources(&self) -> Resources<'static> {
        let limits = SearchLimits {
            nodes: Some(PLAYER_NODES),
            time: Some(self.limits.search_time / 5),
            memory: self.limits.search_memory,
        };
        Resources::beside(self.catalog, &self.data, self.sessions.shelf()).within(limits)
    }
}
