//! The Bellman operator on a graph.

use rayon::prelude::*;
use shuban_core::{Interval, Unanswered};

use super::{Graph, GraphError, Outside};

/// A graph together with the values of the positions outside of it: an equation for the values of the
/// layer.
///
/// Tables of values go by the numbers of the graph: first the positions of the layer, then those
/// outside; each value is the expected result of the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Bellman<'g> {
    graph: &'g Graph,
    outside: Vec<f64>,
}

impl<'g> Bellman<'g> {
    /// The equation with the values that `finished` gives to positions of finished layers.
    ///
    /// # Errors
    /// [`GraphError::Unanswered`] if `finished` does not answer.
    pub fn new(
        graph: &'g Graph,
        mut finished: impl FnMut(shuban_core::PartId, u64) -> Result<f64, Unanswered>,
    ) -> Result<Self, GraphError> {
        let outside = (graph.outside().iter())
            .map(|outside| match *outside {
                Outside::Over(payoff) => Ok(f64::from(payoff)),
                Outside::Finished { part, rank } => finished(part, rank),
            })
            .collect::<Result<_, Unanswered>>()?;
        Ok(Bellman { graph, outside })
    }

    /// The equation with the middles of certified intervals of finished layers.
    ///
    /// # Errors
    /// As [`new`](Bellman::new).
    pub fn with_intervals(
        graph: &'g Graph,
        mut finished: impl FnMut(shuban_core::PartId, u64) -> Result<Interval, Unanswered>,
    ) -> Result<Self, GraphError> {
        Bellman::new(graph, |part, rank| finished(part, rank).map(Interval::midpoint))
    }

    /// The graph.
    pub fn graph(&self) -> &'g Graph {
        self.graph
    }

    /// A table in which all positions of the layer are worth 0.
    pub fn zeros(&self) -> Vec<f64> {
        let mut table = vec![0.0; self.graph.len()];
        table.extend(&self.outside);
        table
    }

    /// A table with these values of the layer.
    ///
    /// # Errors
    /// [`GraphError::Length`] if there is not one for each position.
    pub fn table(&self, values: &[f64]) -> Result<Vec<f64>, GraphError> {
        let (expected, found) = (self.graph.len(), values.len());
        if expected != found {
            return Err(GraphError::Length { expected, found });
        }
        let mut table = values.to_vec();
        table.extend(&self.outside);
        Ok(table)
    }

    /// What the values of its successors in a table make a position worth.
    #[inline]
    pub fn backup(&self, table: &[f64], position: usize) -> f64 {
        let sum: f64 = (self.graph.events(position))
            .map(|(weight, plays)| f64::from(weight) * -least(table, plays).1)
            .sum();
        sum / f64::from(self.graph.total_weight(position))
    }

    /// The Bellman error of a table: the largest difference between a value and its backup, over the
    /// whole layer. Runs on the current rayon pool.
    pub fn error(&self, table: &[f64]) -> f64 {
        (0..self.graph.len())
            .into_par_iter()
            .map(|position| (table[position] - self.backup(table, position)).abs())
            .reduce(|| 0.0, f64::max)
    }
}

/// The after-position of the least value, hence the best one for who plays, and its value; of several
/// equal ones the first.
#[inline]
pub(crate) fn least(table: &[f64], plays: &[u32]) -> (u32, f64) {
    let mut best = (plays[0], table[plays[0] as usize]);
    for &play in &plays[1..] {
        let value = table[play as usize];
        if value < best.1 {
            best = (play, value);
        }
    }
    best
}
