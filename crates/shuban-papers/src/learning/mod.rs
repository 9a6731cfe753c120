//! Ways to learn the values of a layer, side by side: how fast each comes near them.
//!
//! Every method is a [`Learner`], works on one thread, and goes on in rounds; [`learn`] runs one
//! and measures it from time to time. Clocks are read, but nothing depends on what they say.

mod policy_iteration;
mod temporal_difference;
mod value_iteration;

use std::time::{Duration, Instant};

pub use policy_iteration::PolicyIteration;
pub use temporal_difference::TemporalDifference;
pub use value_iteration::{GaussSeidel, Jacobi};

use crate::graph::Bellman;
use crate::mces::Mces;

/// How much a method has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Sweeps over all positions of the layer.
    Sweeps(u64),
    /// Games played.
    Games(u64),
}

/// A method on its way.
pub trait Learner {
    /// Its name, for legends.
    fn name(&self) -> &'static str;

    /// One round: a sweep, a new policy and its values, or a game from every start.
    fn round(&mut self);

    /// The values so far, by the numbers of the graph: the layer, then what lies outside.
    fn table(&self) -> &[f64];

    /// How much it has done.
    fn work(&self) -> Work;

    /// Whether further rounds will change nothing.
    fn is_done(&self) -> bool {
        false
    }
}

impl Learner for Mces<'_> {
    fn name(&self) -> &'static str {
        "Monte-Carlo with exploring starts"
    }

    fn round(&mut self) {
        self.iterate();
    }

    fn table(&self) -> &[f64] {
        Mces::table(self)
    }

    fn work(&self) -> Work {
        Work::Games(self.games())
    }
}

/// Where a method stood at some moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Rounds done.
    pub rounds: u64,
    /// What these came to.
    pub work: Work,
    /// Seconds that they took, measuring not counted.
    pub seconds: f64,
    /// The largest difference between a value and its backup.
    pub bellman_error: f64,
    /// The largest difference to the reference, if one was given.
    pub error: Option<f64>,
}

/// Runs a method and measures it before the first round and after each number of rounds in `at`,
/// which ascend. Ends early once the Bellman error of a sample is at most `goal`, or the method is
/// done.
///
/// `reference` holds the values to compare with, by the numbers of the graph.
pub fn learn(
    learner: &mut dyn Learner,
    bellman: &Bellman<'_>,
    at: &[u64],
    goal: f64,
    reference: Option<&[f64]>,
) -> Vec<Sample> {
    let mut took = Duration::ZERO;
    let mut rounds = 0;
    let mut samples: Vec<Sample> = Vec::new();
    for &next in [0].iter().chain(at) {
        let started = Instant::now();
        while rounds < next && !learner.is_done() {
            learner.round();
            rounds += 1;
        }
        took += started.elapsed();
        if samples.last().is_some_and(|last| last.rounds == rounds) {
            break;
        }
        let bellman_error = bellman.error(learner.table());
        samples.push(Sample {
            rounds,
            work: learner.work(),
            seconds: took.as_secs_f64(),
            bellman_error,
            error: reference.map(|reference| largest_difference(learner.table(), reference)),
        });
        if bellman_error <= goal {
            break;
        }
    }
    samples
}

/// The largest difference between two tables, as far as both go.
pub fn largest_difference(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// Ascending numbers from 1 to `last`, about `per_decade` in each power of ten, evenly spaced on a
/// logarithmic scale as far as whole numbers go. `last` is always among them.
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

    /// Learns the tiny graph's values, and gives the samples with the table.
    fn learned(name: &str, rounds: u64) -> (Vec<Sample>, Vec<f64>) {
        let graph = tiny();
        let bellman = Bellman::new(&graph, |_, _| Ok::<_, ()>(-0.5)).unwrap();
        let zeros = bellman.zeros();
        let mut learner: Box<dyn Learner> = match name {
            "Jacobi" => Box::new(Jacobi::new(&bellman, zeros)),
            "Gauss-Seidel" => Box::new(GaussSeidel::new(&bellman, zeros)),
            "policy" => Box::new(PolicyIteration::new(&bellman, zeros)),
            _ => {
                let exponent = TemporalDifference::EXPONENT;
                Box::new(TemporalDifference::new(&bellman, zeros, exponent, 3).unwrap())
            }
        };
        let at = log_spaced(rounds, 2);
        let samples = learn(&mut *learner, &bellman, &at, 1e-13, Some(&TINY_VALUES));
        (samples, learner.table().to_vec())
    }

    #[test]
    fn methods_that_back_up_come_to_the_exact_solution() {
        for name in ["Jacobi", "Gauss-Seidel", "policy"] {
            let (samples, table) = learned(name, 100);
            assert!(largest_difference(&table, &TINY_VALUES) < 1e-12, "{name}: {table:?}");
            assert_eq!(samples[0].work, Work::Sweeps(0));
            assert_eq!(samples[0].error, Some(1.0));
            let last = samples.last().unwrap();
            assert!(last.error.unwrap() < 1e-12 && last.bellman_error <= 1e-13, "{name}: {last:?}");
        }
    }

    #[test]
    fn temporal_differences_come_near_the_solution_and_depend_on_the_seed_alone() {
        let (samples, table) = learned("TD", 40_000);
        assert!(largest_difference(&table, &TINY_VALUES) < 0.02, "{table:?}");
        assert_eq!(samples.last().unwrap().work, Work::Games(120_000));
        assert_eq!(table, learned("TD", 40_000).1);
    }

    #[test]
    fn a_method_that_is_done_goes_no_further() {
        let (samples, _) = learned("policy", 1_000_000);
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
