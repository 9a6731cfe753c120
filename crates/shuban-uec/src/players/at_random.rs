//! Plays at random.

use super::Player;
use crate::game::{Card, Cards, ContestRules, Meld, SeatView, melds};
use shuban_core::Random;

/// Plays any legal meld or passes, each equally likely, and gives any cards away.
#[derive(Clone, Debug)]
pub struct AtRandom {
    rules: ContestRules,
    random: Random,
    found: Vec<Meld>,
}

impl AtRandom {
    /// A player with its own random numbers.
    pub fn new(rules: ContestRules, random: Random) -> Self {
        AtRandom { rules, random, found: Vec::new() }
    }
}

impl Player for AtRandom {
    fn give(&mut self, hand: Cards, count: usize) -> Cards {
        let mut cards: Vec<Card> = hand.iter().collect();
        self.random.shuffle(&mut cards);
        cards.into_iter().take(count).collect()
    }

    fn play(&mut self, view: &SeatView) -> Option<Meld> {
        self.found.clear();
        melds(&self.rules, view.hand, &view.table, &mut self.found);
        let chosen = self.random.below(self.found.len() as u64 + 1) as usize;
        self.found.get(chosen).copied()
    }
}
