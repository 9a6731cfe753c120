//! A side that bears off alone, as a game for one player.

use shuban_core::{Checkers, Game, NotationError, Payoffs, Play, Roll, Seat, rolls};

use crate::move_notation;
use crate::moves::{Move, MoveGenerator};
use crate::notation;
use crate::position::Position;
use crate::reader::Reader;
use crate::variant::Variant;

/// What the side is called that has borne off everything.
const NOBODY: &str = "off";

/// One side at home by itself, playing by the rules of a variant until everything is borne off. A
/// position is its checkers: `1,2,2`, or with the numbers on points 1, 2, … `G 1 2 0`; and `off`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alone {
    /// By whose rules.
    pub variant: Variant,
}

impl Alone {
    /// The turn of a side, by the rules for two with nobody on the other one.
    pub(super) fn turn(&self, side: Checkers) -> MoveGenerator {
        MoveGenerator::new(&self.variant, &Position::new(side, Checkers::NONE))
    }

    fn at_home(
        &self,
        reader: &Reader<'_>,
        start: usize,
        side: Checkers,
    ) -> Result<Checkers, NotationError> {
        let home = self.variant.home();
        match side.highest() {
            Some(point) if point > home => {
                let place = notation::place_name(&self.variant, point);
                let reason = format!("a checker on {place}, beyond the home points 1 to {home}");
                Err(reader.error_at(start, reason))
            }
            _ => Ok(side),
        }
    }

    /// The numbers on the home points, from point 1.
    fn parse_counts(&self, reader: &mut Reader<'_>) -> Result<Checkers, NotationError> {
        let (home, most) = (self.variant.home(), self.variant.checkers());
        let mut side = Checkers::NONE;
        for point in 1..=home {
            reader.skip_spaces();
            let start = reader.at;
            let word = reader.word();
            let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
            if !is_number {
                let reason = format!("expected the number of checkers on point {point} of {home}");
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
        format!("bearoff/{}", self.variant.name())
    }

    fn seats(&self) -> usize {
        1
    }

    fn to_move(&self, _side: &Checkers) -> Seat {
        0
    }

    /// Nothing is won or lost: what counts is how many rolls it takes.
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
            None => self.at_home(&reader, start, side),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn half_gammon() -> Alone {
        Alone { variant: Variant::by_name("half-gammon").unwrap() }
    }

    #[test]
    fn points_and_numbers_are_both_read() {
        let game = half_gammon();
        let rewritten = |text: &str| game.format(&game.parse(text).unwrap());
        assert_eq!(rewritten("2, 1,2"), "1,2,2");
        assert_eq!(rewritten(" G 1 2 1 "), "1,2,2,3");
        assert_eq!(rewritten("G 0 0 0"), "off");
        assert_eq!(rewritten("OFF"), "off");
    }

    #[test]
    fn bad_text_is_refused_with_the_place_and_the_reason() {
        for (text, at, reason) in [
            ("", 0, "found the end"),
            ("1,4", 0, "a checker on 4, beyond the home points 1 to 3"),
            ("bar", 0, "a checker on bar"),
            ("1,2|", 3, "expected the end, found `|`"),
            ("1,1,1,1,1,1,1,1,1", 16, "more than 8 checkers for the side"),
            ("G 1 2", 5, "on point 3 of 3"),
            ("G 1 2 3 4", 8, "expected the end"),
            ("G 1 2 6", 6, "more than 8 checkers"),
            ("G 1 x 6", 4, "on point 2 of 3"),
            ("G 99999999999999999999999 0 0", 2, "more than 8"),
        ] {
            let error = half_gammon().parse(text).unwrap_err();
            assert!(error.at == at && error.reason.contains(reason), "{error}");
        }
    }

    #[test]
    fn a_side_alone_plays_by_the_rules_for_two() {
        let game = half_gammon();
        let after = |text: &str, roll: Roll| {
            let mut plays = Vec::new();
            game.plays(&game.parse(text).unwrap(), roll, &mut plays);
            let mut after: Vec<_> = plays.iter().map(|play| game.format(&play.after)).collect();
            after.sort();
            after
        };
        assert_eq!(after("1,2", Roll::new(2, 1)), ["1", "off"]);
        assert_eq!(after("1,3", Roll::new(2, 1)), ["1"]);
        assert_eq!(after("3,3,3", Roll::new(1, 1)), ["1,1,3", "1,2,2", "2,3"]);
        assert_eq!(after("off", Roll::new(1, 1)), [""; 0]);
    }
}
