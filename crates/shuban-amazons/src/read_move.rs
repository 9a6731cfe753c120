//! Moves as people and programs write them.

use shuban_core::NotationError;

use crate::notation::format_square;
use crate::position::{MAX_BOARD, Position};
use crate::squares::Square;
use crate::subgame::Move;

/// The forms of a move, for messages.
const HOW: &str = "a move is written as a1-b2/c3, a1-b2(c3), a1-b2xc3, a1b2/c3 or a1b2,b2c3";

/// A part of a move with its place in the text, in bytes.
type Place<'t> = (usize, &'t str);

/// A word that has the form of a move: its squares, which need not be on a board.
pub(crate) struct MoveWord<'t> {
    from: Place<'t>,
    to: Place<'t>,
    /// The square from which the arrow is shot, where it is named once more.
    again: Option<Place<'t>>,
    shot: Place<'t>,
}

/// A word that is being read.
struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Takes a sign if it is next.
    fn takes(&mut self, sign: char) -> bool {
        let is_next = self.rest().starts_with(sign);
        self.at += if is_next { sign.len_utf8() } else { 0 };
        is_next
    }

    /// Takes a letter, and the digits after it.
    fn square(&mut self) -> Option<Place<'t>> {
        let rest = self.rest();
        let letter = rest.starts_with(|c: char| c.is_ascii_alphabetic());
        let digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        if !letter || digits == 0 {
            return None;
        }
        let found = (self.at, &rest[..=digits]);
        self.at += 1 + digits;
        Some(found)
    }
}

impl<'t> MoveWord<'t> {
    /// Reads a word.
    ///
    /// # Errors
    /// The place of the first trouble, in bytes.
    pub(crate) fn read(text: &'t str) -> Result<Self, usize> {
        let mut reader = Reader { text, at: 0 };
        let mut read = || {
            let from = reader.square()?;
            reader.takes('-');
            let to = reader.square()?;
            let again;
            let shot = if reader.takes('(') {
                again = None;
                let shot = reader.square()?;
                if !reader.takes(')') {
                    return None;
                }
                shot
            } else if ['/', 'x', 'X'].into_iter().any(|sign| reader.takes(sign)) {
                again = None;
                reader.square()?
            } else if reader.takes(',') {
                let first = reader.square()?;
                // `d1d7,d7g7` names the square of the amazon once more.
                reader.takes('-');
                match reader.square() {
                    Some(shot) => {
                        again = Some(first);
                        shot
                    }
                    None if reader.at == first.0 + first.1.len() => {
                        again = None;
                        first
                    }
                    None => return None,
                }
            } else {
                return None;
            };
            reader.rest().is_empty().then_some(MoveWord { from, to, again, shot })
        };
        read().ok_or(reader.at)
    }

    /// Returns true if a word begins with the two squares of an amazon, joined as in `d1-d7`.
    pub(crate) fn is_begun(text: &str) -> bool {
        let mut reader = Reader { text, at: 0 };
        reader.square().is_some() && reader.takes('-') && reader.square().is_some()
    }
}

/// Reads a move of the side to move, which must be legal.
///
/// # Errors
/// [`NotationError`] with the place and the reason.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, NotationError> {
    let error =
        |at: usize, reason: String| NotationError::new(text, text[..at].chars().count(), reason);
    let MoveWord { from, to, again, shot } =
        MoveWord::read(text).map_err(|at| error(at, HOW.to_owned()))?;
    let square = |(at, word): Place<'_>| {
        parse_square(position, &word.to_ascii_lowercase()).map_err(|reason| error(at, reason))
    };
    let action = Move { from: square(from)?, to: square(to)?, shot: square(shot)? };
    if let Some(again) = again
        && square(again)? != action.to
    {
        let reason = "the arrow is shot from where the amazon goes: d1d7,d7g7".to_owned();
        return Err(error(again.0, reason));
    }
    let (subgame, side) = (position.subgame(), position.to_move());
    if !subgame.amazons(side).contains(action.from) {
        return Err(error(from.0, format!("there is no amazon of {}'s", side.name())));
    }
    if !crate::queen_reach(action.from, subgame.empty()).contains(action.to) {
        return Err(error(to.0, "the amazon cannot get there".to_owned()));
    }
    if !subgame.is_legal(side, action) {
        return Err(error(shot.0, "the arrow cannot get there".to_owned()));
    }
    Ok(action)
}

/// Reads a square of a board.
pub(crate) fn parse_square(position: &Position, word: &str) -> Result<Square, String> {
    let (height, width) = (position.height(), position.width());
    let found = word.chars().next().filter(char::is_ascii_lowercase).and_then(|file| {
        let column = usize::from(file as u8 - b'a');
        // Digits alone, and no zero in front, so that a square has one name.
        let digits =
            word[1..].bytes().all(|digit| digit.is_ascii_digit()) && !word[1..].starts_with('0');
        let rank: usize = word[1..].parse().ok().filter(|_| digits)?;
        let row = height.checked_sub(rank)?;
        Square::new(row, column).filter(|_| rank > 0 && column < width)
    });
    found.ok_or_else(|| {
        let last = Square::new(0, width.clamp(1, MAX_BOARD) - 1);
        let last = last.map_or(String::new(), |last| format_square(height, last));
        format!(
            "`{}` is no square of this board, whose squares are a1 to {last}",
            word.escape_debug()
        )
    })
}
