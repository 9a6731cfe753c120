//! The learning methods.

use shuban_catalog::Error;
use shuban_core::Random;

use super::{Learner, WorkDone};
use crate::graph::{Bellman, least};
use crate::valued::ValuedState;

/// Treatment of starts whose value is known beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownStarts {
    /// Keeps known values. Games from there would change nothing, so they are not played.
    Kept,
    /// Overwrites the value of every start by the average of its results, as printed.
    Overwritten,
    /// Does the same, but each list of results begins with a 0, which the averages count: the
    /// literal reading of the print.
    OverwrittenFromZero,
}

/// Exponent ω of the rates of temporal differences, n^−ω; this one works well in general (Even-Dar
/// and Mansour, 2003). With 1/2 < ω ≤ 1 values converge.
const EXPONENT: f64 = 0.85;

/// Largest change in a sweep at which the evaluation of a policy ends.
const EVALUATED: f64 = 1e-14;

/// Number of sweeps after which an evaluation ends in any case.
const MOST_SWEEPS: u32 = 10_000;

/// Minimum gain for a play to replace another, so that rounding does not change policies.
const BETTER: f64 = 1e-12;

impl<'b> Learner<'b> {
    /// Creates value iteration from the values of the sweep before. A round is a sweep.
    pub fn jacobi(bellman: &'b Bellman<'b>) -> Self {
        let mut next = bellman.zeros();
        let round = move |table: &mut Vec<f64>| {
            for (position, value) in next[..bellman.graph.len()].iter_mut().enumerate() {
                *value = bellman.backup(table, position);
            }
            std::mem::swap(table, &mut next);
            1
        };
        Learner::new("value iteration (Jacobi)", bellman.zeros(), WorkDone::Sweeps, round)
    }

    /// Creates value iteration in place, in the order of numbers: a backup sees those before it in
    /// the same sweep. A round is a sweep.
    pub fn gauss_seidel(bellman: &'b Bellman<'b>) -> Self {
        let round = move |table: &mut Vec<f64>| {
            for position in 0..bellman.graph.len() {
                table[position] = bellman.backup(table, position);
            }
            1
        };
        Learner::new("value iteration (Gauss-Seidel)", bellman.zeros(), WorkDone::Sweeps, round)
    }

    /// Creates policy iteration with one policy for both sides (Pollatschek and Avi-Itzhak, 1969),
    /// evaluated by Gauss–Seidel sweeps until nothing changes. A round evaluates the policy, and
    /// makes it greedy by its values; it counts as n sweeps as the evaluation took and one.
    ///
    /// A policy that is greedy by its own values has the values of best play, so the final policy
    /// is right. That it ends is certain for games against chance only, not where both sides
    /// improve at once (Condon, 1990); in the layers here it always did.
    pub fn policy_iteration(bellman: &'b Bellman<'b>) -> Self {
        let graph = bellman.graph;
        let zeros = bellman.zeros();
        let events = graph.event_numbers(0..graph.len());
        // The chosen play, by event.
        let mut policy: Vec<u32> =
            events.clone().map(|event| least(&zeros, graph.plays_of(event)).0).collect();
        let mut is_stable = false;
        let round = move |table: &mut Vec<f64>| {
            if is_stable {
                return 0;
            }
            let mut sweeps = 1;
            for _ in 0..MOST_SWEEPS {
                let mut change: f64 = 0.0;
                for position in 0..graph.len() {
                    let value = policy_value(bellman, &policy, table, position);
                    change = change.max((value - table[position]).abs());
                    table[position] = value;
                }
                sweeps += 1;
                if change <= EVALUATED {
                    break;
                }
            }
            is_stable = true;
            for event in events.clone() {
                let (best, value) = least(table, graph.plays_of(event));
                if value < table[policy[event] as usize] - BETTER {
                    policy[event] = best;
                    is_stable = false;
                }
            }
            sweeps
        };
        Learner::new("policy iteration", zeros, WorkDone::Sweeps, round)
    }

