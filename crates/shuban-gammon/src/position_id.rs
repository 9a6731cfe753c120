//! GNU Backgammon's position IDs.
//!
//! A key of 80 bits in unary: for both sides, for each own point from the first and then the bar, as
//! many ones as there are checkers, and a zero; the lowest bit of each byte first. The side that is
//! *not* about to roll comes first. The ID is the key in base64 without padding: 14 characters. A
//! match ID may follow after a colon: 12 characters with the player about to roll, and the dice.

use shuban_core::{Checkers, NotationError, Roll};

use crate::position::Position;
use crate::variant::Variant;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const ID_LENGTH: usize = 14;
const MATCH_ID_LENGTH: usize = 12;
/// Position and match IDs, like XGIDs, are for boards of this many points.
pub(crate) const POINTS: usize = 24;

/// Whether a text is to be read as a position ID: so many characters of base64, and perhaps
/// something after a colon.
pub(crate) fn looks_like_one(text: &str) -> bool {
    let id = text.split(':').next().unwrap_or("");
    id.len() == ID_LENGTH && id.bytes().all(|byte| ALPHABET.contains(&byte))
}

/// Writes the position ID, or `None` for a board that does not have 24 points. It does not tell the
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
    let bytes = &key.to_le_bytes()[..10];
    // Base64 counts bits from the top of each byte; 80 bits are 13 characters and a third of one.
    let bit = |i: usize| bytes.get(i / 8).map_or(0, |byte| byte >> (7 - i % 8) & 1);
    let digit = |i: usize| (0..6).fold(0, |digit, j| digit << 1 | usize::from(bit(6 * i + j)));
    Some((0..ID_LENGTH).map(|i| char::from(ALPHABET[digit(i)])).collect())
}

/// Reads a position ID, and the roll if a match ID follows that has one. Without a match ID, seat 0
/// is about to roll; with one, seat 0 is what GNU Backgammon calls player 1 and draws as `X`.
///
/// # Errors
/// [`NotationError`] with the place and the reason.
pub fn parse_position_id(variant: &Variant, text: &str) -> Result<(Position, Option<Roll>), NotationError> {
    let start = text.chars().take_while(|c| c.is_whitespace()).count();
    let trimmed = text.trim();
    let error = |at: usize, reason: String| NotationError::new(text, start + at, reason);
    if variant.points() != POINTS {
        let points = variant.points();
        return Err(error(
            0,
            format!("position IDs are for {POINTS} points; {} has {points}", variant.name()),
        ));
    }
    let (id, match_id) = trimmed.split_once(':').map_or((trimmed, None), |(id, rest)| (id, Some(rest)));
    let key = decode(id, ID_LENGTH).map_err(|(at, reason)| error(at, reason))?;
    let (opponent, end) = read_side(key, 0);
    let (mover, end) = read_side(key, end);
    if end > 80 || key >> end != 0 {
        return Err(error(
            0,
            "not the key of a position: two sides take fewer bits than there are".to_owned(),
        ));
    }
    for (side, name) in [(mover, "player about to roll"), (opponent, "other player")] {
        let (count, most) = (side.count(), variant.checkers());
        if count > most {
            return Err(error(0, format!("{count} checkers of the {name}; {} has {most}", variant.name())));
        }
    }
    if mover.is_empty() && opponent.is_empty() {
        return Err(error(0, "both sides have borne off everything".to_owned()));
    }
    if let Some((place, _)) =
        mover.iter().find(|&(place, _)| place <= POINTS && opponent.on(POINTS + 1 - place) > 0)
    {
        return Err(error(0, format!("both sides on one point, {place} to the player about to roll")));
    }
    let Some(match_id) = match_id else { return Ok((Position::new(mover, opponent), None)) };
    let at_match_id = ID_LENGTH + 1;
    let key = decode(match_id, MATCH_ID_LENGTH).map_err(|(at, reason)| error(at_match_id + at, reason))?;
    let player = (key >> 6 & 1) as u8;
    let dice = [(key >> 15 & 7) as u8, (key >> 18 & 7) as u8];
    let roll = match dice {
        [0, 0] => None,
        [a, b] if a.min(b) >= 1 && a.max(b) <= variant.faces() => Some(Roll::new(a, b)),
        [a, b] => return Err(error(at_match_id, format!("dice {a} and {b}"))),
    };
    Ok((Position { mover, opponent, turn: 1 - player }, roll))
}

/// The bits of `length` base64 digits, as an integer whose bytes are in little-endian order.
fn decode(text: &str, length: usize) -> Result<u128, (usize, String)> {
    let mut bits = [0u8; 16];
    let mut read = 0;
    for c in text.chars() {
        let Some(digit) = ALPHABET.iter().position(|&byte| char::from(byte) == c) else {
            return Err((read, format!("`{}` is no character of an ID", c.escape_debug())));
        };
        if read == length {
            return Err((read, format!("more than {length} characters")));
        }
        for j in 0..6 {
            let i = 6 * read + j;
            bits[i / 8] |= ((digit >> (5 - j) & 1) as u8) << (7 - i % 8);
        }
        read += 1;
    }
    if read < length {
        return Err((read, format!("an ID of {read} characters; it takes {length}")));
    }
    Ok(u128::from_le_bytes(bits))
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
