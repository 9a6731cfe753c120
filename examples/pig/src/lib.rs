//! The dice game Pig: a game of chance as a crate outside of the project would add it.
//!
//! [`game`] has the rules, [`endings`] the tables. `docs/adding-a-game.md` explains each step.

pub mod endings;
pub mod game;

use shuban_core::{Example, Registry};

/// Adds the game, its tables, and a search that looks ahead to them.
pub fn register(registry: &mut impl Registry) {
    registry.game(game::Pig);
    registry.iterated_by_backup(endings::Endings::default());
    registry.expectimax(endings::Endings::default());
    registry.example(Example {
        layer: "pig/20".to_owned(),
        game: "pig".to_owned(),
        position: "80+14|95".to_owned(),
        chance: Some("4".to_owned()),
        why: "The opponent needs 5 points. Hold, with 18 of the 20 that win?".to_owned(),
    });
}

#[cfg(test)]
mod tests {
    use super::{endings::Endings, game::Pig};
    use shuban_core::{Game, LayerId};

    #[test]
    fn rules_and_tables_keep_the_laws() {
        let starts = ["0|0", "99|98", "90+8|10", "12|100"].map(|text| Pig.parse(text).unwrap());
        shuban_conformance::game(&Pig, &shuban_conformance::reachable(&Pig, &starts, 5_000))
            .unwrap();
        shuban_conformance::domain(&Endings::default(), 200).unwrap();
        shuban_conformance::explain(&Endings::default(), LayerId(0), 200).unwrap();
    }
}
