//! Registration of the game.

use shuban_core::Registry;

use crate::advice::{AdvisingPlayer, ContestAdviser};
use crate::{ContestRules, Daihinmin};

/// Adds the game by the contest's rules, and its players.
pub fn register(registry: &mut impl Registry) {
    registry.game(Daihinmin::new(ContestRules::default()));
    registry.multiplayer(Daihinmin::new(ContestRules::default()));
    let players = [
        AdvisingPlayer::Champion,
        AdvisingPlayer::Endgame,
        AdvisingPlayer::EndgamePlus,
        AdvisingPlayer::Base,
    ];
    for player in players {
        registry.adviser(ContestAdviser::new(player));
    }
}
