//! Values that an examinee has told, by position.

use std::collections::HashMap;

use shuban_catalog::numbered::{NumberedPlay, NumberedPosition};

/// Values that an examinee has told. A wrong answer is kept as missing, so that no position is asked
/// about twice.
#[derive(Default)]
pub(crate) struct KnownValues(HashMap<NumberedPosition, Option<f64>>);

impl KnownValues {
    /// Returns true if the position was asked about.
    pub(crate) fn has(&self, place: NumberedPosition) -> bool {
        self.0.contains_key(&place)
    }

    pub(crate) fn insert(&mut self, place: NumberedPosition, value: Option<f64>) {
        self.0.insert(place, value);
    }

    /// Returns the value for the player to move, if it is known.
    pub(crate) fn of(&self, place: NumberedPosition) -> Option<f64> {
        self.0.get(&place).copied().flatten()
    }

    /// Returns the value of a play to its player, if it is known.
    fn of_play(&self, play: &NumberedPlay) -> Option<f64> {
        match play {
            NumberedPlay::Over(worth) => Some(worth.number),
            NumberedPlay::Held { place, is_own_turn: true } => self.of(*place),
            NumberedPlay::Held { place, is_own_turn: false } => self.of(*place).map(|value| -value),
        }
    }

    /// Returns the play that the examinee values most, the first of equals; `None` if the value of
    /// one is not known.
    pub(crate) fn choice(&self, plays: &[NumberedPlay]) -> Option<usize> {
        let mut best: Option<(usize, f64)> = None;
        for (number, play) in plays.iter().enumerate() {
            let value = self.of_play(play)?;
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((number, value));
            }
        }
        best.map(|(number, _)| number)
    }
}
