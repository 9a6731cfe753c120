//! Positions and rolls as text.
//!
//! A position is the mover's checkers, `|`, and the opponent's, each a list of own points in
//! ascending order and `bar`: `1,1,3|2,bar`. What is missing is borne off.

use shuban_core::NotationError;
use shuban_core::checkers::Checkers;
use shuban_core::dice::Roll;

use crate::game_state::GameState;
use crate::position::Position;
use crate::reader::Reader;
use crate::variant::Variant;
use crate::{colon_fields, gnubg, pasted, xgid};

/// Reads a position: the notation above, a GNUBG position ID, an XGID, an OGID or a line of FIBS.
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
    match Written::of(text) {
        Written::Xgid(xgid) => xgid::parse_xgid(variant, &xgid),
        Written::PositionId => gnubg::parse_position_id(variant, text),
        Written::Lists => Ok((parse_lists(variant, text)?, None)),
        Written::Ogid | Written::Fibs => {
            let state = parse_state(variant, text)?;
            match state.beyond_values() {
                Some(beyond) => Err(NotationError::new(text, 0, beyond.reason())),
                None => Ok((state.position, state.roll)),
            }
        }
    }
}

/// Reads a position with all that the text has of the game.
///
/// # Errors
/// [`NotationError`] with the place and the reason.
pub fn parse_state(variant: &Variant, text: &str) -> Result<GameState, NotationError> {
    match Written::of(text) {
        Written::Xgid(xgid) => xgid::parse_xgid_state(variant, &xgid),
        Written::Ogid => colon_fields::parse_ogid(variant, text),
        Written::Fibs => colon_fields::parse_fibs(variant, text),
        Written::PositionId => gnubg::parse_position_id_state(variant, text),
        Written::Lists => Ok(GameState::of(parse_lists(variant, text)?, None)),
    }
}

/// The notations.
enum Written {
    Lists,
    PositionId,
    /// The XGID, which may be a part of the text.
    Xgid(String),
    Ogid,
    Fibs,
}

impl Written {
    fn of(text: &str) -> Self {
        let trimmed = text.trim();
        if colon_fields::is_fibs(trimmed) {
            Written::Fibs
        } else if let Some(xgid) = pasted::xgid_in(trimmed) {
            // As it stands, errors give places in it.
            Written::Xgid(if xgid == trimmed { text.to_owned() } else { xgid })
        } else if colon_fields::is_ogid(trimmed) {
            Written::Ogid
        } else if gnubg::looks_like_one(trimmed) {
            Written::PositionId
        } else {
            Written::Lists
        }
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

/// Returns the name of a place: `bar`, `off`, or the number of a point.
pub fn place_name(variant: &Variant, place: usize) -> String {
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
        return Err(reader.expected("`,` or the `|` between the sides"));
    }
    let opponent = parse_side(variant, &mut reader, "opponent", mover)?;
    match reader.peek() {
        None => (),
        Some('|') => return Err(reader.error("a second `|`")),
        Some(_) => return Err(reader.expected("`,` or the end")),
    }
    if mover.is_empty() && opponent.is_empty() {
        return Err(reader.error("both sides have borne off everything"));
    }
    Ok(Position::new(mover, opponent))
}

/// Reads a side's list up to the first other text; `beside` holds the other side, if read already.
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
        return Err(reader.expected("a point or `bar`"));
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
    reader.digit(faces).ok_or_else(|| reader.expected(format!("a die of 1 to {faces}")))
}
