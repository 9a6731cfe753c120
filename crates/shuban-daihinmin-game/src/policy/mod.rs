//! A learnt policy: how likely each play is, by a linear softmax over features of play, hand and table.
//!
//! The probability of a play is proportional to the exponential of the sum of the weights of its
//! features. Champions of the UEC contest play so, in their playouts at least (Ohto, 2016).

mod features;
mod improvement;
mod learning;
mod shape;
mod weights;

pub use features::Acting;
pub use improvement::{Improvement, Lesson};
pub use learning::{Decisions, Fit, LearnSetting};
pub use weights::WeightsError;

use std::sync::{Arc, OnceLock};

use features::{COUNT, Turn};
use shuban_core::Random;

use crate::legal::melds_into;
use crate::{ContestRules, Meld};

/// A policy: a weight for each feature.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    weights: Box<[f32; COUNT]>,
}

/// The actions of a turn with their probabilities; buffers that are used again.
#[derive(Clone, Debug, Default)]
pub struct Odds {
    /// The legal melds.
    pub melds: Vec<Meld>,
    /// The probability of each meld, then of the pass.
    pub chances: Vec<f32>,
}

impl Odds {
    /// The action of this place: a meld, or the pass after the last one.
    pub fn action(&self, place: usize) -> Option<Meld> {
        self.melds.get(place).copied()
    }

    /// The place of an action that a player took, if it is legal.
    pub fn place(&self, action: Option<&Meld>) -> Option<usize> {
        match action {
            None => Some(self.melds.len()),
            Some(meld) => self.melds.iter().position(|legal| legal == meld),
        }
    }

    /// The action with the highest probability, the first of several.
    pub fn likeliest(&self) -> Option<Meld> {
        let most = self.chances.iter().copied().fold(0.0, f32::max);
        self.chances.iter().position(|&chance| chance == most).and_then(|place| self.action(place))
    }

    /// Draws an action.
    pub fn draw(&self, random: &mut Random) -> Option<Meld> {
        // 24 bits are what an f32 holds.
        let mut left = (random.bits() >> 40) as f32 / (1u32 << 24) as f32;
        for (meld, chance) in self.melds.iter().zip(&self.chances) {
            left -= chance;
            if left < 0.0 {
                return Some(*meld);
            }
        }
        // The pass, or, by rounding, the last.
        match self.chances.last() {
            Some(&pass) if pass > 0.0 => None,
            _ => self.melds.last().copied(),
        }
    }
}

impl Policy {
    /// The policy by which champions search, `weights/policy.txt`, learnt from their plays. It comes
    /// with the crate, as the others do.
    pub fn bundled() -> Arc<Policy> {
        static BUNDLED: OnceLock<Arc<Policy>> = OnceLock::new();
        let text = include_str!("../../weights/policy.txt");
        Arc::clone(BUNDLED.get_or_init(|| Policy::of_crate(text)))
    }

    /// The policy for playing without search, `weights/played.txt`, which has been improved by its own
    /// games.
    pub fn played() -> Arc<Policy> {
        static PLAYED: OnceLock<Arc<Policy>> = OnceLock::new();
        let text = include_str!("../../weights/played.txt");
        Arc::clone(PLAYED.get_or_init(|| Policy::of_crate(text)))
    }

    /// The policies of plain players, `weights/default.txt` and `weights/base.txt`, learnt from games
    /// of players of these names.
    pub fn plain() -> [Arc<Policy>; 2] {
        static PLAIN: OnceLock<[Arc<Policy>; 2]> = OnceLock::new();
        let texts =
            [include_str!("../../weights/default.txt"), include_str!("../../weights/base.txt")];
        PLAIN.get_or_init(|| texts.map(Policy::of_crate)).clone()
    }

    fn of_crate(text: &str) -> Arc<Policy> {
        Arc::new(text.parse().expect("a test reads the files"))
    }

    /// Computes the odds of a turn. The leader does not pass; the pass is certain
    /// where no meld is legal.
    pub fn odds(&self, rules: &ContestRules, acting: &Acting<'_>, odds: &mut Odds) {
        melds_into(rules, acting.hand, acting.table, &mut odds.melds);
        odds.chances.clear();
        let may_pass = acting.table.top.is_some();
        if odds.melds.is_empty() {
            odds.chances.push(1.0);
            return;
        }
        if odds.melds.len() == 1 && !may_pass {
            odds.chances.extend([1.0, 0.0]);
            return;
        }
        let turn = Turn::new(rules, acting);
        odds.chances.extend(odds.melds.iter().map(|meld| self.score(&turn.play(meld))));
        odds.chances.push(if may_pass { self.score(&turn.pass()) } else { f32::NEG_INFINITY });
        softmax(&mut odds.chances);
    }

    /// The sum of the weights of these features.
    #[inline]
    fn score(&self, places: &[u16]) -> f32 {
        places.iter().map(|&place| self.weights[usize::from(place)]).sum()
    }
}

/// Replaces scores by probabilities in proportion to their exponentials.
fn softmax(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut total = 0.0;
    for score in scores.iter_mut() {
        // The same bits on every machine, which the system's function does not promise.
        *score = libm::expf(*score - most);
        total += *score;
    }
    scores.iter_mut().for_each(|score| *score /= total);
}
