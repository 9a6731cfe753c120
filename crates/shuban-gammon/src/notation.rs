//! Positions and rolls as text.
//!
//! A position is the mover's checkers, `|`, and the opponent's, each a list of own points in
//! ascending order and `bar`: `1,1,3|2,bar`. What is missing is borne off.

use shuban_core::{Checkers, NotationError, Roll};

use crate::position::Position;
use crate::reader::Reader;
use crate::variant::Variant;
use crate::{position_id, xgid};

/// Reads a position: the notation above, a GNUBG position ID or an XGID.
///
/// # Errors
/// [`NotationError`] with the place and the reason.
pub fn parse_position(variant: &Variant, text: &str) -> Result<Position, NotationError> {
    Ok(parse_position_and_roll(variant, text)?.0)
}

/// Reads a position, and the roll where the text has one.
pub(crate) fn parse_position_and_roll(
    variant: &Variant,
    text: &str,
) -> Result<(Position, Option<Roll>), NotationError> {
    let trimmed = text.trim();
    if trimmed.starts_with("XGID=") {
        xgid::parse_xgid(variant, text)
    } else if !trimmed.contains('|') && position_id::looks_like_one(trimmed) {
        position_id::parse_position_id(variant, text)
    } else {
        Ok((parse_lists(variant, text)?, None))
    }
}

/// Writes a position in the notation of [`parse_position`].
pub fn format_position(variant: &Variant, position: &Position) -> String {
    format!("{}|{}", format_side(variant, position.mover), format_side(variant, position.opponent))
}

/// Writes the list of one side, empty if it has borne off everything.
pub(crate) fn format_side(variant: &Variant, checkers: Checkers) -> String {
    let places = checkers.iter().flat_map(|(place, count)| std::iter::repeat_n(place, count));
    places.map(|place| place_name(variant, place)).collect::<Vec<_>>().join(",")
}

pub(crate) fn place_name(variant: &Variant, place: usize) -> String {
    match place {
        0 => "off".to_owned(),
        place if place == variant.bar() => "bar".to_owned(),
        place => place.to_string(),
    }
}

fn parse_lists(variant: &Variant, text: &str) -> Result<Position, NotationError> {
    let mut reader = Reader::new(text);
    let mover = parse_side(variant, &mut reader, "mover", Checkers::NONE)?;
    if !reader.take("|") {
        let found = reader.found();
        return Err(
            reader.error(format!("expected `,` or the `|` between the sides, found {found}"))
        );
    }
    let opponent = parse_side(variant, &mut reader, "opponent", mover)?;
    if reader.peek().is_some() {
        let reason = match reader.peek() {
            Some('|') => "a second `|`".to_owned(),
            _ => format!("expected `,` or the end, found {}", reader.found()),
        };
        return Err(reader.error(reason));
    }
    if mover.is_empty() && opponent.is_empty() {
        return Err(reader.error("both sides have borne off everything"));
    }
    Ok(Position::new(mover, opponent))
}

/// Reads a side's list up to what is no part of it; `beside` holds the other side, if read already.
pub(crate) fn parse_side(
    variant: &Variant,
    reader: &mut Reader<'_>,
    side: &str,
    beside: Checkers,
) -> Result<Checkers, NotationError> {
    let mut checkers = Checkers::NONE;
    reader.skip_spaces();
    if matches!(reader.peek(), None | Some('|')) {
        return Ok(checkers);
    }
    loop {
        reader.skip_spaces();
        let start = reader.at;
        let place = parse_place(variant, reader)?;
        if place == 0 {
            return Err(reader.error_at(start, "a checker that is borne off is left out"));
        }
        if checkers.count() == variant.checkers() {
            let reason = format!("more than {} checkers for the {side}", variant.checkers());
            return Err(reader.error_at(start, reason));
        }
        if place != variant.bar() && beside.on(variant.bar() - place) > 0 {
            let theirs = variant.bar() - place;
            let reason =
                format!("both sides on one point, {place} to the {side} and {theirs} to the other");
            return Err(reader.error_at(start, reason));
        }
        checkers = checkers.more(place);
        reader.skip_spaces();
        if !reader.take(",") {
            return Ok(checkers);
        }
    }
}

/// Reads a point, `bar` or `off` (as 0).
pub(crate) fn parse_place(
    variant: &Variant,
    reader: &mut Reader<'_>,
) -> Result<usize, NotationError> {
    let start = reader.at;
    let word = reader.word();
    let points = variant.points();
    if word.is_empty() {
        return Err(reader.error(format!("expected a point or `bar`, found {}", reader.found())));
    }
    if word.eq_ignore_ascii_case("bar") {
        return Ok(variant.bar());
    }
    if word.eq_ignore_ascii_case("off") {
        return Ok(0);
    }
    if !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(reader.error_at(start, format!("`{word}` is neither a point nor `bar`")));
    }
    // A number too large for the type is out of range as well.
    match word.parse() {
        Ok(point) if (1..=points).contains(&point) => Ok(point),
        _ => Err(reader.error_at(start, format!("no point {word}; the points are 1 to {points}"))),
    }
}

