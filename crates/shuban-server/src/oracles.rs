//! Search and estimates as oracles, within the limits of the service.

use std::time::{Duration, Instant};

use shuban_catalog::chain::{Oracle, Question, Reply};
use shuban_catalog::{Error, Estimates, Search};
use shuban_core::Progress;
use shuban_core::solver::SearchSetting;

use crate::request::RequestState;

/// Time limit of a page's search.
pub(crate) const SEARCH_TIME: Duration = Duration::from_secs(10);

/// Time limit of what a page works out without being asked to search.
pub(crate) const STAKES_TIME: Duration = Duration::from_secs(1);

/// A progress that also interrupts work at some time.
pub(crate) struct Within<'p> {
    pub(crate) progress: &'p dyn Progress,
    pub(crate) until: Instant,
}

impl Progress for Within<'_> {
    fn phase(&self, what: &str, total: u64) {
        self.progress.phase(what, total);
    }

    fn at(&self, done: u64, detail: &str) {
        self.progress.at(done, detail);
    }

    fn interrupted(&self) -> bool {
        Instant::now() >= self.until || self.progress.interrupted()
    }
}

/// The search of a page as an oracle. The page has a place for it.
pub(crate) struct Searches<'s>(pub(crate) &'s RequestState);

impl Oracle for Searches<'_> {
    fn ask(&mut self, question: &Question<'_>) -> Result<Reply, Error> {
        let Searches(state) = *self;
        let name = question.game.name();
        let known = state.ledgers.of(&name);
        let setting = state.search_setting(Some(SEARCH_TIME), None, &state.budget);
        Search::new(state.catalog, setting).knowing(known.as_deref()).ask(question)
    }
}

/// A search that takes a second at most, where there is a place for one: what it does not find out
/// stays unknown.
pub(crate) struct ShortSearch<'s>(pub(crate) &'s RequestState);

/// Most nodes of a short search.
const FEW_NODES: u64 = 150_000;

impl Oracle for ShortSearch<'_> {
    fn ask(&mut self, question: &Question<'_>) -> Result<Reply, Error> {
        let ShortSearch(state) = *self;
        let games = state.catalog.games_named(&question.game.name())?;
        let unknown = || Reply::Unknown(Error::Elsewhere("it was not searched for".to_owned()));
        // Proof search takes longer, and is begun when somebody asks for it.
        if state.catalog.is_proven(games) {
            return Ok(unknown());
        }
        let Some(_place) = state.short_searches.try_take(state.client) else {
            return Ok(unknown());
        };
        let setting = state.search_setting(Some(STAKES_TIME), None, &state.budget);
        let setting = SearchSetting { nodes: Some(FEW_NODES), ..setting };
        Ok(match Search::new(state.catalog, setting).ask(question)? {
            Reply::Known(answer) if answer.value.is_none() => unknown(),
            reply => reply,
        })
    }
}

/// The estimate of a position as an oracle.
pub(crate) struct Estimating<'s>(pub(crate) &'s RequestState);

/// Most plies of an estimate, and most nodes.
const ESTIMATE: (u8, u64) = (2, 50_000);

impl Oracle for Estimating<'_> {
    fn ask(&mut self, question: &Question<'_>) -> Result<Reply, Error> {
        let Estimating(state) = *self;
        let (plies, nodes) = ESTIMATE;
        let setting = state.search_setting(None, None, &state.budget);
        let setting = SearchSetting { nodes: Some(nodes), ..setting };
        Estimates::new(state.catalog, plies, setting).ask(question)
    }
}
