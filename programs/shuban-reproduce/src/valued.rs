//! Backward induction as far as it goes: values that follow from each other in spite of cycles.
//!
//! In a layer with cycles most values cannot be computed one after the other. Some can: a
//! position is *valued* once, for every chance event, some after-position is a known sure win for
//! the player to move, or all after-positions are valued. What follows is the least fixed point of
//! that rule. It reaches a little further than [`retrograde`](shuban_solve::retrograde()), which
//! always waits for all after-positions: a sure win makes the other plays of an event irrelevant.

use std::collections::BTreeMap;
use std::ops::Range;

use rayon::prelude::*;
use shuban_catalog::Error;
use shuban_core::{LayerId, PartId};
use shuban_gammon::Contact;
use shuban_solve::needed;

use crate::graph::{AfterPositions, Graph, Outside};

/// Knowledge of a position by backward induction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ValuedState {
    /// The value is unknown.
    Unknown,
    /// Value to the player to move, who is not sure to win or to lose.
    Valued(f64),
    /// Sure win of the player to move: value 1.
    Win,
    /// Sure loss of the player to move: value −1.
    Loss,
}

impl ValuedState {
    /// Returns the value, if it is known.
    pub fn value(self) -> Option<f64> {
        match self {
            ValuedState::Unknown => None,
            ValuedState::Valued(value) => Some(value),
            ValuedState::Win => Some(1.0),
            ValuedState::Loss => Some(-1.0),
        }
    }

    /// Returns true if the value is known.
    pub fn is_known(self) -> bool {
        self != ValuedState::Unknown
    }
}

/// Result of [`valued`] for a layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Valuation {
    /// States by the numbers of the layer's graph: part after part, by rank.
    pub standings: Vec<ValuedState>,
    /// Numbers of each part.
    pub parts: Vec<Range<usize>>,
    /// Rounds until nothing more was found, without the last one.
    pub rounds: u32,
}

impl Valuation {
    /// Returns the states of the positions of a part, by rank.
    pub fn part(&self, part: usize) -> &[ValuedState] {
        &self.standings[self.parts[part].clone()]
    }

    /// Returns the number of valued positions of a part.
    pub fn valued(&self, part: usize) -> u64 {
        self.part(part).iter().filter(|standing| standing.is_known()).count() as u64
    }
}

/// Values the positions of a layer as far as their values follow from each other and from what
/// `outside` returns for positions of finished layers.
///
/// A round reads only what earlier rounds found, so the result does not depend on threads; it runs
/// on the current rayon pool. A round looks once at each position still open.
pub fn valued(graph: &Graph, outside: impl Fn(PartId, u64) -> ValuedState) -> Valuation {
    // As in all tables of a graph, positions outside follow the layer.
    let mut standings = vec![ValuedState::Unknown; graph.len()];
    standings.extend(graph.outside.iter().map(|position| match *position {
        Outside::Over(1) => ValuedState::Win,
        Outside::Over(-1) => ValuedState::Loss,
        Outside::Over(payoff) => ValuedState::Valued(f64::from(payoff)),
        Outside::Finished { part, rank } => outside(part, rank),
    }));
    let mut open: Vec<usize> = (0..graph.len()).collect();
    let mut rounds = 0;
    loop {
        let found: Vec<ValuedState> =
            open.par_iter().map(|&position| follow(graph, &standings, position)).collect();
        let before = open.len();
        open.iter().zip(found).for_each(|(&position, standing)| standings[position] = standing);
        open.retain(|&position| !standings[position].is_known());
        if open.len() == before {
            break;
        }
        rounds += 1;
    }
    standings.truncate(graph.len());
    let parts = (0..graph.parts()).map(|part| graph.part(part)).collect();
    Valuation { standings, parts, rounds }
}

