//! Improvement of a policy by its own games.
//!
//! It draws its plays, and what it did in games that ended better than expected becomes likelier:
//! REINFORCE (Williams, "Simple statistical gradient-following algorithms for connectionist
//! reinforcement learning", Machine Learning 8, 1992). Expected is the mean of games that came to
//! such a [situation](super::features::Turn::situation). A small reward for entropy keeps it trying.

use super::Policy;
use super::features::{COUNT, SITUATIONS};
use super::learning::Decisions;

/// The reward for entropy, where the last place is worth 0 and the first 1.
const ENTROPY: f32 = 0.003;
/// The share of the mean square of a slope that is left after a step.
const MEMORY: f32 = 0.99;
/// Added to the root of that mean: slopes that are smaller take shorter steps.
const LEAST: f32 = 1e-5;
/// Decisions over which an expectation is a mean, roughly.
const SPAN: f32 = 5_000.0;

/// A policy that learns from its own games, step by step.
#[derive(Clone, Debug)]
pub struct Improvement {
    policy: Policy,
    /// The mean squares of slopes, by weight (Tieleman and Hinton, RMSProp, 2012).
    squares: Vec<f32>,
    expected: Vec<Mean>,
}

/// The mean worth of the places after decisions in a situation.
#[derive(Clone, Copy, Debug)]
struct Mean {
    worth: f32,
    decisions: f32,
}

/// The lesson of some games.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The slope of what was reached over what was expected, by weight.
    slopes: Vec<f32>,
    /// The sum of what was reached, and the number of decisions, by situation.
    reached: Vec<(f32, f32)>,
    decisions: f32,
}

impl Improvement {
    /// Begins with a policy.
    pub fn new(policy: Policy) -> Self {
        let squares = vec![1e-6; COUNT];
        let expected = vec![Mean { worth: 0.5, decisions: 0.0 }; SITUATIONS];
        Improvement { policy, squares, expected }
    }

    /// Returns the policy as it is now.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Returns what decisions teach that the policy drew as it is now; `worth` has for each the worth
    /// of the place in which its game ended, from 0 to 1.
    ///
    /// # Panics
    /// If there are not as many of one as of the other.
    pub fn lesson(&self, decisions: &Decisions, worth: &[f32]) -> Lesson {
        assert_eq!(decisions.len(), worth.len(), "a worth for each decision");
        let mut lesson = Lesson {
            slopes: vec![0.0; COUNT],
            reached: vec![(0.0, 0.0); SITUATIONS],
            decisions: worth.len() as f32,
        };
        let mut chances = Vec::new();
        for (decision, &worth) in decisions.iter().zip(worth) {
            let situation = usize::from(decision.situation);
            lesson.reached[situation].0 += worth;
            lesson.reached[situation].1 += 1.0;
            let more = worth - self.expected[situation].worth;
            self.policy.chances(decisions, decision, &mut chances);
            let logarithm = |chance: f32| libm::logf(chance.max(f32::MIN_POSITIVE));
            let entropy: f32 = chances.iter().map(|&chance| -chance * logarithm(chance)).sum();
            for (choice, (places, &chance)) in
                decisions.features(decision).zip(&chances).enumerate()
            {
                let drawn = f32::from(u8::from(choice == usize::from(decision.chosen)));
                let spread = -chance * (logarithm(chance) + entropy);
                let slope = more * (drawn - chance) + ENTROPY * spread;
                for &place in places {
                    lesson.slopes[usize::from(place)] += slope;
                }
            }
        }
        lesson
    }

    /// Takes a step of this length by what games taught. The order of lessons counts in the last bits.
    pub fn learn(&mut self, lessons: &[Lesson], rate: f32) {
        let decisions: f32 = lessons.iter().map(|lesson| lesson.decisions).sum();
        for (place, (weight, square)) in
            self.policy.weights.iter_mut().zip(&mut self.squares).enumerate()
        {
            let sum: f32 = lessons.iter().map(|lesson| lesson.slopes[place]).sum();
            let slope = sum / decisions.max(1.0);
            *square = MEMORY * *square + (1.0 - MEMORY) * slope * slope;
            *weight += rate * slope / (square.sqrt() + LEAST);
        }
        for (situation, mean) in self.expected.iter_mut().enumerate() {
            let reached = lessons.iter().map(|lesson| lesson.reached[situation]);
            let (sum, count) =
                reached.fold((0.0, 0.0), |(sum, count), (more, one)| (sum + more, count + one));
            if count > 0.0 {
                mean.decisions = (mean.decisions + count).min(SPAN.max(count));
                mean.worth += (sum / count - mean.worth) * count / mean.decisions;
            }
        }
    }
}
