//! A side that bears off alone, as a game for one player.

use shuban_core::checkers::Checkers;
use shuban_core::dice::{Roll, rolls};
use shuban_core::{Game, NotationError, Payoffs, Play, Seat};

use crate::move_notation;
use crate::moves::{Move, MoveGenerator};
use crate::notation;
use crate::position::Position;
use crate::reader::Reader;
use crate::variant::Variant;

/// Name of a side that has borne off everything.
const NOBODY: &str = "off";

/// One side by itself, on its home board or on more of the lowest points, playing by the rules of a
/// variant until everything is borne off. A position is its checkers: `1,2,2`, or with the numbers
/// on points 1, 2, … `G 1 2 0`; and `off`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alone {
    variant: Variant,
    points: usize,
}

impl Alone {
    /// Creates the game on the home board.
    pub fn at_home(variant: Variant) -> Self {
        Alone { points: variant.home(), variant }
    }

    /// Creates the game on the points from 1 to `points`.
    pub(super) fn on_points(variant: Variant, points: usize) -> Self {
        Alone { points: points.min(variant.points()), variant }
    }

    /// The variant whose rules apply.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The highest point.
    pub fn points(&self) -> usize {
        self.points
    }

    /// The turn of a side, by the rules for two players with no opposing checkers.
    pub(super) fn turn(&self, side: Checkers) -> MoveGenerator {
        MoveGenerator::new(&self.variant, &Position::new(side, Checkers::NONE))
    }

    fn on_these_points(
        &self,
        reader: &Reader<'_>,
        start: usize,
        side: Checkers,
    ) -> Result<Checkers, NotationError> {
        let points = self.points;
        match side.highest() {
            Some(point) if point > points => {
                let place = notation::place_name(&self.variant, point);
                let home = if points == self.variant.home() { "home " } else { "" };
                let reason = format!("a checker on {place}, beyond the {home}points 1 to {points}");
                Err(reader.error_at(start, reason))
            }
            _ => Ok(side),
        }
    }

    /// The numbers on the points, from point 1.
    fn parse_counts(&self, reader: &mut Reader<'_>) -> Result<Checkers, NotationError> {
        let (points, most) = (self.points, self.variant.checkers());
        let mut side = Checkers::NONE;
        for point in 1..=points {
            reader.skip_spaces();
            let start = reader.at;
            let word = reader.word();
            let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
            if !is_number {
                let reason =
                    format!("expected the number of checkers on point {point} of {points}");
                return Err(reader.error_at(start, reason));
            }
            // A number too large for the type is too large as well.
            match word.parse::<usize>() {
                Ok(count) if count <= most - side.count() => side = side.with(point, count),
                _ => return Err(reader.error_at(start, format!("more than {most} checkers"))),
            }
        }
        Ok(side)
    }
}

impl Game for Alone {
    type Position = Checkers;
    type Chance = Roll;
    type Move = Move;

    fn name(&self) -> String {
        let name = format!("bearoff/{}", self.variant.name());
        if self.points == self.variant.home() { name } else { format!("{name}-{}", self.points) }
    }

    fn seats(&self) -> usize {
        1
    }

    fn to_move(&self, _side: &Checkers) -> Seat {
        0
    }

    /// There is no win or loss: the number of rolls is what counts.
    fn outcome(&self, side: &Checkers) -> Option<Payoffs> {
        side.is_empty().then(|| Payoffs::new(&[0]))
    }

    fn chances(&self, _side: &Checkers) -> Vec<(Roll, u32)> {
        rolls(self.variant.faces())
    }

    fn plays(&self, side: &Checkers, roll: Roll, plays: &mut Vec<Play<Checkers, Move>>) {
        if !side.is_empty() {
            let all = self.turn(*side).plays(roll);
            plays.extend(
                all.into_iter().map(|(action, after)| Play { action, after: after.opponent }),
            );
        }
    }

    fn parse(&self, text: &str) -> Result<Checkers, NotationError> {
        let mut reader = Reader::new(text);
        reader.skip_spaces();
        let start = reader.at;
        let side = if reader.take("G") {
            self.parse_counts(&mut reader)?
        } else if reader.rest().trim_end().eq_ignore_ascii_case(NOBODY) {
            return Ok(Checkers::NONE);
        } else if reader.peek().is_none() {
            return Err(reader.expected(format!("points, or `{NOBODY}`")));
        } else {
            notation::parse_side(&self.variant, &mut reader, "side", Checkers::NONE)?
        };
        reader.skip_spaces();
        match reader.peek() {
            None => self.on_these_points(&reader, start, side),
            Some(_) => Err(reader.expected("the end")),
        }
    }

    fn format(&self, side: &Checkers) -> String {
        if side.is_empty() {
            NOBODY.to_owned()
        } else {
            notation::format_side(&self.variant, *side)
        }
    }

    fn format_move(&self, _side: &Checkers, _roll: Roll, action: &Move) -> String {
        move_notation::format_move(&self.variant, action)
    }
}
