//! Ways to learn the values of a layer, side by side: how fast each comes near them.
//!
//! Every method is a [`Learner`], works on one thread, and goes on in rounds; [`learn`] runs one and
//! measures it from time to time. Clocks are read, but nothing depends on what they say.

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

/// Runs a method and measures it before the first round and after each number of rounds in `at`, which
/// ascend. Ends early once the Bellman error of a sample is at most `goal`, or the method is done.
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
