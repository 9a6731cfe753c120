//! Methods that learn the values of a layer, compared by their speed of convergence.
//!
//! Every method is a [`Learner`], works on one thread, and goes on in rounds; [`learn`] runs one
//! and measures it at intervals. Clocks are read, but no result depends on them.

mod methods;

use std::time::{Duration, Instant};

pub use methods::KnownStarts;
use shuban_core::{Progress, Silent};

use crate::graph::Bellman;

/// Work of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkDone {
    /// Sweeps over all positions of the layer.
    Sweeps(u64),
    /// Games played.
    Games(u64),
}

/// A function that improves a table by one round; it returns the number of sweeps or games, 0 if
/// nothing is left to do.
type Round<'b> = dyn FnMut(&mut Vec<f64>) -> u64 + 'b;

/// A method in progress.
pub struct Learner<'b> {
    /// Name for legends.
    pub name: &'static str,
    /// Values so far, by the numbers of the graph: the layer, then the positions outside.
    pub table: Vec<f64>,
    /// Rounds done: sweeps, new policies with their values, or games from every start.
    pub rounds: u64,
    /// Work so far.
    pub work: WorkDone,
    round: Box<Round<'b>>,
    /// Receiver of progress, which may cancel it.
    progress: &'b dyn Progress,
}

impl<'b> Learner<'b> {
    fn new(
        name: &'static str,
        table: Vec<f64>,
        unit: fn(u64) -> WorkDone,
        round: impl FnMut(&mut Vec<f64>) -> u64 + 'b,
    ) -> Self {
        Learner { name, table, rounds: 0, work: unit(0), round: Box::new(round), progress: &Silent }
    }

    /// Makes it stop when it is cancelled.
    #[must_use]
    pub fn unless_interrupted(self, progress: &'b dyn Progress) -> Self {
        Learner { progress, ..self }
    }

    /// Continues until n rounds are done, or further rounds would change nothing.
    pub fn run_to(&mut self, rounds: u64) {
        while self.rounds < rounds && !self.progress.interrupted() {
            let more = (self.round)(&mut self.table);
            if more == 0 {
                break;
            }
            self.rounds += 1;
            let (WorkDone::Sweeps(done) | WorkDone::Games(done)) = &mut self.work;
            *done += more;
        }
    }
}

/// State of a method at some moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Rounds done.
    pub rounds: u64,
    /// Work of these rounds.
    pub work: WorkDone,
    /// Seconds of these rounds, without measuring.
    pub seconds: f64,
    /// Largest difference between a value and its backup.
    pub bellman_error: f64,
    /// Largest difference to the reference.
    pub error: f64,
}

/// Runs a method and measures it before the first round and after each number of rounds in `at`,
/// which ascend. Ends early once the Bellman error of a sample is at most `goal`, or the method is
/// done.
///
/// `reference` holds the values to compare with, by the numbers of the graph.
pub fn learn(
    learner: &mut Learner<'_>,
    bellman: &Bellman<'_>,
    at: &[u64],
    goal: f64,
    reference: &[f64],
) -> Vec<Sample> {
    let mut took = Duration::ZERO;
    let mut samples: Vec<Sample> = Vec::new();
    for &next in [0].iter().chain(at) {
        let started = Instant::now();
        learner.run_to(next);
        took += started.elapsed();
        if samples.last().is_some_and(|last| last.rounds == learner.rounds) {
            break;
        }
        let bellman_error = bellman.error(&learner.table);
        samples.push(Sample {
            rounds: learner.rounds,
            work: learner.work,
            seconds: took.as_secs_f64(),
            bellman_error,
            error: largest_difference(&learner.table, reference),
        });
        if bellman_error <= goal {
            break;
        }
    }
    samples
}

/// Returns the largest difference between two tables, as far as both go.
pub fn largest_difference(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// Returns ascending numbers from 1 to `last`, about `per_decade` in each power of ten, evenly
/// spaced on a logarithmic scale as far as integers allow. `last` is always among them.
pub fn log_spaced(last: u64, per_decade: u32) -> Vec<u64> {
    let mut numbers: Vec<u64> = (0u32..)
        .map(|i| 10f64.powf(f64::from(i) / f64::from(per_decade.max(1))).round() as u64)
        .take_while(|&number| number < last)
        .collect();
    numbers.dedup();
    if last > 0 {
        numbers.push(last);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::tests::{TINY_VALUES, tiny};

    type Method = for<'b> fn(&'b Bellman<'b>) -> Learner<'b>;

    const POLICY_ITERATION: Method = |bellman| Learner::policy_iteration(bellman);
    const TEMPORAL_DIFFERENCE: Method = |bellman| Learner::temporal_difference(bellman, 3).unwrap();

    /// Learns the tiny graph's values, and returns the samples with the table.
    fn learned(method: Method, rounds: u64) -> (Vec<Sample>, Vec<f64>) {
        let graph = tiny();
        let bellman = Bellman::new(&graph, |_, _| Ok::<_, ()>(-0.5)).unwrap();
        let mut learner = method(&bellman);
        let at = log_spaced(rounds, 2);
        let samples = learn(&mut learner, &bellman, &at, 1e-13, &TINY_VALUES);
        (samples, learner.table.to_vec())
    }

    #[test]
    fn methods_that_back_up_come_to_the_exact_solution() {
        let methods: [Method; 3] = [
            |bellman| Learner::jacobi(bellman),
            |bellman| Learner::gauss_seidel(bellman),
            POLICY_ITERATION,
        ];
        for method in methods {
            let (samples, table) = learned(method, 100);
            assert!(largest_difference(&table, &TINY_VALUES) < 1e-12, "{table:?}");
            assert_eq!((samples[0].work, samples[0].error), (WorkDone::Sweeps(0), 1.0));
            let last = samples.last().unwrap();
            assert!(last.error < 1e-12 && last.bellman_error <= 1e-13, "{last:?}");
        }
    }

    #[test]
    fn temporal_differences_come_near_the_solution_and_depend_on_the_seed_alone() {
        let (samples, table) = learned(TEMPORAL_DIFFERENCE, 40_000);
        assert!(largest_difference(&table, &TINY_VALUES) < 0.02, "{table:?}");
        assert_eq!(samples.last().unwrap().work, WorkDone::Games(120_000));
        assert_eq!(table, learned(TEMPORAL_DIFFERENCE, 40_000).1);
    }

    #[test]
    fn a_method_that_is_done_goes_no_further() {
        let (samples, _) = learned(POLICY_ITERATION, 1_000_000);
        assert!(samples.last().unwrap().rounds < 10);
    }

    #[test]
    fn samples_are_evenly_spaced_by_powers_of_ten() {
        assert_eq!(log_spaced(100, 2), [1, 3, 10, 32, 100]);
        assert_eq!(log_spaced(12, 9), [1, 2, 3, 4, 5, 6, 8, 10, 12]);
        assert_eq!(log_spaced(1, 5), [1]);
        assert!(log_spaced(0, 5).is_empty());
    }
}
