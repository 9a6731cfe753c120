//! Tables: all positions, in layers by the pieces that are home.

use std::sync::Arc;

use shuban_core::backup::backup_expected;
use shuban_core::equation::{EquationOf, equation_expected};
use shuban_core::{
    Ask, Cost, Dictionary, Domain, Explain, Fields, Game, IndexError, IndexOf, Interval,
    IntervalDomain, Layer, LayerId, Part, PartId, Seat, Unanswered,
};

use crate::game::{Position, Ur};
use crate::places::{Places, Squares};
use crate::rules::Rules;

/// A layer has the positions with the same numbers of pieces home, whichever side is to move. It is
/// cyclic: captured pieces begin again. The last one has the start.
pub struct Endings {
    game: Ur,
    layers: Vec<Layer>,
    /// The pieces home of the mover and of the other, by layer and part.
    home: Vec<Vec<(u8, u8)>>,
    squares: Arc<Squares>,
}

impl Endings {
    /// Creates the tables of some rules.
    pub fn new(rules: &'static Rules) -> Self {
        let squares = Arc::new(Squares::of(rules));
        let fewer = |more: u8| (0..=more).rev().map(move |fewer| (fewer, more));
        let pairs: Vec<(u8, u8)> = (0..rules.pieces).rev().flat_map(fewer).collect();
        let parts_of = |&(fewer, more): &(u8, u8)| match fewer == more {
            true => vec![(more, fewer)],
            false => vec![(more, fewer), (fewer, more)],
        };
        let home: Vec<Vec<_>> = pairs.iter().map(parts_of).collect();
        let part = |&(mover, other): &(u8, u8)| Part {
            name: format!("{mover} v {other}"),
            positions: Some(squares.positions(mover, other)),
        };
        let place = |pair| pairs.iter().position(|&(a, b)| (a, b) == pair || (b, a) == pair);
        let layer = |(&(fewer, more), parts): (&(u8, u8), &Vec<_>)| Layer {
            name: format!("ur/{}/{more}-{fewer}", rules.name),
            parts: parts.iter().map(part).collect(),
            needs: {
                let mut needs: Vec<_> = [(fewer + 1, more), (fewer, more + 1)]
                    .into_iter()
                    .filter_map(place)
                    .map(LayerId)
                    .collect();
                needs.sort_unstable();
                needs.dedup();
                needs
            },
            cyclic: true,
        };
        let layers = pairs.iter().zip(&home).map(layer).collect();
        Endings { game: Ur::new(rules), layers, home, squares }
    }
}

impl Domain for Endings {
    type Game = Ur;
    type Value = Interval;
    type Record = Interval;

    fn name(&self) -> String {
        self.game.name()
    }

    fn game(&self) -> &Ur {
        &self.game
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn whole(&self) -> Option<(String, LayerId)> {
        Some((self.game.name(), LayerId(self.layers.len() - 1)))
    }

    fn index(&self, part: PartId) -> Result<IndexOf<Self>, IndexError> {
        let (mover, other) = self.home[part.layer.0][part.part];
        Ok(Box::new(Places::new(Arc::clone(&self.squares), mover, other)))
    }

    fn locate(&self, position: &Position) -> Option<PartId> {
        let (mover, other) = (position.mover.home, position.other.home);
        let (fewer, more) = (mover.min(other), mover.max(other));
        let pieces = self.game.rules().pieces;
        // Of the layers with `more`, that with all of them home for both sides is the first.
        let below = (usize::from(more) + 2..=usize::from(pieces)).sum::<usize>();
        let layer = LayerId(below + usize::from(more - fewer));
        (more < pieces).then_some(PartId { layer, part: usize::from(mover < other) })
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

    fn decode_coarse(&self, record: Interval, _: &Dictionary<Interval>) -> Option<Interval> {
        record.clamped_to(Interval::UNKNOWN)
    }
}

impl IntervalDomain for Endings {}

impl Explain for Endings {
    fn about(&self, layer: &Layer) -> String {
        format!("pieces home: {}", layer.parts[0].name)
    }

    fn cost(&self, layer: &Layer) -> Cost {
        Cost { core_seconds: 5e-6 * layer.positions() as f64 }
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
        if position.seat == seat { value } else { -value }
    }
}
