//! Halma (Chinese checkers) for three on a small board: a game of several players in which play may
//! go on for ever. Tables say where one player is first against the two others together.
//!
//! [`board`] has the cells, [`game`] the rules, [`tables`] the values.

pub mod board;
pub mod game;
pub mod tables;

use shuban_core::{Example, Registry};

/// Adds the games and their tables: with open corners, and with closed ones.
pub fn register(registry: &mut impl Registry) {
    for closed in [false, true] {
        registry.game(game::Halma { closed });
        registry.loopy(tables::Tables::new(closed));
    }
    registry.example(Example {
        layer: "halma/closed/2".to_owned(),
        game: "halma/closed".to_owned(),
        position: "1../.1../...22/.3../3.. 1".to_owned(),
        chance: None,
        why: "Player 1 begins. Is it first, whatever the two others do?".to_owned(),
    });
}

#[cfg(test)]
mod tests {
    use shuban_core::{LayerId, Present};

    use super::{game::Halma, tables::Tables};

    #[test]
    fn rules_and_tables_keep_the_laws() {
        for closed in [false, true] {
            let game = Halma { closed };
            let positions = shuban_conformance::reachable(&game, &[game.start()], 2_000);
            shuban_conformance::game(&game, &positions).unwrap();
            let tables = Tables::new(closed);
            shuban_conformance::domain(&tables, 300).unwrap();
            for layer in [0, 1].map(LayerId) {
                shuban_conformance::explain(&tables, layer, 300).unwrap();
                shuban_conformance::loopy(&tables, layer, 300).unwrap();
            }
        }
    }
}
