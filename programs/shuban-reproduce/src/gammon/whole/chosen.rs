//! Fixed play: one play for each roll of each position.

use super::numbering::WON;

/// Results of the chosen plays of each roll of positions in turn: position numbers, or [`WON`].
pub(super) struct ChosenPlays {
    /// Weights of the rolls.
    pub(super) weights: Vec<u32>,
    pub(super) chosen: Vec<u32>,
}

impl ChosenPlays {
    /// Returns each roll of a position with its weight and the result of its play.
    fn of_place(&self, place: usize) -> impl Iterator<Item = (u32, u32)> {
        let rolls = self.weights.len();
        let chosen = &self.chosen[place * rolls..][..rolls];
        self.weights.iter().copied().zip(chosen.iter().copied())
    }

    /// Returns the number of throws.
    fn throws(&self) -> u32 {
        self.weights.iter().sum()
    }

    /// Returns the mean over all rolls of a position of the values after its plays.
    pub(super) fn mean(&self, place: usize, worth: impl Fn(u32) -> f64) -> f64 {
        let all = self.of_place(place).map(|(weight, after)| f64::from(weight) * worth(after));
        all.sum::<f64>() / f64::from(self.throws())
    }

    /// Does the same in integers, rounded to the nearest; a win is worth `won`.
    pub(super) fn mean_in_units(
        &self,
        place: usize,
        won: i32,
        worth: impl Fn(usize) -> i32,
    ) -> i32 {
        let worth = |after| if after == WON { won } else { worth(after as usize) };
        let all = self.of_place(place);
        let sum: i64 = all.map(|(weight, after)| i64::from(weight) * i64::from(worth(after))).sum();
        let throws = i64::from(self.throws());
        (sum + throws / 2).div_euclid(throws) as i32
    }
}

/// Greatest value so far, of equal ones the first, with its position.
#[derive(Clone, Copy, Default)]
pub(super) struct Greatest(Option<(u32, f64)>);

impl Greatest {
    /// Adds one more.
    pub(super) fn meet(&mut self, after: u32, worth: f64) {
        if self.0.is_none_or(|(_, most)| worth > most) {
            self.0 = Some((after, worth));
        }
    }

    /// Returns its position.
    pub(super) fn after(self) -> Option<u32> {
        self.0.map(|(after, _)| after)
    }
}
