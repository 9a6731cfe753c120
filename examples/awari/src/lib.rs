//! Awari: a game of points in which play may go on for ever, as a crate outside of the project
//! would add it.
//!
//! [`game`] has the rules, [`tables`] the values. `docs/adding-a-game.md` explains each step.

pub mod game;
pub mod tables;

use shuban_core::{Example, Registry};

/// Adds the game and its tables.
pub fn register(registry: &mut impl Registry) {
    registry.game(game::Awari);
    registry.loopy(tables::Endgames::default());
    registry.example(Example {
        layer: "awari/8".to_owned(),
        game: "awari".to_owned(),
        position: "0,1,0,2,0,1|0,1,0,2,1,0".to_owned(),
        chance: None,
        why: "Eight stones are left. Who gets more of them, and how soon?".to_owned(),
    });
}

#[cfg(test)]
mod tests {
    use shuban_core::{Game, LayerId};

    use super::{game::Awari, tables::Endgames};

    #[test]
    fn rules_and_tables_keep_the_laws() {
        let starts = ["4,4,4,4,4,4|4,4,4,4,4,4", "0,1,0,2,0,1|0,1,0,2,1,0"];
        let starts = starts.map(|text| Awari.parse(text).unwrap());
        let positions = shuban_conformance::reachable(&Awari, &starts, 5_000);
        shuban_conformance::game(&Awari, &positions).unwrap();
        shuban_conformance::board(&Awari, positions.iter().step_by(50)).unwrap();
        let domain = Endgames::default();
        shuban_conformance::layers(&domain).unwrap();
        (0..9).for_each(|stones| shuban_conformance::layer(&domain, LayerId(stones), 300).unwrap());
        shuban_conformance::explain(&domain, LayerId(7), 300).unwrap();
        shuban_conformance::loopy(&domain, LayerId(7), 300).unwrap();
    }
}
