//! Positions as rows of numbers: the checkers on each point.

use shuban_core::checkers::Checkers;
use shuban_core::present::AsNumbers;

use crate::game::Gammon;
use crate::position::Position;
use crate::variant::Variant;

/// The names of the sides' numbers.
const SIDES: [&str; 2] = ["mover", "opponent"];

impl AsNumbers<Self> for Gammon {
    /// Of each side, the player to roll first: its checkers on each of its own points, `mover_1` to
    /// `mover_24`, on the bar, and borne off.
    fn names(&self, _like: &Position) -> Vec<String> {
        let side = |side: &str| {
            let points = (1..=self.variant.points()).map(|point| point.to_string());
            let places = points.chain(["bar".to_owned(), "off".to_owned()]);
            places.map(|place| format!("{side}_{place}")).collect::<Vec<_>>()
        };
        SIDES.into_iter().flat_map(side).collect()
    }

    fn numbers(&self, position: &Position, numbers: &mut Vec<i16>) {
        for side in [position.mover, position.opponent] {
            add(&self.variant, side, numbers);
        }
    }
}

fn add(variant: &Variant, side: Checkers, numbers: &mut Vec<i16>) {
    let on = (1..=variant.bar()).map(|place| side.on(place) as i16);
    numbers.extend(on.chain([variant.checkers() as i16 - side.count() as i16]));
}
