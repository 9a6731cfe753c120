//! GNU Backgammon's position IDs.
//!
//! A key of 80 bits in unary: for both sides, for each own point from the first and then the bar,
//! as many ones as there are checkers, and a zero; the lowest bit of each byte first. The side that
//! is *not* about to roll comes first. The ID is the key in base64 without padding: 14 characters.
//! A match ID may follow after a colon: 12 characters with the player about to roll, the dice, the
//! cube and the match.

use shuban_core::{Checkers, NotationError, Roll};

use crate::position::Position;
use crate::reader::Reader;
use crate::variant::Variant;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const ID_LENGTH: usize = 14;
const MATCH_ID_LENGTH: usize = 12;
/// Position and match IDs, like XGIDs, are for boards of this many points.
pub(crate) const POINTS: usize = 24;

/// What GNU Backgammon and others write before an ID.
const NAMES: [&str; 4] = ["GNUBGID", "GNUBG ID", "Position ID", "GNU Backgammon  Position ID"];

pub(crate) const CUBE_TURNED: &str =
    "the cube has been turned; values here are of games without a cube";
pub(crate) const CUBE_OFFERED: &str =
    "the cube is being offered, or the game given up; values here are of games without a cube";

/// Why a match is refused.
pub(crate) fn match_to(length: impl std::fmt::Display) -> String {
    format!("a game of a match to {length}; values here are of single games")
}

/// Whether a text is to be read as a position ID: it begins with one of its names, or with n
/// characters of base64 and perhaps something after a colon or a space.
pub(crate) fn looks_like_one(text: &str) -> bool {
    let id = text.split(|c: char| c == ':' || c.is_whitespace()).next().unwrap_or("");
    NAMES.iter().any(|name| text.starts_with(name))
        || id.len() == ID_LENGTH && id.bytes().all(|byte| ALPHABET.contains(&byte))
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
/// is about to roll; with one, seat 0 is what GNU Backgammon calls player 1 and draws as `X`. A
/// match ID of a match, or with a cube that was turned or offered, is refused.
///
/// # Errors
/// [`NotationError`] with the place and the reason.
pub fn parse_position_id(
    variant: &Variant,
    text: &str,
) -> Result<(Position, Option<Roll>), NotationError> {
    let mut reader = Reader::new(text);
    reader.skip_spaces();
    take_name(&mut reader, &NAMES);
    if variant.points() != POINTS {
        let points = variant.points();
        let reason =
            format!("position IDs are for {POINTS} points; {} has {points}", variant.name());
        return Err(reader.error(reason));
    }
    let start = reader.at;
    let key = read_key(&mut reader, ID_LENGTH)?;
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
    let position = Position::new(mover, opponent);
    reader.skip_spaces();
    let named = take_name(&mut reader, &["Match ID"]);
    if !named && !reader.take(":") {
        return match reader.peek() {
            None => Ok((position, None)),
            Some(_) => Err(reader.expected("a match ID or the end")),
        };
    }
    let start = reader.at;
    let key = read_key(&mut reader, MATCH_ID_LENGTH)?;
    let (bits, error) = (
        |from: u32, count: u32| key >> from & ((1 << count) - 1),
        |reason: String| Err(reader.error_at(start, reason)),
    );
    match (bits(0, 4), bits(4, 2), bits(12, 3), bits(21, 15)) {
        (0, 3, 0, 0) => {}
        (0, 3, 0, length) => return error(match_to(length)),
        (0, 3, ..) => return error(CUBE_OFFERED.to_owned()),
        _ => return error(CUBE_TURNED.to_owned()),
    }
    let roll = match [bits(15, 3) as u8, bits(18, 3) as u8] {
        [0, 0] => None,
        [a, b] if a.min(b) >= 1 && a.max(b) <= variant.faces() => Some(Roll::new(a, b)),
        [a, b] => return error(format!("dice {a} and {b}")),
    };
    Ok((Position { turn: 1 - bits(6, 1) as u8, ..position }, roll))
}

/// Takes one of some names, with the colon or the equals sign behind it.
fn take_name(reader: &mut Reader<'_>, names: &[&str]) -> bool {
    let found = names.iter().any(|name| reader.take(name));
    if found {
        reader.skip_spaces();
        let _ = reader.take(":") || reader.take("=");
        reader.skip_spaces();
    }
    found
}

/// Reads `length` base64 digits: their bits as an integer whose bytes are in little-endian order.
fn read_key(reader: &mut Reader<'_>, length: usize) -> Result<u128, NotationError> {
    let mut bits = [0u8; 16];
    let mut read = 0;
    while let Some(c) = reader.peek().filter(|&c| c != ':' && !c.is_whitespace()) {
        let Some(digit) = ALPHABET.iter().position(|&byte| char::from(byte) == c) else {
            return Err(reader.error(format!("`{}` is no character of an ID", c.escape_debug())));
        };
        if read == length {
            return Err(reader.error(format!("more than {length} characters")));
        }
        for j in 0..6 {
            let i = 6 * read + j;
            bits[i / 8] |= ((digit >> (5 - j) & 1) as u8) << (7 - i % 8);
        }
        read += 1;
        reader.at += 1;
    }
    if read < length {
        return Err(reader.error(format!("an ID of {read} characters; it takes {length}")));
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