    /// Creates TD(0) with exploring starts: each round plays one game from every position of the
    /// layer, both sides greedily by the table as it is at that moment. After each play the
    /// position it was made in moves towards the play's result: V(x) ← V(x) + α (−V(after) − V(x)),
    /// where the rate α is n^−ω at the n-th visit of a position.
    ///
    /// # Errors
    /// [`Error::Recompute`] if games may never end.
    pub fn temporal_difference(bellman: &'b Bellman<'b>, seed: u64) -> Result<Self, Error> {
        let graph = endable(bellman)?.graph;
        let mut visits = vec![0u32; graph.len()];
        // α by visit, computed on demand: powers take longer than all the rest of a step.
        let mut rates = Vec::new();
        let mut random = Random::new(seed);
        let round = move |table: &mut Vec<f64>| {
            for start in 0..graph.len() {
                let mut position = start;
                while position < graph.len() {
                    let throw = random.throw(graph.total_weight());
                    let (after, value) = least(table, graph.thrown(position, throw));
                    let visit = visits[position] as usize;
                    visits[position] = visits[position].saturating_add(1);
                    while rates.len() <= visit {
                        rates.push(((rates.len() + 1) as f64).powf(-EXPONENT));
                    }
                    table[position] += rates[visit] * (-value - table[position]);
                    position = after as usize;
                }
            }
            graph.len() as u64
        };
        let name = "TD(0) with exploring starts";
        Ok(Learner::new(name, bellman.zeros(), WorkDone::Games, round))
    }

    /// Creates Monte-Carlo with exploring starts (Sutton and Barto, *Reinforcement Learning*, 1998)
    /// and greedy policies, over a layer with `known` values by the numbers of the graph.
    ///
    /// Each round plays one game from every start. Both sides play greedily by the table as it is
    /// at that moment, of equally good plays the first in the order of the graph; the position that
    /// the game started from becomes worth the average of the results so far of games from it, and
    /// the next game is played by the new table. Only the start is averaged, not the positions that
    /// the game came through. A game that leaves the layer counts with the value of its last
    /// position.
    ///
    /// Before the first game every unknown value is 0, and no results have been gathered.
    ///
    /// # Errors
    /// [`Error::Recompute`] if games may never end.
    ///
    /// # Panics
    /// If `known` is not of the layer.
    pub fn monte_carlo(
        bellman: &'b Bellman<'b>,
        known: &[ValuedState],
        reading: KnownStarts,
        seed: u64,
    ) -> Result<Self, Error> {
        endable(bellman)?;
        let values: Vec<f64> = known.iter().map(|state| state.value().unwrap_or(0.0)).collect();
        let is_start = |state: &ValuedState| reading != KnownStarts::Kept || !state.is_known();
        let starts = (0..known.len()).filter(|&start| is_start(&known[start]));
        // Each with the sum of its results.
        let mut starts: Vec<(usize, f64)> = starts.map(|start| (start, 0.0)).collect();
        let mut random = Random::new(seed);
        // Number of results in a list.
        let mut results = if reading == KnownStarts::OverwrittenFromZero { 1.0 } else { 0.0 };
        let round = move |table: &mut Vec<f64>| {
            results += 1.0;
            for (start, sum) in &mut starts {
                *sum += game_result(bellman, table, *start, &mut random);
                table[*start] = *sum / results;
            }
            starts.len() as u64
        };
        let name = "Monte-Carlo with exploring starts";
        Ok(Learner::new(name, bellman.table(&values), WorkDone::Games, round))
    }
}

/// Returns the equation if play always leaves its layer.
fn endable<'b>(bellman: &'b Bellman<'b>) -> Result<&'b Bellman<'b>, Error> {
    let endless = || "play need not leave the layer, so a game might never end".to_owned();
    let always_leaves = bellman.graph.always_leaves();
    always_leaves.then_some(bellman).ok_or_else(|| Error::Recompute(endless()))
}

