//! GNU Backgammon's position IDs.
//!
//! A key of 80 bits in unary: for both sides, for each own point from the first and then the bar,
//! as many ones as there are checkers, and a zero; the lowest bit of each byte first. The side that
//! is *not* about to roll comes first. The ID is the key in base64 without padding: 14 characters.

use shuban_core::NotationError;
use shuban_core::checkers::Checkers;

use super::key::{POINTS, read_key, write_key};
use crate::position::Position;
use crate::reader::Reader;
use crate::variant::Variant;

/// The characters of an ID.
pub(super) const ID_LENGTH: usize = 14;

/// Writes the position ID, or `None` for a board that does not have 24 points. It leaves out the
/// seat that is about to roll.
pub fn format_position_id(variant: &Variant, position: &Position) -> Option<String> {
    if variant.points() != POINTS {
        return None;
    }
    let (mut key, mut at) = (0u128, 0);
    for side in [position.opponent, position.mover] {
        for place in 1..=POINTS + 1 {
            let count = side.on(place);
            key |= ((1 << count) - 1) << at;
            at += count + 1;
        }
    }
    Some(write_key(key, ID_LENGTH))
}

/// Reads the characters of a position ID; seat 0 is about to roll.
pub(super) fn read_position(
    variant: &Variant,
    reader: &mut Reader<'_>,
) -> Result<Position, NotationError> {
    if variant.points() != POINTS {
        let points = variant.points();
        let reason =
            format!("position IDs are for {POINTS} points; {} has {points}", variant.name());
        return Err(reader.error(reason));
    }
    let start = reader.at;
    let key = read_key(reader, ID_LENGTH)?;
    let error = |reason: String| Err(reader.error_at(start, reason));
    let (opponent, end) = read_side(key, 0);
    let (mover, end) = read_side(key, end);
    if end > 80 || key >> end != 0 {
        return error("not the key of a position".to_owned());
    }
    for (side, name) in [(mover, "player about to roll"), (opponent, "other player")] {
        let (count, most) = (side.count(), variant.checkers());
        if count > most {
            return error(format!("{count} checkers of the {name}; {} has {most}", variant.name()));
        }
    }
    if mover.is_empty() && opponent.is_empty() {
        return error("both sides have borne off everything".to_owned());
    }
    if let Some((place, _)) =
        mover.iter().find(|&(place, _)| place <= POINTS && opponent.on(POINTS + 1 - place) > 0)
    {
        return error(format!("both sides on one point, {place} to the player about to roll"));
    }
    Ok(Position::new(mover, opponent))
}

/// The side that begins at bit `at` of a key, and where it ends.
fn read_side(key: u128, mut at: usize) -> (Checkers, usize) {
    let mut side = Checkers::NONE;
    for place in 1..=POINTS + 1 {
        // A run above 15 belongs to no position; the sum, which is checked, stays too high.
        let count = (key.checked_shr(at as u32).unwrap_or(0).trailing_ones() as usize).min(15);
        side = side.with(place, count);
        at += count + 1;
    }
    (side, at)
}
