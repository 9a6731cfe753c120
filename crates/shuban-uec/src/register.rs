//! What there is of this game, for whoever lists it.

use shuban_core::Registry;

use crate::advice::ContestAdviser;
use crate::game::{ContestRules, Daihinmin};
use crate::players::PlayerKind;

/// Adds the game by the contest's rules, and its players.
pub fn register(registry: &mut impl Registry) {
    registry.game(Daihinmin::new(ContestRules::default()));
    registry.multiplayer(Daihinmin::new(ContestRules::default()));
    for kind in [PlayerKind::Endgame, PlayerKind::EndgamePlus, PlayerKind::Base] {
        registry.adviser(ContestAdviser::new(kind));
    }
}