/// Returns the value of a position under a policy, from the values of its successors.
fn policy_value(bellman: &Bellman<'_>, policy: &[u32], table: &[f64], position: usize) -> f64 {
    let graph = bellman.graph;
    let chosen = &policy[graph.event_numbers(position..position + 1)];
    let sum: f64 = (graph.weights.iter().zip(chosen))
        .map(|(&weight, &play)| f64::from(weight) * -table[play as usize])
        .sum();
    sum / f64::from(graph.total_weight())
}

/// Plays a game from a position to its end, or out of the layer: the result for the first mover.
#[inline]
fn game_result(bellman: &Bellman<'_>, table: &[f64], start: usize, random: &mut Random) -> f64 {
    let graph = bellman.graph;
    let (mut position, mut sign) = (start, 1.0);
    loop {
        let throw = random.throw(graph.total_weight());
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

    /// Returns a table of the tiny graph, and the games played.
    fn averages(
        known: &[ValuedState],
        reading: KnownStarts,
        seed: u64,
        rounds: u64,
    ) -> (Vec<f64>, WorkDone) {
        let graph = tiny();
        let bellman = Bellman::new(&graph, |_, _| Ok::<_, ()>(-0.5)).unwrap();
        let mut learner = Learner::monte_carlo(&bellman, known, reading, seed).unwrap();
        learner.run_to(rounds);
        (learner.table.to_vec(), learner.work)
    }

    #[test]
    fn averages_come_near_the_solution_and_depend_on_the_seed_alone() {
        let averages = |seed, rounds| averages(&NOTHING, KnownStarts::Kept, seed, rounds);
        assert_eq!(averages(1, 0).0, [0.0, 0.0, 0.0, -1.0, -0.5]);
        let (table, work) = averages(1, 40_000);
        for (found, expected) in table.iter().zip(TINY_VALUES) {
            assert!((found - expected).abs() < 0.02, "{found} for {expected}");
        }
        assert_eq!(work, WorkDone::Games(120_000));
        assert_eq!(averages(5, 100), averages(5, 100));
        assert_ne!(averages(5, 100), averages(6, 100));
    }

    #[test]
    fn known_values_are_kept_or_overwritten_as_asked() {
        let known = valued(&tiny(), |_, _| ValuedState::Unknown).standings;
        // A wrong value, which an average differs from.
        let known = [ValuedState::Valued(0.9), known[1], known[2]];
        let (table, work) = averages(&known, KnownStarts::Kept, 1, 10);
        assert_eq!((table[0], work), (0.9, WorkDone::Games(10)));
        assert_eq!(averages(&known, KnownStarts::Overwritten, 1, 0).0[0], 0.9);
        let (table, work) = averages(&known, KnownStarts::Overwritten, 1, 10);
        assert!(table[0] != 0.9 && table[2] == 1.0 && work == WorkDone::Games(30));
    }

    #[test]
    fn a_list_that_begins_with_a_zero_counts_it() {
        let averages = |reading, rounds| averages(&NOTHING, reading, 1, rounds).0;
        // The first game from position 2 is won in any case.
        let of_2 = |rounds| averages(KnownStarts::OverwrittenFromZero, rounds)[2];
        assert_eq!((of_2(0), of_2(1), of_2(3)), (0.0, 0.5, 0.75));
        assert_eq!(averages(KnownStarts::Overwritten, 1)[2], 1.0);
    }

    #[test]
    fn games_that_might_never_end_are_not_begun() {
        let graph = from_lists(&[[&[0, 1], &[0]]], &[Outside::Over(1)]);
        let bellman = Bellman::new(&graph, |_, _| Ok::<_, ()>(0.0)).unwrap();
        let known = [ValuedState::Unknown];
        assert!(Learner::monte_carlo(&bellman, &known, KnownStarts::Kept, 1).is_err());
        assert!(Learner::temporal_difference(&bellman, 1).is_err());
    }
}
