//! Tables: all positions of Pig, layer by layer by the points that are still needed.

use std::collections::BTreeMap;
use std::ops::Range;

use shuban_core::{
    Ask, Cost, Dictionary, Domain, Explain, Fields, Game, Index, IndexError, IndexOf, Interval,
    IntervalDomain, Layer, LayerId, Part, PartId, Seat, Unanswered, backup_expected,
};

use crate::game::{GOAL, Pig, Position};

/// Layer `pig/N` has the positions in which both players need at most N points, and one of them more
/// than N − 10. Points at stake may be lost, so positions come back; points that are kept are not.
pub struct Endings(Vec<Layer>);

/// Positions whose players, the mover first, need numbers of points from two ranges, with all stakes
/// that do not win yet: ordered by the mover's need, the other's, the stake.
struct Needs {
    mover: Range<u64>,
    other: Range<u64>,
}

/// The parts of a layer.
fn parts(layer: usize) -> Vec<Needs> {
    let (least, most) = (10 * layer as u64 + 1, 10 * layer as u64 + 11);
    let behind = Needs { mover: least..most, other: 1..most };
    let ahead = Needs { mover: 1..least, other: least..most };
    [behind, ahead].into_iter().filter(|needs| !needs.mover.is_empty()).collect()
}

/// How many points mover and other need.
fn needed(position: &Position) -> (u64, u64) {
    let needed = |points| u64::from(GOAL.saturating_sub(points));
    (needed(position.mover), needed(position.other))
}

impl Needs {
    /// How many positions come before those in which the mover needs so many: a need of n has n stakes.
    fn before(&self, need: u64) -> u64 {
        let stakes = |need: u64| need * (need - 1) / 2;
        (stakes(need) - stakes(self.mover.start)) * (self.other.end - self.other.start)
    }
}

impl Index for Needs {
    type Position = Position;

    fn len(&self) -> u64 {
        self.before(self.mover.end)
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        let ((mover, other), stake) = (needed(position), u64::from(position.stake));
        let is_here = self.mover.contains(&mover) && self.other.contains(&other) && stake < mover;
        is_here.then(|| self.before(mover) + (other - self.other.start) * mover + stake)
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        let mover = self.mover.clone().find(|need| rank < self.before(need + 1))?;
        let rest = rank - self.before(mover);
        let points = |need: u64| GOAL - need as u8;
        let other = points(self.other.start + rest / mover);
        Some(Position { mover: points(mover), other, stake: (rest % mover) as u8, seat: 0 })
    }
}

impl Default for Endings {
    fn default() -> Self {
        let part = |(needs, name): (&Needs, &str)| Part { name: name.into(), positions: Some(needs.len()) };
        let layer = |number: usize| Layer {
            name: format!("pig/{}", 10 * (number + 1)),
            parts: parts(number).iter().zip(["behind", "ahead"]).map(part).collect(),
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

    fn parameters(&self) -> BTreeMap<String, String> {
        [("goal".to_owned(), GOAL.to_string()), ("faces".to_owned(), "6".to_owned())].into()
    }

    fn layers(&self) -> &[Layer] {
        &self.0
    }

    fn index(&self, part: PartId) -> Result<IndexOf<Self>, IndexError> {
        Ok(Box::new(parts(part.layer.0).swap_remove(part.part)))
    }

    fn locate(&self, position: &Position) -> Option<PartId> {
        let (mover, other) = needed(position);
        let layer = (mover.max(other) as usize).checked_sub(1)? / 10;
        let part = usize::from(mover <= 10 * layer as u64);
        // Finished positions are in no table.
        (mover > 0 && other > 0).then_some(PartId { layer: LayerId(layer), part })
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
        let numbers = value.numbers();
        Fields::bounded("value", numbers, &format!("; wins {:.4} %", 50.0 * (1.0 + numbers[0])))
    }

    fn merit(&self, _: &Position, value: &Interval, _: Seat) -> i128 {
        value.twice_the_middle()
    }

    fn seen_by(&self, value: Interval, position: &Position, seat: Seat) -> Interval {
        if Pig.to_move(position) == seat { value } else { -value }
    }
}

#[cfg(test)]
mod tests {
    use shuban_core::conformance;

    #[test]
    fn the_tables_keep_the_laws() {
        conformance::domain(&super::Endings::default(), 200).unwrap();
    }
}
