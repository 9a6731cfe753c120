//! The Royal Game of Ur: a game of chance as a crate outside of the project would add it, by the
//! rules of Finkel, Masters and Blitz that RoyalUr.net publishes.
//!
//! [`rules`] has the boards and the settings, [`game`] the rules, the notation and the drawing,
//! [`places`] the numbering, [`endings`] the tables. Nothing here makes a build fast: the successors
//! of each position are listed once, and swept over.

pub mod endings;
pub mod game;
#[cfg(feature = "longest")]
pub mod longest;
pub mod places;
pub mod rules;

use shuban_core::{Example, Registry};

use rules::{BLITZ, FINKEL, MASTERS};

/// Adds the games, their tables, and a search that looks ahead to them.
pub fn register(registry: &mut impl Registry) {
    for rules in [&FINKEL, &BLITZ, &MASTERS] {
        registry.game(game::Ur::new(rules));
        registry.iterated_by_backup(endings::Endings::new(rules));
        registry.expectimax(endings::Endings::new(rules));
    }
    registry.example(Example {
        layer: "ur/finkel/6-6".to_owned(),
        game: "ur/finkel".to_owned(),
        position: "5+6|12+6".to_owned(),
        chance: Some("3".to_owned()),
        why: "One piece a side, and the other's is about to leave the middle.".to_owned(),
    });
}
