//! The Bellman operator on a graph.

use rayon::prelude::*;
use shuban_core::{Domain, Interval, PartId};
use shuban_gammon::Contact;
use shuban_solve::{Error, OpenLayer, OpenLayers};

use super::{Graph, Outside};

/// A graph together with the values of the positions outside of it: an equation for the values of
/// the layer.
///
/// Tables of values are indexed by the numbers of the graph: first the positions of the layer, then
/// those outside; each value is the expected result of the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Bellman<'g> {
    /// The graph.
    pub graph: &'g Graph,
    outside: Vec<f64>,
}

impl<'g> Bellman<'g> {
    /// Creates the equation with the values that `finished` gives to positions of finished layers,
    /// by part and rank.
    ///
    /// # Errors
    /// Those of `finished`.
    pub fn new<E>(
        graph: &'g Graph,
        mut finished: impl FnMut(PartId, u64) -> Result<f64, E>,
    ) -> Result<Self, E> {
        let value = |outside: &Outside| match *outside {
            Outside::Over(payoff) => Ok(f64::from(payoff)),
            Outside::Finished { part, rank } => finished(part, rank),
        };
        let outside = graph.outside.iter().map(value).collect::<Result<_, E>>()?;
        Ok(Bellman { graph, outside })
    }

    /// Creates the equation with the middles of the intervals of published layers.
    ///
    /// # Errors
    /// [`Error::NotBuilt`] if a layer is not among the tables; else as [`OpenLayer::value_at`].
    pub fn from_tables(graph: &'g Graph, tables: &OpenLayers<'_, Contact>) -> Result<Self, Error> {
        Bellman::new(graph, |part, rank| {
            let layer = tables.layer(part.layer).ok_or_else(|| Error::NotBuilt {
                domain: tables.domain().layers()[part.layer.0].name.clone(),
            })?;
            layer.value_at(part.part, rank).map(Interval::midpoint)
        })
    }

    /// Returns a table in which all positions of the layer are worth 0.
    pub fn zeros(&self) -> Vec<f64> {
        self.table(&vec![0.0; self.graph.len()])
    }

    /// Returns a table with these values of the layer.
    ///
    /// # Panics
    /// If there is not one for each position.
    pub fn table(&self, values: &[f64]) -> Vec<f64> {
        assert_eq!(values.len(), self.graph.len(), "one value for each position");
        [values, &self.outside].concat()
    }

    /// Returns the value of a position from those of its successors in a table.
    #[inline]
    pub fn backup(&self, table: &[f64], position: usize) -> f64 {
        let sum: f64 = (self.graph.events(position))
            .map(|(weight, plays)| f64::from(weight) * -least(table, plays).1)
            .sum();
        sum / f64::from(self.graph.total_weight())
    }

    /// Returns the Bellman error of a table: the largest difference between a value and its backup,
    /// over the whole layer. Runs on the current rayon pool.
    pub fn error(&self, table: &[f64]) -> f64 {
        (0..self.graph.len())
            .into_par_iter()
            .map(|position| (table[position] - self.backup(table, position)).abs())
            .reduce(|| 0.0, f64::max)
    }
}

/// Returns the middles of a published layer's intervals, by the numbers of its graph: the reference
/// for learned values.
///
/// # Errors
/// As [`OpenLayer::values`].
pub fn midpoints(open: &OpenLayer<'_, Contact>) -> Result<Vec<f64>, Error> {
    let mut midpoints = Vec::new();
    for part in 0..open.indexes().len() {
        midpoints.extend(open.values(part)?.into_iter().map(Interval::midpoint));
    }
    Ok(midpoints)
}

/// Returns the after-position of the least value, hence the best one for the player who moved, and
/// its value; of several equal ones the first.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::tests::{TINY_VALUES, tiny};

    #[test]
    fn the_solution_has_no_error_and_nothing_else_does() {
        let graph = tiny();
        let bellman = Bellman::new(&graph, |_, _| Ok::<_, ()>(-0.5)).unwrap();
        let mut table = bellman.table(&TINY_VALUES);
        assert!(bellman.error(&table) < 1e-15);
        table[1] += 0.25;
        // What changes is position 1 itself and, by one throw in three of its own, its backup.
        assert!((bellman.error(&table) - 1.0 / 3.0).abs() < 1e-15);
    }

    #[test]
    fn failing_to_look_up_an_outside_position_is_passed_on() {
        let graph = tiny();
        assert_eq!(Bellman::new(&graph, |_, rank| Err::<f64, _>(rank)).map(|_| ()), Err(7));
    }
}
