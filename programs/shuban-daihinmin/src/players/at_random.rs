//! Plays at random.

use shuban_core::Random;
use shuban_daihinmin_game::players::ContestPlayer;
use shuban_daihinmin_game::{Cards, ContestRules, Meld, SeatView, melds};

/// Plays any legal meld or passes, each equally likely, and gives any cards away.
#[derive(Clone, Debug)]
pub struct AtRandom {
    /// The rules of the game.
    pub rules: ContestRules,
    /// The player's own random numbers.
    pub random: Random,
}

impl ContestPlayer for AtRandom {
    fn give(&mut self, hand: Cards, count: usize) -> Cards {
        hand.shuffled(&mut self.random).into_iter().take(count).collect()
    }

    fn play(&mut self, view: &SeatView) -> Option<Meld> {
        let found = melds(&self.rules, view.hand, &view.table);
        found.get(self.random.place(found.len() + 1)).copied()
    }
}
