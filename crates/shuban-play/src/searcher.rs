//! Play by search.

use std::sync::Arc;
use std::time::Duration;

use shuban_catalog::{AnyAnswer, AnyEvent, AnyPlay, Catalog, DataShelf, Error, Solving};
use shuban_core::{Datum, Interruptible, Random, SearchSetting};

use crate::perfect::event_of;
use crate::player::{Basis, Choice, Player, Turn, no_play};

/// What the search for one move may take. With a limit of time the choice depends on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// How many nodes it may visit.
    pub nodes: Option<u64>,
    /// How long it may take.
    pub time: Option<Duration>,
    /// Bytes of memory, about.
    pub memory: u64,
}

impl Default for SearchLimits {
    fn default() -> Self {
        SearchLimits { nodes: Some(20_000), time: None, memory: 64 << 20 }
    }
}

/// Plays by the search that a game has for positions that no database holds, within limits. Where
/// the search comes to nothing it chooses at random among the moves that are not known.
pub struct Searcher<'c> {
    catalog: &'c Catalog,
    shelf: Arc<DataShelf<'c>>,
    limits: SearchLimits,
    seed: u64,
}

impl<'c> Searcher<'c> {
    /// The player with these limits. Databases help the search.
    pub fn new(
        catalog: &'c Catalog,
        shelf: &Arc<DataShelf<'c>>,
        limits: SearchLimits,
        seed: u64,
    ) -> Self {
        Searcher { catalog, shelf: Arc::clone(shelf), limits, seed }
    }
}

impl Player for Searcher<'_> {
    fn name(&self) -> String {
        "search".to_owned()
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Error> {
        let SearchLimits { nodes, time, memory } = self.limits;
        let progress = &Interruptible(turn.progress);
        let setting =
            SearchSetting { shelf: &*self.shelf, memory, threads: 1, nodes, time, progress };
        let games = self.catalog.games_named(&turn.game.name())?;
        let mut solving = Solving::begin(self.catalog, games, None, setting)?;
        let answer = solving.solve(&turn.position().text, None, None)?;
        if turn.progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let event = event_of(&answer, turn)?;
        if let Some(best) = best(&answer, event) {
            let is_complete = event.plays.iter().all(|play| play.value.is_some());
            let choice = turn.choice(&best.action, Basis::Search)?;
            // A text may begin with another seat than the first: then a value that names seats
            // names others than those of this game.
            let value = best.value.clone().filter(|_| answer.seat == turn.rules.seat);
            return Ok(Choice { value, is_complete, ..choice });
        }
        // What is known, such as a move that loses at once, is not the best: nothing would be open.
        let open = event.plays.iter().filter(|play| play.value.is_none());
        let mut open: Vec<&AnyPlay> = open.collect();
        if open.is_empty() {
            open = event.plays.iter().collect();
        }
        let place = Random::of_part(self.seed, turn.ply as u64).place(open.len());
        let choice = turn.choice(&open.get(place).ok_or_else(no_play)?.action, Basis::Random)?;
        Ok(Choice { is_complete: false, ..choice })
    }
}

/// The best move, if the search has found one.
fn best<'a>(answer: &AnyAnswer, event: &'a AnyEvent) -> Option<&'a AnyPlay> {
    let first = event.plays.first()?;
    if answer.has_chance {
        return event.value.as_ref().map(|_| first);
    }
    let is_known = event.plays.iter().all(|play| play.value.is_some());
    // A move that is worth what the position is worth is best, whatever the others are.
    let is_proven = first.value.is_some() && first.value == answer.value;
    if is_known || is_proven {
        return Some(first);
    }
    // A search that values no moves may name the best ones.
    let Some(Datum::List(named)) = answer.facts.get("best") else { return None };
    let Datum::Text(named) = named.first()? else { return None };
    event.plays.iter().find(|play| play.action == *named)
}

/// Whether an error says that this search cannot tell: there is none, or it takes more than it may.
pub(crate) fn is_beyond(error: &Error) -> bool {
    matches!(error.kind(), "no-solver" | "limit" | "memory" | "too-much")
}
