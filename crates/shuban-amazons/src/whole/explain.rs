//! Description of the tables.

use shuban_core::equation::{EquationOf, equation_ordered};
use shuban_core::worth::Rating;
use shuban_core::{
    Class, Cost, Domain, Explain, Field, Fields, Game, Histogram, Layer, LayerId, Seat,
};

use super::domain::WholeBoards;
use super::sweep::{LOST, WON};
use super::value::LastMove;
use crate::position::Position;

impl Explain for WholeBoards {
    fn about(&self, layer: &Layer) -> String {
        let empty = layer.name.rsplit('-').next().unwrap_or_default();
        let squares = if empty == "1" { "square" } else { "squares" };
        format!(
            "every position with {empty} empty {squares} and {} amazons a side: who makes the last \
             move",
            self.board.amazons
        )
    }

    fn cost(&self, layer: &Layer) -> Cost {
        Cost { core_seconds: 2e-7 * layer.positions() as f64 }
    }

    fn fields(&self, value: &LastMove) -> Fields {
        let (outcome, long) = match value {
            LastMove::Won => ("win", "the player to move makes the last move"),
            LastMove::Lost => ("loss", "the other player makes the last move"),
        };
        let number = f64::from(value.sign());
        let rating = Rating { number, range: [-1.0, 1.0], unit: "points a game" };
        Fields::new().with(Field::new("outcome", outcome).long(long).rated(rating))
    }

    fn merit(&self, _position: &Position, value: &LastMove, _seat: Seat) -> i128 {
        value.sign().into()
    }

    fn seen_by(&self, value: LastMove, position: &Position, seat: Seat) -> LastMove {
        if self.game().to_move(position) == seat { value } else { -value }
    }

    fn equation(&self, position: &Position) -> Option<EquationOf<Self>> {
        equation_ordered(self, position, &LastMove::of, "outcome", |value| value.sign().into())
    }

    fn facts(&self, _layer: LayerId, histogram: &Histogram) -> Vec<Field> {
        let count = |name: &str| {
            let rows = histogram.rows().filter(|(class, _)| *class == [Class::from(name)]);
            rows.map(|(_, count)| count).sum::<u64>()
        };
        [("wins", WON), ("losses", LOST)].map(|(field, name)| Field::new(field, count(name))).into()
    }
}
