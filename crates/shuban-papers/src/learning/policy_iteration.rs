//! Policy iteration: the values of a policy, then the policy that is greedy by them.

use super::{Learner, Work};
use crate::graph::{Bellman, Graph, least};

/// A policy's values are those at which a sweep changes none by more than this.
const EVALUATED: f64 = 1e-14;

/// Sweeps after which an evaluation ends whatever it has come to.
const MOST_SWEEPS: u32 = 10_000;

/// A play must be better by this to replace another: so that rounding does not change policies.
const BETTER: f64 = 1e-12;

/// Policy iteration with one policy for both sides (Pollatschek and Avi-Itzhak, 1969), evaluated by
/// Gauss–Seidel sweeps until nothing changes. A round evaluates the policy, and makes it greedy by
/// its values; it counts as so many sweeps as the evaluation took and one.
///
/// A policy that is greedy by its own values has the values of best play, so what this ends with is
/// right. That it ends is certain for games against chance only, not where both sides improve at
/// once (Condon, 1990); in the layers here it always did.
#[derive(Clone, Debug)]
pub struct PolicyIteration<'b> {
    bellman: &'b Bellman<'b>,
    table: Vec<f64>,
    /// The play chosen, by event.
    policy: Vec<u32>,
    sweeps: u64,
    is_stable: bool,
}

impl<'b> PolicyIteration<'b> {
    /// Starts with the policy that is greedy by a table, such as [`Bellman::zeros`].
    pub fn new(bellman: &'b Bellman<'b>, table: Vec<f64>) -> Self {
        let graph = bellman.graph();
        let events = graph.event_numbers(0..graph.len());
        let policy = events.map(|event| least(&table, graph.plays_of(event)).0).collect();
        PolicyIteration { bellman, table, policy, sweeps: 0, is_stable: false }
    }

    fn evaluate(&mut self) {
        let graph = self.bellman.graph();
        for _ in 0..MOST_SWEEPS {
            let mut change: f64 = 0.0;
            for position in 0..graph.len() {
                let value = worth(graph, &self.policy, &self.table, position);
                change = change.max((value - self.table[position]).abs());
                self.table[position] = value;
            }
            self.sweeps += 1;
            if change <= EVALUATED {
                break;
            }
        }
    }

    fn improve(&mut self) {
        let graph = self.bellman.graph();
        self.is_stable = true;
        for event in graph.event_numbers(0..graph.len()) {
            let (best, value) = least(&self.table, graph.plays_of(event));
            if value < self.table[self.policy[event] as usize] - BETTER {
                self.policy[event] = best;
                self.is_stable = false;
            }
        }
        self.sweeps += 1;
    }
}

/// What a policy makes of a position, from the values of its successors.
fn worth(graph: &Graph, policy: &[u32], table: &[f64], position: usize) -> f64 {
    let chosen = &policy[graph.event_numbers(position..position + 1)];
    let sum: f64 = (graph.weights(position).iter().zip(chosen))
        .map(|(&weight, &play)| f64::from(weight) * -table[play as usize])
        .sum();
    sum / f64::from(graph.total_weight(position))
}

impl Learner for PolicyIteration<'_> {
    fn name(&self) -> &'static str {
        "policy iteration"
    }

    fn round(&mut self) {
        self.evaluate();
        self.improve();
    }

    fn table(&self) -> &[f64] {
        &self.table
    }

    fn work(&self) -> Work {
        Work::Sweeps(self.sweeps)
    }

    fn is_done(&self) -> bool {
        self.is_stable
    }
}
