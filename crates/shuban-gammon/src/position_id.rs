//! GNU Backgammon's position IDs.
//!
//! A key of 80 bits in unary: for both sides, for each own point from the first and then the bar,
//! as many ones as there are checkers, and a zero; the lowest bit of each byte first. The side that
//! is *not* about to roll comes first. The ID is the key in base64 without padding: 14 characters.
//! A match ID may follow after a colon: 12 characters with the player about to roll, the dice, the
//! cube and the match. The board that GNU Backgammon prints below both may follow too.

use shuban_core::{Checkers, NotationError, Roll};

use crate::game_state::GameState;
use crate::gnubg_board::check_board;
use crate::match_id::parse_match_id;
use crate::position::Position;
use crate::reader::Reader;
use crate::variant::Variant;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const ID_LENGTH: usize = 14;
/// Position and match IDs, like XGIDs, are for boards of this many points.
pub(crate) const POINTS: usize = 24;

/// What GNU Backgammon and others write before an ID.
const NAMES: [&str; 4] = ["GNUBGID", "GNUBG ID", "Position ID", "GNU Backgammon  Position ID"];

/// Whether a text is to be read as a position ID: it begins with one of its names, or with n
/// characters of base64 and perhaps something after a colon or a space.
pub(crate) fn looks_like_one(text: &str) -> bool {
    let id = text.split(|c: char| c == ':' || c.is_whitespace()).next().unwrap_or("");
    NAMES.iter().any(|name| text.starts_with(name))
        || !text.contains('|')
            && id.len() == ID_LENGTH
            && id.bytes().all(|byte| ALPHABET.contains(&byte))
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
    Some(write_key(key, ID_LENGTH))
}

/// Writes a key as `length` base64 digits.
pub(crate) fn write_key(key: u128, length: usize) -> String {
    let bytes = key.to_le_bytes();
    // Base64 counts bits from the top of each byte; 80 bits are 13 characters and a third of one.
    let bit = |i: usize| bytes.get(i / 8).map_or(0, |byte| byte >> (7 - i % 8) & 1);
    let digit = |i: usize| (0..6).fold(0, |digit, j| digit << 1 | usize::from(bit(6 * i + j)));
    (0..length).map(|i| char::from(ALPHABET[digit(i)])).collect()
}

/// Reads a position ID of a single game without a cube, and the roll if a match ID follows that has
/// one. Without a match ID, seat 0 is about to roll; with one, seat 0 is what GNU Backgammon calls
/// player 1 and draws as `X`.
///
/// # Errors
/// [`NotationError`] with the place and the reason; a match, and a cube that was turned or offered,
/// are refused by name.
pub fn parse_position_id(
    variant: &Variant,
    text: &str,
) -> Result<(Position, Option<Roll>), NotationError> {
    let (state, match_id) = parse_with_match_id(variant, text)?;
    match (state.beyond_values(), match_id) {
        (Some(beyond), Some(at)) => Err(Reader::new(text).error_at(at, beyond.reason())),
        _ => Ok((state.position, state.roll)),
    }
}

/// Reads a position ID and, if one follows, a match ID: the position, the dice, the cube, the score.
///
/// # Errors
/// [`NotationError`] with the place and the reason.
pub fn parse_position_id_state(variant: &Variant, text: &str) -> Result<GameState, NotationError> {
    Ok(parse_with_match_id(variant, text)?.0)
}

/// The game, and at which byte its match ID begins, if there is one.
fn parse_with_match_id(
    variant: &Variant,
    text: &str,
) -> Result<(GameState, Option<usize>), NotationError> {
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
    let (state, start, what) = if named || reader.take(":") {
        let start = reader.at;
        (parse_match_id(variant, position, &mut reader)?, Some(start), "the end")
    } else {
        (GameState::of(position, None), None, "a match ID or the end")
    };
    reader.skip_spaces();
    match reader.peek() {
        None => {}
        Some('+') => check_board(variant, &state, &reader)?,
        Some(_) => return Err(reader.expected(what)),
    }
    Ok((state, start))
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
pub(crate) fn read_key(reader: &mut Reader<'_>, length: usize) -> Result<u128, NotationError> {
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
