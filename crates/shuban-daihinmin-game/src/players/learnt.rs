//! A player that plays by a learnt policy alone.

use std::sync::Arc;

use shuban_core::Random;

use super::{Base, ContestPlayer};
use crate::policy::{Odds, Policy};
use crate::{Cards, ContestRules, Meld, SeatView};

/// Plays the likeliest play of a [`Policy`], without any search, or draws its plays.
#[derive(Clone, Debug)]
pub struct PolicyPlayer {
    base: Base,
    policy: Arc<Policy>,
    odds: Odds,
    /// Random numbers, if it draws its plays.
    draws: Option<Random>,
}

impl PolicyPlayer {
    /// Creates a player by these rules.
    pub fn new(rules: ContestRules, policy: Arc<Policy>) -> Self {
        PolicyPlayer { base: Base { rules }, policy, odds: Odds::default(), draws: None }
    }

    /// Lets it draw each play with the probability that the policy gives it.
    #[must_use]
    pub fn drawing(self, random: Random) -> Self {
        PolicyPlayer { draws: Some(random), ..self }
    }
}

impl ContestPlayer for PolicyPlayer {
    fn give(&mut self, hand: Cards, count: usize) -> Cards {
        self.base.give(hand, count)
    }

    fn play(&mut self, view: &SeatView) -> Option<Meld> {
        self.policy.odds(&self.base.rules, &view.into(), &mut self.odds);
        match &mut self.draws {
            Some(random) => self.odds.draw(random),
            None => self.odds.likeliest(),
        }
    }
}