/// Returns the state of a position that follows from those of its after-positions.
fn follow(graph: &Graph, standings: &[ValuedState], position: usize) -> ValuedState {
    let (mut sum, mut all_won, mut all_lost) = (0.0, true, true);
    for (weight, plays) in graph.events(position) {
        let best = best_play(standings, plays);
        let Some(value) = best.value() else { return ValuedState::Unknown };
        sum += f64::from(weight) * value;
        all_won &= best == ValuedState::Win;
        all_lost &= best == ValuedState::Loss;
    }
    // Sums of rounded numbers may reach 1 where the result is not sure.
    match (all_won, all_lost) {
        (true, _) => ValuedState::Win,
        (_, true) => ValuedState::Loss,
        _ => ValuedState::Valued(sum / f64::from(graph.total_weight())),
    }
}

/// Returns the state after the best of some plays for the player who moves.
fn best_play(standings: &[ValuedState], plays: &[u32]) -> ValuedState {
    let (mut best, mut is_known, mut is_lost) = (-1.0, true, true);
    for &play in plays {
        match standings[play as usize] {
            ValuedState::Loss => return ValuedState::Win,
            ValuedState::Unknown => is_known = false,
            ValuedState::Valued(value) => {
                best = f64::max(best, -value);
                is_lost = false;
            }
            ValuedState::Win => {}
        }
    }
    match (is_known, is_lost) {
        (false, _) => ValuedState::Unknown,
        (true, true) => ValuedState::Loss,
        (true, false) => ValuedState::Valued(best),
    }
}

/// Values a layer and all that it needs, each as far as values follow from what was valued before:
/// so a position of a finished layer counts as known only if backward induction valued it.
///
/// # Errors
/// [`Error::Recompute`] if a layer has no [`Graph`].
pub fn valued_layers(
    domain: &Contact,
    layer: LayerId,
    after_positions: &AfterPositions<'_>,
) -> Result<BTreeMap<LayerId, Valuation>, Error> {
    let mut done: BTreeMap<LayerId, Valuation> = BTreeMap::new();
    for layer in needed(domain, layer) {
        let graph = Graph::build_with(domain, layer, after_positions)?;
        let valuation =
            valued(&graph, |part, rank| done[&part.layer].part(part.part)[rank as usize]);
        done.insert(layer, valuation);
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::tests::{FINISHED, from_lists, tiny};

    #[test]
    fn a_sure_win_makes_unknown_plays_irrelevant() {
        let found = valued(&tiny(), |_, _| ValuedState::Unknown);
        assert_eq!(found.standings, [ValuedState::Unknown, ValuedState::Unknown, ValuedState::Win]);
        assert_eq!((found.rounds, found.valued(0)), (1, 1));
    }

    #[test]
    fn a_position_waits_for_all_plays_of_a_roll_unless_one_wins() {
        // 2 rests on 1, and 1 on positions outside; 0 has a play with an unknown result.
        let outside = [Outside::Over(-1), Outside::Over(0), FINISHED];
        let graph = from_lists(&[[&[0, 4], &[4]], [&[3, 0], &[4, 5]], [&[1], &[3]]], &outside);
        let found = valued(&graph, |_, _| ValuedState::Valued(0.75));
        let third = 1.0 / 3.0;
        let expected = [
            ValuedState::Unknown,
            ValuedState::Valued(third),
            ValuedState::Valued((2.0 - third) / 3.0),
        ];
        assert_eq!((found.standings, found.rounds), (expected.to_vec(), 2));
        let found = valued(&graph, |_, _| ValuedState::Unknown);
        assert_eq!(found.standings, [ValuedState::Unknown; 3]);
    }

    #[test]
    fn sure_results_pass_from_one_side_to_the_other() {
        // 0 wins; every play of 1 leads to 0; 2 can lead to 1, or to the unknown.
        let lists: [[&[u32]; 2]; 4] =
            [[&[4], &[4]], [&[0], &[0, 5]], [&[1, 3], &[1]], [&[3], &[3]]];
        let graph = from_lists(&lists, &[Outside::Over(-1), Outside::Over(1)]);
        let found = valued(&graph, |_, _| ValuedState::Unknown);
        assert_eq!(
            found.standings,
            [ValuedState::Win, ValuedState::Loss, ValuedState::Win, ValuedState::Unknown]
        );
        assert_eq!(found.rounds, 3);
    }
}
