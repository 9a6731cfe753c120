//! The worth of a fixed policy: against itself, and against the best reply to it.
//!
//! Both are least and greatest fixed points of a system in which each value is a mean over chance.
//! Sweeps from below and from above enclose them: a lower bound that is put through the system stays
//! one, and so does an upper bound. Numbers are in double precision, so that the bounds are proven
//! but for its rounding, some 10⁻¹³.

use serde::Serialize;
use shuban_core::Progress;

use crate::examination::accumulated::{Accumulated, Summary};
use crate::examination::deadline::Deadline;
use crate::examination::decision_graph::{DecisionGraph, Reached};
use crate::examination::fault::Ended;

/// Widest bounds with which the sweeps end.
const SETTLED: f64 = 1e-9;

/// Most sweeps: bounds that are still wide then are those of play that need not end.
const MOST_SWEEPS: u32 = 20_000;

/// Worth of a fixed policy over the positions of a layer, beside the values of perfect play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExactPlay {
    /// Number of positions that were solved together.
    pub solved: u64,
    /// Number of sweeps.
    pub sweeps: u32,
    /// Widest bounds of a value.
    pub width: f64,
    /// True if all bounds are within 10⁻⁹.
    pub settled: bool,
    /// Loss of the player about to move against the best reply to its policy, beside perfect play:
    /// its exploitability.
    pub exploitability: Summary,
    /// The position where that is greatest.
    pub worst: String,
    /// By how much the value of the policy against itself differs from that of perfect play.
    pub against_itself: Summary,
}

/// Bounds of the value of each position to the player to move.
struct Bounds {
    lower: Vec<f64>,
    upper: Vec<f64>,
}

impl Bounds {
    /// Creates bounds that hold whatever the play is. Finished games of the layer have no turn whose
    /// bounds a sweep could narrow, and no play refers to them: they have no width from the start.
    fn new(graph: &DecisionGraph) -> Self {
        let most = graph.greatest_payoff();
        let size = |position| if graph.is_over(position) { 0.0 } else { most };
        let upper: Vec<f64> = (0..graph.len()).map(size).collect();
        Bounds { lower: upper.iter().map(|upper| -upper).collect(), upper }
    }

    fn middle(&self, position: usize) -> f64 {
        f64::midpoint(self.lower[position], self.upper[position])
    }

    fn width(&self) -> f64 {
        let widths = self.lower.iter().zip(&self.upper).map(|(lower, upper)| upper - lower);
        widths.fold(0.0, f64::max)
    }
}

/// Values of a policy at each position of a graph.
pub(crate) struct PolicyValues {
    /// Of the policy against itself.
    own: Bounds,
    /// Of the policy against the best reply.
    kept: Bounds,
    sweeps: u32,
}

/// Returns the lower bound of a play's value to its player: positions where the same player moves
/// have it from `own`, others the negative of the upper bound in `other`.
fn of_play(reached: Reached, own: &[f64], other: &[f64]) -> f64 {
    match reached {
        Reached::Over(payoff) => payoff,
        Reached::Position(place, true) => own[place],
        Reached::Position(place, false) => -other[place],
    }
}

impl PolicyValues {
    /// Solves a graph.
    ///
    /// # Errors
    /// [`Ended`] if it is interrupted, or the deadline passes.
    pub(crate) fn solve(
        graph: &DecisionGraph,
        deadline: &Deadline,
        progress: &dyn Progress,
    ) -> Result<Self, Ended> {
        let count = graph.len();
        let [mut own, mut kept, mut reply] = std::array::from_fn(|_| Bounds::new(graph));
        let mut sweeps = 0;
        progress.phase("sweeps", 0);
        while sweeps < MOST_SWEEPS {
            sweeps += 1;
            let mut is_changed = false;
            let mut put = |value: f64, bound: &mut f64| {
                is_changed |= *bound != value;
                *bound = value;
            };
            for position in 0..count {
                if graph.is_over(position) {
                    continue;
                }
                let chosen = |one: &[f64], other: &[f64]| {
                    graph.mean_of_chosen(position, |play| of_play(play, one, other))
                };
                let best = |one: &[f64], other: &[f64]| {
                    graph.mean_of_best(position, |play| of_play(play, one, other))
                };
                put(chosen(&own.lower, &own.upper), &mut own.lower[position]);
                put(chosen(&own.upper, &own.lower), &mut own.upper[position]);
                put(chosen(&kept.lower, &reply.upper), &mut kept.lower[position]);
                put(chosen(&kept.upper, &reply.lower), &mut kept.upper[position]);
                put(best(&reply.lower, &kept.upper), &mut reply.lower[position]);
                put(best(&reply.upper, &kept.lower), &mut reply.upper[position]);
            }
            let width = own.width().max(kept.width()).max(reply.width());
            progress.at(u64::from(sweeps), &format!("sweep {sweeps}, widest bounds {width:.1e}"));
            deadline.check(progress)?;
            // Without dice, endless play keeps bounds apart: a sweep that changes nothing is the last.
            if width <= SETTLED || !is_changed {
                break;
            }
        }
        Ok(PolicyValues { own, kept, sweeps })
    }

    /// Compares the values of a range of positions with those of perfect play; `None` if all of
    /// these are over.
    pub(crate) fn compared(
        &self,
        graph: &DecisionGraph,
        first: usize,
        perfect: &[f64],
    ) -> Option<(ExactPlay, usize)> {
        let (mut exploitability, mut against_itself) = <(Accumulated, Accumulated)>::default();
        let mut worst = (f64::NEG_INFINITY, 0);
        for (number, &value) in perfect.iter().enumerate() {
            let position = first + number;
            if graph.is_over(position) {
                continue;
            }
            let lost = value - self.kept.middle(position);
            exploitability.add(lost, 1.0);
            against_itself.add(self.own.middle(position) - value, 1.0);
            if lost > worst.0 {
                worst = (lost, number);
            }
        }
        let width = self.own.width().max(self.kept.width());
        let play = ExactPlay {
            solved: graph.len() as u64,
            sweeps: self.sweeps,
            width,
            settled: width <= SETTLED,
            exploitability: exploitability.summary(false)?,
            worst: String::new(),
            against_itself: against_itself.summary(false)?,
        };
        Some((play, worst.1))
    }
}
