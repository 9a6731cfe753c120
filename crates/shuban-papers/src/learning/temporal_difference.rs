//! Temporal differences: learning from each step of a game.

use shuban_core::Random;

use super::{Learner, Work};
use crate::graph::{Bellman, GraphError, least};

/// TD(0) with exploring starts: each round plays one game from every position of the layer, both
/// sides greedily by the table as it is at that moment. After each play the position it was made in
/// moves towards what the play came to: V(x) ← V(x) + α (−V(after) − V(x)).
///
/// The rate α is n^−ω at the n-th visit of a position, with 1/2 < ω ≤ 1 so that values converge.
#[derive(Clone, Debug)]
pub struct TemporalDifference<'b> {
    bellman: &'b Bellman<'b>,
    table: Vec<f64>,
    visits: Vec<u32>,
    /// α by visit, as far as worked out: powers take longer than all the rest of a step.
    rates: Vec<f64>,
    exponent: f64,
    games: u64,
    random: Random,
}

impl<'b> TemporalDifference<'b> {
    /// The exponent ω that serves well in general (Even-Dar and Mansour, 2003).
    pub const EXPONENT: f64 = 0.85;

    /// Starts from a table, such as [`Bellman::zeros`], with rates n^−`exponent`.
    ///
    /// # Errors
    /// [`GraphError::Endless`] if games may never end.
    pub fn new(
        bellman: &'b Bellman<'b>,
        table: Vec<f64>,
        exponent: f64,
        seed: u64,
    ) -> Result<Self, GraphError> {
        bellman.graph().leaving_rounds().ok_or(GraphError::Endless)?;
        let visits = vec![0; bellman.graph().len()];
        let random = Random::new(seed);
        Ok(TemporalDifference {
            bellman,
            table,
            visits,
            rates: Vec::new(),
            exponent,
            games: 0,
            random,
        })
    }

    fn game(&mut self, start: usize) {
        let graph = self.bellman.graph();
        let mut position = start;
        while position < graph.len() {
            let throw = self.random.throw(graph.total_weight(position));
            let (after, value) = least(&self.table, graph.thrown(position, throw));
            let rate = self.rate(position);
            self.table[position] += rate * (-value - self.table[position]);
            position = after as usize;
        }
        self.games += 1;
    }

    /// The rate of the next visit of a position.
    fn rate(&mut self, position: usize) -> f64 {
        let visits = self.visits[position] as usize;
        self.visits[position] = self.visits[position].saturating_add(1);
        while self.rates.len() <= visits {
            self.rates.push(((self.rates.len() + 1) as f64).powf(-self.exponent));
        }
        self.rates[visits]
    }
}

impl Learner for TemporalDifference<'_> {
    fn name(&self) -> &'static str {
        "TD(0) with exploring starts"
    }

    fn round(&mut self) {
        for start in 0..self.bellman.graph().len() {
            self.game(start);
        }
    }

    fn table(&self) -> &[f64] {
        &self.table
    }

    fn work(&self) -> Work {
        Work::Games(self.games)
    }
}
