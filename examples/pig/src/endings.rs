//! Tables: all positions of Pig, in layers by the number of points that are still needed.

use std::ops::RangeInclusive;

use shuban_core::backup::backup_expected;
use shuban_core::equation::{EquationOf, equation_expected};
use shuban_core::{
    Ask, Cost, Dictionary, Domain, Explain, Fields, Game, Index, IndexError, IndexOf, Interval,
    IntervalDomain, Layer, LayerId, Part, PartId, Seat, Unanswered,
};

use crate::game::{GOAL, Pig, Position};

/// Layer `pig/N` has the positions in which both players need at most N points, and one of them
/// more than N − 10. It is cyclic: after a 1 for each player, play is back at the same position.
/// `pig/100` has the start, from which the first player wins 53.06 % of the games, as Neller and
/// Presser found ("Optimal Play of the Dice Game Pig", 2004).
pub struct Endings(Vec<Layer>);

/// The positions of layer `pig/N`, given N − 10, ordered by the mover's need, the other's, and the
/// stake, which is less than the mover's need.
struct Needs(u64);

/// Numbers of points that the mover and the other player need.
fn needed(position: &Position) -> (u64, u64) {
    let needed = |points| u64::from(GOAL.saturating_sub(points));
    (needed(position.mover), needed(position.other))
}

impl Needs {
    /// The possible needs of the other player.
    fn others(&self, mover: u64) -> RangeInclusive<u64> {
        (if mover > self.0 { 1 } else { self.0 + 1 })..=self.0 + 10
    }

    /// Number of positions before those in which the mover needs `mover` points.
    fn before(&self, mover: u64) -> u64 {
        let stakes = |need: u64| need * (need - 1) / 2;
        10 * stakes(mover) + self.0 * stakes(mover).saturating_sub(stakes(self.0 + 1))
    }
}

impl Index for Needs {
    type Position = Position;

    fn len(&self) -> u64 {
        self.before(self.0 + 11)
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        let ((mover, other), stake) = (needed(position), u64::from(position.stake));
        let is_here = stake < mover && mover <= self.0 + 10 && self.others(mover).contains(&other);
        is_here.then(|| self.before(mover) + (other - self.others(mover).start()) * mover + stake)
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        let mover = (1..=self.0 + 10).find(|need| rank < self.before(need + 1))?;
        let rest = rank - self.before(mover);
        let (other, stake) = (self.others(mover).start() + rest / mover, (rest % mover) as u8);
        Some(Position { mover: GOAL - mover as u8, other: GOAL - other as u8, stake, seat: 0 })
    }
}

impl Default for Endings {
    fn default() -> Self {
        let part = |needs: Needs| Part { name: "all".into(), positions: Some(needs.len()) };
        let layer = |number: usize| Layer {
            name: format!("pig/{}", 10 * (number + 1)),
            parts: vec![part(Needs(10 * number as u64))],
            needs: (0..number).map(LayerId).collect(),
            cyclic: true,
        };
        Endings((0..usize::from(GOAL) / 10).map(layer).collect())
    }
}

impl Domain for Endings {
    type Game = Pig;
    type Value = Interval;
    type Record = Interval;

    fn name(&self) -> String {
        "pig".to_owned()
    }

    fn game(&self) -> &Pig {
        &Pig
    }

    fn layers(&self) -> &[Layer] {
        &self.0
    }

    fn index(&self, part: PartId) -> Result<IndexOf<Self>, IndexError> {
        Ok(Box::new(Needs(10 * part.layer.0 as u64)))
    }

    fn locate(&self, position: &Position) -> Option<PartId> {
        let (mover, other) = needed(position); // a need of 0 ends the game, which is in no table
        let layer = LayerId((mover.max(other) as usize).checked_sub(1)? / 10);
        (mover > 0 && other > 0).then_some(PartId { layer, part: 0 })
    }

    fn backup(
        &self,
        position: &Position,
        ask: &mut dyn Ask<Position, Interval>,
    ) -> Result<Interval, Unanswered> {
        backup_expected(self, position, ask)
    }

    fn encode(&self, value: &Interval, _: &Dictionary<Interval>) -> Interval {
        *value
    }

    fn decode(&self, record: Interval, _: &Dictionary<Interval>) -> Option<Interval> {
        record.within(Interval::UNKNOWN)
    }
}

impl IntervalDomain for Endings {}

impl Explain for Endings {
    fn about(&self, layer: &Layer) -> String {
        format!("both players need at most {} points", layer.name.trim_start_matches("pig/"))
    }

    fn cost(&self, layer: &Layer) -> Cost {
        Cost { core_seconds: 2e-4 * layer.positions() as f64 }
    }

    fn fields(&self, value: &Interval) -> Fields {
        Fields::expected_result(*value)
    }

    fn merit(&self, _: &Position, value: &Interval, _: Seat) -> i128 {
        value.twice_the_middle()
    }

    fn equation(&self, position: &Position) -> Option<EquationOf<Self>> {
        equation_expected(self, position)
    }

    fn seen_by(&self, value: Interval, position: &Position, seat: Seat) -> Interval {
        if Pig.to_move(position) == seat { value } else { -value }
    }
}
