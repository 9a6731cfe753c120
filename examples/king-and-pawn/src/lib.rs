//! King and pawn against king: a game in which play may go on for ever, as a crate outside of the
//! project would add it.
//!
//! [`game`] has the rules, [`tables`] the values. `docs/adding-a-game.md` explains each step.

pub mod game;
pub mod tables;

use shuban_core::{Example, Registry};

/// Adds the endgame and its tables.
pub fn register(registry: &mut impl Registry) {
    registry.game(game::KingAndPawn);
    registry.loopy(tables::Tables::default());
    registry.example(Example {
        layer: "king-and-pawn/all".to_owned(),
        game: "king-and-pawn".to_owned(),
        position: "8/8/8/4k3/8/4K3/4P3/8 w".to_owned(),
        chance: None,
        why: "The kings face each other, and it is White's turn. Is it won?".to_owned(),
    });
}

#[cfg(test)]
mod tests {
    use shuban_core::{Game, LayerId};

    use super::{game::KingAndPawn, tables::Tables};

    #[test]
    fn rules_and_tables_keep_the_laws() {
        let starts = ["8/8/8/4k3/8/4K3/4P3/8 w", "2k5/2P5/2K5/8/8/8/8/8 b"];
        let starts = starts.map(|text| KingAndPawn.parse(text).unwrap());
        let positions = shuban_conformance::reachable(&KingAndPawn, &starts, 5_000);
        shuban_conformance::game(&KingAndPawn, &positions).unwrap();
        shuban_conformance::board(&KingAndPawn, positions.iter().step_by(50)).unwrap();
        shuban_conformance::domain(&Tables::default(), 500).unwrap();
        shuban_conformance::explain(&Tables::default(), LayerId(0), 500).unwrap();
        shuban_conformance::loopy(&Tables::default(), LayerId(0), 500).unwrap();
    }
}
