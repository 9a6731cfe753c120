//! The choice to try next: the bandit at the root of a search.

/// A choice of the bandit.
#[derive(Clone, Copy, Debug, Default)]
struct Arm {
    /// The probability that the policy gives it.
    prior: f32,
    visits: u32,
    /// The sum of its rewards.
    sum: f32,
}

/// Choices with rewards from 0 to 1, of which the best is to be found: PUCT, as AlphaZero has it
/// (Silver and others, 2018; Rosin, "Multi-armed bandits with episode context", 2011).
#[derive(Clone, Debug)]
pub(super) struct Bandit {
    arms: Vec<Arm>,
    visits: u32,
    /// The weight of what is not known yet.
    exploration: f32,
}

impl Bandit {
    /// Creates a bandit of choices with these probabilities.
    pub(super) fn new(priors: &[f32], exploration: f32) -> Self {
        let arms = priors.iter().map(|&prior| Arm { prior, ..Arm::default() }).collect();
        Bandit { arms, visits: 0, exploration }
    }

    /// Returns the choice to try next, and the number of times it was tried.
    pub(super) fn next(&self) -> (usize, u32) {
        // A choice that was never tried is taken for as good as all are on average.
        let sum: f32 = self.arms.iter().map(|arm| arm.sum).sum();
        let mean = if self.visits == 0 { 0.5 } else { sum / self.visits as f32 };
        let spread = self.exploration * ((self.visits + 1) as f32).sqrt();
        let worth = |arm: &Arm| {
            let value = if arm.visits == 0 { mean } else { arm.sum / arm.visits as f32 };
            value + spread * arm.prior / (1 + arm.visits) as f32
        };
        let mut best = (0, f32::NEG_INFINITY);
        for (place, arm) in self.arms.iter().enumerate() {
            let worth = worth(arm);
            if worth > best.1 {
                best = (place, worth);
            }
        }
        (best.0, self.arms[best.0].visits)
    }

    /// Adds the reward of a try.
    pub(super) fn reward(&mut self, place: usize, reward: f32) {
        self.arms[place].visits += 1;
        self.arms[place].sum += reward;
        self.visits += 1;
    }

    /// Returns true if this many more tries cannot change which choice is tried most often.
    pub(super) fn is_decided(&self, more: u32) -> bool {
        let (mut most, mut second) = (0, 0);
        for arm in &self.arms {
            (most, second) = match arm.visits {
                visits if visits > most => (visits, most),
                visits => (most, second.max(visits)),
            };
        }
        most > second + more
    }

    /// Returns how often a choice was tried, and the mean of its rewards.
    pub(super) fn tried(&self, place: usize) -> (u32, f32) {
        let Arm { visits, sum, .. } = self.arms[place];
        (visits, if visits == 0 { 0.0 } else { sum / visits as f32 })
    }

    /// Returns the choice that was tried most often, of several the one with the highest mean.
    pub(super) fn best(&self) -> usize {
        let worth = |arm: &Arm| (arm.visits, arm.sum);
        let mut best = 0;
        for (place, arm) in self.arms.iter().enumerate() {
            if worth(arm) > worth(&self.arms[best]) {
                best = place;
            }
        }
        best
    }
}
