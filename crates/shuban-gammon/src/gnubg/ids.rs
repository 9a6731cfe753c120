//! GNU Backgammon's IDs as they are written together.
//!
//! A match ID may follow on a position ID after a colon: 12 characters with the player about to
//! roll, the dice, the cube and the match. The board that GNU Backgammon prints below both may
//! follow too.

use shuban_core::NotationError;
use shuban_core::dice::Roll;

use super::board::check_board;
use super::key::is_base64;
use super::match_id::parse_match_id;
use super::position_id::{ID_LENGTH, read_position};
use crate::game_state::GameState;
use crate::position::Position;
use crate::reader::Reader;
use crate::variant::Variant;

/// Names that GNU Backgammon and others write before an ID.
const NAMES: [&str; 4] = ["GNUBGID", "GNUBG ID", "Position ID", "GNU Backgammon  Position ID"];

/// Returns true if a text is to be read as a position ID: it begins with one of its names, or with
/// n characters of base64 and perhaps something after a colon or a space.
pub(crate) fn looks_like_one(text: &str) -> bool {
    let id = text.split(|c: char| c == ':' || c.is_whitespace()).next().unwrap_or("");
    NAMES.iter().any(|name| text.starts_with(name))
        || !text.contains('|') && id.len() == ID_LENGTH && is_base64(id)
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

/// Returns the game, and the byte at which its match ID begins, if there is one.
fn parse_with_match_id(
    variant: &Variant,
    text: &str,
) -> Result<(GameState, Option<usize>), NotationError> {
    let mut reader = Reader::new(text);
    reader.skip_spaces();
    take_name(&mut reader, &NAMES);
    let position = read_position(variant, &mut reader)?;
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