/// Reads a roll of two dice: `3-1` or `31`, in either order.
///
/// # Errors
/// [`NotationError`] with the place and the reason.
pub fn parse_roll(variant: &Variant, text: &str) -> Result<Roll, NotationError> {
    let mut reader = Reader::new(text);
    reader.skip_spaces();
    let first = parse_die(variant, &mut reader)?;
    reader.take("-");
    let second = parse_die(variant, &mut reader)?;
    reader.skip_spaces();
    match reader.peek() {
        None => Ok(Roll::new(first, second)),
        Some(_) => Err(reader.error(format!("two dice, and then {}", reader.found()))),
    }
}

fn parse_die(variant: &Variant, reader: &mut Reader<'_>) -> Result<u8, NotationError> {
    let faces = variant.faces();
    let die = reader
        .peek()
        .and_then(|c| c.to_digit(10))
        .filter(|die| (1..=u32::from(faces)).contains(die));
    let Some(die) = die else {
        return Err(
            reader.error(format!("expected a die of 1 to {faces}, found {}", reader.found()))
        );
    };
    reader.at += 1;
    Ok(die as u8)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use shuban_core::Random;

    use crate::twin::random_position;

    fn half_gammon() -> Variant {
        Variant::by_name("half-gammon").unwrap()
    }

    #[test]
    fn lists_are_read_in_any_order_and_written_in_ascending_order() {
        let rewritten = |text: &str| {
            format_position(&half_gammon(), &parse_position(&half_gammon(), text).unwrap())
        };
        assert_eq!(rewritten("1,1,3|2,bar"), "1,1,3|2,bar");
        assert_eq!(rewritten(" 3 , 1,1 |BAR,\t2 "), "1,1,3|2,bar");
        assert_eq!(rewritten("|3"), "|3");
        assert_eq!(rewritten("12,12|"), "12,12|");
    }

    #[test]
    fn bad_text_is_refused_with_the_place_and_the_reason() {
        let cases: [(&str, usize, &str); 16] = [
            ("", 0, "the `|` between the sides"),
            ("1,1,3", 5, "the `|` between the sides"),
            ("1|2|3", 3, "a second `|`"),
            ("1,x|2", 2, "`x` is neither a point nor `bar`"),
            ("1,,3|2", 2, "expected a point or `bar`, found `,`"),
            ("1,|2", 2, "found `|`"),
            ("1|2,", 4, "found the end"),
            ("13|2", 0, "no point 13; the points are 1 to 12"),
            ("0|2", 0, "no point 0"),
            ("1|99999999999999999999999999", 2, "no point 99999999999999999999999999"),
            ("1,1,1,1,1,1,1,1,1|2", 16, "more than 8 checkers for the mover"),
            ("1|12", 2, "both sides on one point, 12 to the opponent and 1 to the other"),
            ("1,off|2", 2, "borne off is left out"),
            ("|", 1, "both sides have borne off everything"),
            ("1 2|3", 2, "expected `,` or the `|` between the sides, found `2`"),
            ("1|é", 2, "found `é`"),
        ];
        for (text, at, reason) in cases {
            let error = parse_position(&half_gammon(), text).unwrap_err();
            assert_eq!(error.at, at, "{error}");
            assert!(error.reason.contains(reason), "{error}");
            assert_eq!(error.text, text);
        }
    }

    #[test]
    fn rolls_are_read_with_and_without_a_dash() {
        let variant = half_gammon();
        assert_eq!(parse_roll(&variant, "3-1"), Ok(Roll::new(3, 1)));
        assert_eq!(parse_roll(&variant, " 13 "), Ok(Roll::new(3, 1)));
        for (text, at) in
            [("", 0), ("3", 1), ("4-1", 0), ("3-0", 2), ("3-1-1", 3), ("3--1", 2), ("３1", 0)]
        {
            assert_eq!(parse_roll(&variant, text).unwrap_err().at, at, "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_position_is_read_as_it_was_written(which in 0..5usize, seed: u64) {
            let variant = Variant::by_name(Variant::names()[which]).unwrap();
            let position = Position { turn: 0, ..random_position(&variant, &mut Random::new(seed)) };
            let text = format_position(&variant, &position);
            prop_assert_eq!(parse_position(&variant, &text), Ok(position));
        }

        #[test]
        fn whatever_is_read_is_a_position(
            text in "(XGID=)?([0-9]{1,2}|bar|off|[,| :*/()]|[a-oA-O-]{1,26}|\\PC){0,12}", which in 0..5usize,
        ) {
            let variant = Variant::by_name(Variant::names()[which]).unwrap();
            match parse_position(&variant, &text) {
                Ok(position) => {
                    let written = format_position(&variant, &position);
                    let again = parse_position(&variant, &written);
                    prop_assert_eq!(again, Ok(Position { turn: 0, ..position }));
                }
                Err(error) => prop_assert!(error.at <= text.chars().count(), "{}", error),
            }
        }
    }
}
