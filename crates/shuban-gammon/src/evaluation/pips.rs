//! Pips and turns.

use shuban_core::dice::rolls;

use crate::variant::Variant;

/// The pips that a roll moves if all of it can be played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PipsOfARoll {
    /// Mean pips: 16/3 with dice of 3 faces, 49/6 with dice of 6.
    pub mean: f64,
    /// Their variance.
    pub variance: f64,
}

impl PipsOfARoll {
    /// The pips of a roll of a variant's dice.
    pub fn of(variant: &Variant) -> Self {
        let (mut total, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for (roll, weight) in rolls(variant.faces()) {
            let dice = u32::from(roll.high()) + u32::from(roll.low());
            let pips = f64::from(if roll.is_double() { 2 * dice } else { dice });
            let weight = f64::from(weight);
            total += weight;
            sum += weight * pips;
            squares += weight * pips * pips;
        }
        let mean = sum / total;
        PipsOfARoll { mean, variance: squares / total - mean * mean }
    }

    /// The growth of s² of [`from_lead`] for each turn that either side needs.
    ///
    /// The turns that some pips take spread by about variance/mean² for each of them. The slope of
    /// a bell curve's integral at 0, as a result between −1 and 1, is √(2/π)/σ; so s² is π/2 · σ².
    pub fn spread_of_a_turn(self) -> f64 {
        std::f64::consts::FRAC_PI_2 * self.variance / (self.mean * self.mean)
    }
}

/// The expected result of a side that is ahead by a number of turns, where chance still spreads
/// them by `spread` (s²): x / √(x² + s²).
///
/// The page leaves its f(w, b) open, but says that a lead counts for more the fewer turns are left.
/// This is close to the integral of a bell curve, has its slope at 0, and is strictly between −1
/// and 1. It uses only operations that every machine rounds alike.
#[inline]
pub fn from_lead(lead: f64, spread: f64) -> f64 {
    lead / (lead * lead + spread).sqrt()
}
