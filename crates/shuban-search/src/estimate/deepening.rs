//! Iterative deepening.

use shuban_core::{Game, LeafOracle};

use super::node::Searcher;
use super::{EstimateOptions, EstimatedOf, NodeCounts};
use crate::expectimax::SearchError;

/// The deepest of several searches.
#[derive(Debug)]
pub struct Deepened<G: Game, E> {
    /// Depth in plies and result; `None` if not even one ply was searched.
    pub deepest: Option<(u8, EstimatedOf<G>)>,
    /// Node counts of all finished searches together.
    pub counts: NodeCounts,
    /// Error that ended the next search, if that was not the last one asked for.
    pub stopped: Option<SearchError<E>>,
}

/// Searches one ply ahead, then two, up to the number of the options. Each search has the table of
/// those before, which puts the plays into a better order (Slate and Atkin, "Chess 4.5", in Frey
/// (ed.), Chess Skill in Man and Machine, 1977); its result is that of a search of that depth
/// alone. An oracle that refuses to answer ends it.
pub fn deepen<G: Game, O: LeafOracle<G::Position, Value = i32>>(
    game: &G,
    position: &G::Position,
    chance: Option<G::Chance>,
    oracle: &O,
    evaluation: &dyn Fn(&G::Position) -> i32,
    options: &EstimateOptions,
) -> Deepened<G, O::Error> {
    let mut searcher = Searcher::new(game, oracle, evaluation, options);
    let mut deepened = Deepened { deepest: None, counts: NodeCounts::default(), stopped: None };
    for plies in 1..=options.plies.unwrap_or(u8::MAX) {
        match searcher.look_ahead(position, chance, Some(plies)) {
            Ok(found) => {
                deepened.counts = deepened.counts.and(found.counts);
                let is_over = found.events.is_empty();
                deepened.deepest = Some((plies, found));
                if is_over {
                    break;
                }
            }
            Err(error) => {
                deepened.stopped = Some(error);
                break;
            }
        }
    }
    deepened
}
