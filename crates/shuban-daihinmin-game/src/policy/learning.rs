//! Learning of a policy from decisions: gradient ascent on the likelihood of what was played.

use shuban_core::Random;

use super::features::{Acting, COUNT, PASSES, PLAYS, Turn};
use super::{Odds, Policy};
use crate::legal::melds_into;
use crate::{ContestRules, Meld, SeatView};

/// Decisions of players, each with the features of all that could have been done.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    /// The features of the plays of all decisions, one after the other.
    plays: Vec<[u16; PLAYS]>,
    decisions: Vec<Decision>,
}

/// A decision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decision {
    /// The first of its plays.
    first: u32,
    /// The number of its plays.
    plays: u16,
    /// The features of the pass, if it was possible.
    pass: Option<[u16; PASSES]>,
    /// The play that was chosen; the number of plays for the pass.
    pub(super) chosen: u16,
    /// The [situation](Turn::situation).
    pub(super) situation: u16,
}

/// Settings of learning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearnSetting {
    /// The number of times that each decision is looked at.
    pub rounds: u32,
    /// The length of the first steps.
    pub rate: f32,
    /// The pull of weights to zero.
    pub decay: f32,
    /// The seed of the order of decisions.
    pub seed: u64,
}

impl Default for LearnSetting {
    fn default() -> Self {
        LearnSetting { rounds: 8, rate: 0.1, decay: 1e-6, seed: 1 }
    }
}

/// The success of a policy in foretelling decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fit {
    /// The number of decisions.
    pub decisions: usize,
    /// The share of decisions in which what was played was the most likely.
    pub hits: f64,
    /// The mean of the logarithm of the probability of what was played.
    pub log_likelihood: f64,
}

impl Decisions {
    /// Adds a decision, unless there was nothing to decide or what was played was not legal.
    pub fn add(&mut self, rules: &ContestRules, view: &SeatView, action: Option<&Meld>) {
        let mut odds = Odds::default();
        melds_into(rules, view.hand, &view.table, &mut odds.melds);
        let may_pass = view.table.top.is_some();
        let Some(chosen) = odds.place(action) else { return };
        let count = odds.melds.len();
        if count + usize::from(may_pass) < 2 || chosen == count && !may_pass {
            return;
        }
        let acting = Acting::from(view);
        let turn = Turn::new(rules, &acting);
        let first = self.plays.len() as u32;
        self.plays.extend(odds.melds.iter().map(|meld| turn.play(meld)));
        let pass = may_pass.then(|| turn.pass());
        let (plays, chosen, situation) = (count as u16, chosen as u16, turn.situation());
        self.decisions.push(Decision { first, plays, pass, chosen, situation });
    }

    /// The number of decisions.
    pub fn len(&self) -> usize {
        self.decisions.len()
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.decisions.is_empty()
    }

    /// Returns them in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Decision> {
        self.decisions.iter()
    }

    /// Returns the features of the plays of a decision, then those of the pass, if it was possible.
    pub(super) fn features<'d>(
        &'d self,
        decision: &'d Decision,
    ) -> impl Iterator<Item = &'d [u16]> {
        let first = decision.first as usize;
        let plays = &self.plays[first..first + usize::from(decision.plays)];
        plays.iter().map(<[u16; PLAYS]>::as_slice).chain(decision.pass.iter().map(|pass| &pass[..]))
    }
}

impl Policy {
    /// Learns from decisions, from weights of zero; each tenth decision is held out. Returns the policy, and its fit to the decisions that were held out.
    ///
    /// Steps are those of AdaGrad (Duchi, Hazan and Singer, 2011): a feature that is rare takes
    /// longer ones.
    pub fn learn(decisions: &Decisions, setting: &LearnSetting) -> (Policy, Fit) {
        let mut policy = Policy::uniform();
        let mut squares = vec![1e-3f32; COUNT];
        let mut random = Random::new(setting.seed);
        let mut order: Vec<usize> =
            (0..decisions.len()).filter(|number| number % 10 != 9).collect();
        let mut chances = Vec::new();
        for _ in 0..setting.rounds {
            random.shuffle(&mut order);
            for &number in &order {
                let decision = &decisions.decisions[number];
                policy.chances(decisions, decision, &mut chances);
                let features = decisions.features(decision);
                for (choice, (places, chance)) in features.zip(&chances).enumerate() {
                    let gradient =
                        f32::from(u8::from(choice == usize::from(decision.chosen))) - chance;
                    for &place in places {
                        let place = usize::from(place);
                        let slope = gradient - setting.decay * policy.weights[place];
                        squares[place] += slope * slope;
                        policy.weights[place] += setting.rate * slope / squares[place].sqrt();
                    }
                }
            }
        }
        let held: Vec<&Decision> = decisions.decisions.iter().skip(9).step_by(10).collect();
        let mut fit = Fit { decisions: held.len(), ..Fit::default() };
        for decision in &held {
            policy.chances(decisions, decision, &mut chances);
            let chosen = chances[usize::from(decision.chosen)];
            fit.log_likelihood += f64::from(libm::logf(chosen.max(f32::MIN_POSITIVE)));
            // The first of equals counts as the most likely.
            let most = chances.iter().copied().fold(0.0, f32::max);
            let first = chances.iter().position(|&chance| chance == most);
            fit.hits += f64::from(u8::from(first == Some(usize::from(decision.chosen))));
        }
        let count = held.len().max(1) as f64;
        (fit.hits, fit.log_likelihood) = (fit.hits / count, fit.log_likelihood / count);
        (policy, fit)
    }

    /// Creates the policy that takes all plays for equally likely.
    pub fn uniform() -> Self {
        let weights: Box<[f32]> = vec![0.0; COUNT].into_boxed_slice();
        Policy { weights: weights.try_into().expect("the length is that of the features") }
    }

    /// Computes the probabilities of the choices of a decision.
    pub(super) fn chances(
        &self,
        decisions: &Decisions,
        decision: &Decision,
        chances: &mut Vec<f32>,
    ) {
        chances.clear();
        chances.extend(decisions.features(decision).map(|places| self.score(places)));
        super::softmax(chances);
    }
}
