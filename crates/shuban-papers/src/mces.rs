//! Monte-Carlo with exploring starts (Sutton and Barto, *Reinforcement Learning*, 1998), with
//! greedy policies: what a position is worth, from the results of games played from it.
//!
//! Each iteration plays one game from every position. Both sides play greedily by the table as it
//! is at that moment; the position that the game started from becomes worth the average of the
//! results so far of games from it, and the next game is played by the new table. Only the start is
//! averaged, not the positions that the game came through.

use shuban_core::Random;

use crate::graph::{Bellman, GraphError, least};
use crate::valued::ValuedState;

/// What becomes of starts whose value is known beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Known values are kept. Games from there would change nothing, so they are not played.
    Kept,
    /// The value of every start is overwritten by the average of its results.
    Literal,
}

/// A run of the method: a table of values that gets better with every game.
///
/// Before the first game every unknown value is 0, and no results have been gathered. Of plays that
/// are equally good the first in the order of the graph is chosen. A game that leaves the layer
/// counts with the value of where it has come to. Everything depends on the seed alone.
#[derive(Clone, Debug)]
pub struct Mces<'b> {
    bellman: &'b Bellman<'b>,
    starts: Vec<u32>,
    table: Vec<f64>,
    /// The sum of the results, by start.
    results: Vec<f64>,
    iterations: u64,
    random: Random,
}

impl<'b> Mces<'b> {
    /// A run over a layer of which so much is known, by the numbers of the graph.
    ///
    /// # Errors
    /// [`GraphError::Endless`] if games may never end; [`GraphError::Length`] if `known` is not of
    /// the layer.
    pub fn new(
        bellman: &'b Bellman<'b>,
        known: &[ValuedState],
        reading: Reading,
        seed: u64,
    ) -> Result<Self, GraphError> {
        bellman.graph().leaving_rounds().ok_or(GraphError::Endless)?;
        let values: Vec<f64> =
            known.iter().map(|standing| standing.value().unwrap_or(0.0)).collect();
        let table = bellman.table(&values)?;
        let is_start = |standing: &ValuedState| reading == Reading::Literal || !standing.is_known();
        let starts = (0..).zip(known).filter(|(_, standing)| is_start(standing));
        let starts: Vec<u32> = starts.map(|(number, _)| number).collect();
        let results = vec![0.0; starts.len()];
        Ok(Mces { bellman, starts, table, results, iterations: 0, random: Random::new(seed) })
    }

    /// Values by the numbers of the graph: the layer, then what lies outside.
    pub fn table(&self) -> &[f64] {
        &self.table
    }

    /// Iterations done.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.iterations * self.starts.len() as u64
    }

    /// Plays one game from every start.
    pub fn iterate(&mut self) {
        self.iterations += 1;
        let count = self.iterations as f64;
        for (&start, sum) in self.starts.iter().zip(&mut self.results) {
            *sum += result(self.bellman, &self.table, start, &mut self.random);
            self.table[start as usize] = *sum / count;
        }
    }

    /// Iterates until so many iterations are done, and shows the run to `observer` after each of
    /// them.
    pub fn run_to(&mut self, iterations: u64, observer: &mut dyn FnMut(&Self)) {
        while self.iterations < iterations {
            self.iterate();
            observer(self);
        }
    }
}

/// Plays a game from a position to its end, or out of the layer: the result for who moves first.
#[inline]
fn result(bellman: &Bellman<'_>, table: &[f64], start: u32, random: &mut Random) -> f64 {
    let graph = bellman.graph();
    let (mut position, mut sign) = (start as usize, 1.0);
    loop {
        let throw = random.throw(graph.total_weight(position));
        let (after, value) = least(table, graph.thrown(position, throw));
        (position, sign) = (after as usize, -sign);
        if position >= graph.len() {
            return sign * value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Outside;
    use crate::graph::tests::{TINY_VALUES, from_lists, tiny};
    use crate::valued::valued;

    const NOTHING: [ValuedState; 3] = [ValuedState::Unknown; 3];

    #[test]
    fn averages_come_near_the_solution() {
        let graph = tiny();
        let bellman = Bellman::new(&graph, |_, _| Ok::<_, ()>(-0.5)).unwrap();
        let mut mces = Mces::new(&bellman, &NOTHING, Reading::Kept, 1).unwrap();
        assert_eq!(mces.table(), [0.0, 0.0, 0.0, -1.0, -0.5]);
        let mut seen = Vec::new();
        mces.run_to(40_000, &mut |mces| seen.push(mces.iterations()));
        assert!(seen.into_iter().eq(1..=40_000));
        for (found, expected) in mces.table().iter().zip(TINY_VALUES) {
            assert!((found - expected).abs() < 0.02, "{found} for {expected}");
        }
        assert_eq!(mces.games(), 120_000);
    }

    #[test]
    fn one_seed_is_one_run() {
        let graph = tiny();
        let bellman = Bellman::new(&graph, |_, _| Ok::<_, ()>(-0.5)).unwrap();
        let table = |seed| {
            let mut mces = Mces::new(&bellman, &NOTHING, Reading::Kept, seed).unwrap();
            mces.run_to(100, &mut |_| ());
            mces.table().to_vec()
        };
        assert_eq!(table(5), table(5));
        assert_ne!(table(5), table(6));
    }

    #[test]
    fn known_values_are_kept_or_overwritten_as_asked() {
        let graph = tiny();
        let bellman = Bellman::new(&graph, |_, _| Ok::<_, ()>(-0.5)).unwrap();
        let known = valued(&graph, |_, _| ValuedState::Unknown).standings;
        // One that is off the mark, to be told from an average.
        let known = [ValuedState::Valued(0.9), known[1], known[2]];
        let mut kept = Mces::new(&bellman, &known, Reading::Kept, 1).unwrap();
        kept.run_to(10, &mut |_| ());
        assert_eq!((kept.table()[0], kept.games()), (0.9, 10));
        let mut literal = Mces::new(&bellman, &known, Reading::Literal, 1).unwrap();
        assert_eq!(literal.table()[0], 0.9);
        literal.run_to(10, &mut |_| ());
        assert!(literal.table()[0] != 0.9 && literal.games() == 30);
        assert_eq!(literal.table()[2], 1.0);
    }

    #[test]
    fn games_that_might_never_end_are_not_begun() {
        let graph = from_lists(&[&[(1, &[0, 1])]], &[Outside::Over(1)]);
        let bellman = Bellman::new(&graph, |_, _| Ok::<_, ()>(0.0)).unwrap();
        let refused = Mces::new(&bellman, &[ValuedState::Unknown], Reading::Kept, 1);
        assert_eq!(refused.map(|_| ()), Err(GraphError::Endless));
    }
}
