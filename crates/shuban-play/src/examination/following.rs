//! Values that follow from those after the plays: only by these can plays be judged.

use shuban_catalog::Error;
use shuban_catalog::numbered::{NumberedPosition, NumberedTurn};
use shuban_core::{LayerId, Random};

use crate::examination::examine::Examination;

/// Positions of a layer that are checked before the first question, so that a layer that cannot be
/// used is refused at once and not after hours of answers.
const CHECKED_FIRST: u64 = 512;

/// Greatest difference of a value from that of its best plays that rounding explains.
const ROUNDED: f64 = 1e-3;

impl Examination<'_> {
    /// Checks positions that are drawn over a whole layer, or all of a small one. The first ones
    /// alone would not do: at the end of a game there may be nothing to decide besides the play.
    pub(super) fn check_some(&self, layer: LayerId, count: u64) -> Result<(), Error> {
        let mut random = Random::new(self.options.seed);
        for number in 0..count.min(CHECKED_FIRST) {
            let number = if count <= CHECKED_FIRST { number } else { random.below(count) };
            let place = NumberedPosition { layer, number };
            self.check_value(place, &self.open.turn(place)?)?;
        }
        Ok(())
    }

    /// Checks that a value is the mean over chance of the best play's value. It is not where a
    /// player decides something else besides the play.
    pub(super) fn check_value(
        &self,
        place: NumberedPosition,
        turn: &NumberedTurn,
    ) -> Result<(), Error> {
        let mut mean = 0.0;
        for event in &turn.events {
            let best = self.best(&event.plays)?.map_or(0.0, |(_, worth)| worth.number);
            mean += event.probability * best;
        }
        let number = self.open.worth(place)?.number;
        if !turn.events.is_empty() && (mean - number).abs() > ROUNDED {
            let reason = format!(
                "values are not made of those after the plays alone: {} is worth {number:.6}, \
                 and its best plays {mean:.6} on average",
                turn.text
            );
            return Err(Error::refused("no-number", reason));
        }
        Ok(())
    }
}
