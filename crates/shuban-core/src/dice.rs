//! Rolls of two equal dice.

use std::fmt;

/// A roll of two dice, the higher first. A double is played four times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Roll {
    high: u8,
    low: u8,
}

impl Roll {
    /// Creates the roll of these two dice, in either order.
    pub fn new(a: u8, b: u8) -> Self {
        Roll { high: a.max(b), low: a.min(b) }
    }

    /// Returns the higher die.
    pub fn high(self) -> u8 {
        self.high
    }

    /// Returns the lower die, equal to the higher in a double.
    pub fn low(self) -> u8 {
        self.low
    }

    /// Returns true if both dice are equal.
    pub fn is_double(self) -> bool {
        self.high == self.low
    }

    /// Returns the number of ordered throws that give this roll: 1 for a double, else 2.
    pub fn weight(self) -> u32 {
        if self.is_double() { 1 } else { 2 }
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.high, self.low)
    }
}

/// Returns every roll of two dice with `faces` faces and its weight out of `faces`², ascending.
pub fn rolls(faces: u8) -> Vec<(Roll, u32)> {
    (1..=faces)
        .flat_map(|high| (1..=high).map(move |low| Roll { high, low }))
        .map(|roll| (roll, roll.weight()))
        .collect()
}
