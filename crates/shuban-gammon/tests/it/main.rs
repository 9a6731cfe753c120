//! The backgammon family, by its public interface.

mod across;
mod alone;
mod any_input;
mod asking;
mod bearoff;
mod board;
mod built;
mod certificate;
mod compact;
mod conformance;
#[path = "../../../shuban-solve/tests/it/connected.rs"]
mod connected;
mod contact;
#[path = "../../../../fuzz/corpus.rs"]
mod corpus;
mod estimate;
mod expectimax;
mod faults;
mod figures;
mod game;
mod hostile;
mod money;
mod move_notation;
mod notation;
mod out_of_core;
mod pasted;
mod plays;
mod position_id;
mod race;
mod twin;
mod xgid;

use proptest::prelude::*;
use shuban_core::Random;
use shuban_core::dice::Roll;
use shuban_gammon::twin::random_position;
use shuban_gammon::{Cube, GameState, Offer, Position, Score, Variant, Won};

fn variant(name: &str) -> Variant {
    Variant::by_name(name).unwrap()
}

fn backgammon() -> Variant {
    variant("backgammon")
}

fn half_gammon() -> Variant {
    variant("half-gammon")
}

/// A position and a roll of one of these variants.
fn position_of(names: &'static [&str]) -> impl Strategy<Value = (Variant, Position, Roll)> {
    (0..names.len(), any::<u64>(), 0..6u8, 0..6u8).prop_map(|(which, seed, a, b)| {
        let variant = variant(names[which]);
        let position = random_position(&variant, &mut Random::new(seed));
        let roll = Roll::new(a % variant.faces() + 1, b % variant.faces() + 1);
        (variant, position, roll)
    })
}

/// A position of a board of 24 points with all that a game may add to it.
fn state_of() -> impl Strategy<Value = (Variant, GameState)> {
    let rules = (any::<bool>(), any::<bool>(), any::<bool>());
    let cube = (0..=Cube::MOST, 0..3usize, 0..=Cube::MOST);
    let score = (0..20u32, 0..20u32, 0..20u32);
    (position_of(&ON_24_POINTS), cube, 0..8usize, score, rules).prop_map(
        |((variant, position, roll), (exponent, owner, cube_limit), what, score, rules)| {
            let resigned = [Won::Single, Won::Gammon, Won::Backgammon];
            let offer = match what {
                0 => Some(Offer::Double),
                1 => Some(Offer::Beaver),
                2 => Some(Offer::Raccoon),
                3..6 => Some(Offer::Resignation(resigned[what - 3])),
                _ => None,
            };
            let (length, one, other) = score;
            let most = |points: u32| if length == 0 { points } else { points % length };
            let points = [most(one), most(other)];
            let is_near = length > 0 && points.iter().any(|points| points + 1 == length);
            let state = GameState {
                position,
                roll: (what == 6).then_some(roll),
                cube: Cube { exponent, owner: [None, Some(0), Some(1)][owner] },
                offer,
                score: Score { length, points },
                crawford: rules.0 && is_near,
                jacoby: rules.1 && length == 0,
                beavers: rules.2 && length == 0,
                cube_limit,
            };
            (variant, state)
        },
    )
}

/// The variants on boards of 24 points.
const ON_24_POINTS: [&str; 3] = ["backgammon", "nackgammon", "hypergammon"];
const ALL: [&str; 5] = ["backgammon", "nackgammon", "hypergammon", "half-gammon", "mini-gammon"];
