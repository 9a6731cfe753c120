//! Play that is fixed: one play for each roll of each position.

use super::numbering::WON;

/// Where the chosen play of each roll of positions in turn leads: a number, or [`WON`].
pub(super) struct ChosenPlays {
    /// How often each roll comes.
    pub(super) weights: Vec<u32>,
    pub(super) chosen: Vec<u32>,
}

impl ChosenPlays {
    /// Each roll of a position with its weight, and where its play leads.
    fn of_place(&self, place: usize) -> impl Iterator<Item = (u32, u32)> {
        let rolls = self.weights.len();
        let chosen = &self.chosen[place * rolls..][..rolls];
        self.weights.iter().copied().zip(chosen.iter().copied())
    }

    /// How many throws there are.
    fn throws(&self) -> u32 {
        self.weights.iter().sum()
    }

    /// The mean over all rolls of a position of what its play leads to.
    pub(super) fn mean(&self, place: usize, worth: impl Fn(u32) -> f64) -> f64 {
        let all = self.of_place(place).map(|(weight, after)| f64::from(weight) * worth(after));
        all.sum::<f64>() / f64::from(self.throws())
    }

    /// The same in whole numbers, rounded to the nearest; what wins is worth `won`.
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

/// The greatest so far, the first of equal ones, and its worth.
#[derive(Clone, Copy, Default)]
pub(super) struct Greatest(Option<(u32, f64)>);

impl Greatest {
    /// Looks at one more.
    pub(super) fn meet(&mut self, after: u32, worth: f64) {
        if self.0.is_none_or(|(_, most)| worth > most) {
            self.0 = Some((after, worth));
        }
    }

    /// Where it leads.
    pub(super) fn after(self) -> Option<u32> {
        self.0.map(|(after, _)| after)
    }
}
