//! The backgammon family, by its public interface.

mod alone;
mod asking;
mod bearoff;
mod board;
mod conformance;
mod contact;
mod estimate;
mod expectimax;
mod faults;
mod figures;
mod game;
mod move_notation;
mod notation;
mod plays;
mod position_id;
mod random_play;
mod twin;
mod xgid;

use proptest::prelude::*;
use shuban_core::{Random, Roll};
use shuban_gammon::twin::random_position;
use shuban_gammon::{Position, Variant};

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

/// The variants on boards of 24 points.
const ON_24_POINTS: [&str; 3] = ["backgammon", "nackgammon", "hypergammon"];
const ALL: [&str; 5] = ["backgammon", "nackgammon", "hypergammon", "half-gammon", "mini-gammon"];
