//! XGIDs: `XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10`.
//!
//! First the points 1 to 24 as the player X at the bottom counts them, between O's bar and X's: a
//! letter for the number of checkers, capital for X. Then, separated by colons: the cube's value
//! (as a power of 2), its owner, who is about to roll (1 for X, -1 for O), the dice (00 before the
//! roll), both scores, the Crawford or Jacoby rule, the match length (0 for money) and the cube's
//! limit. Values here are those of games without a cube: a cube that was turned or offered, and a
//! match, are refused.

use shuban_core::{Checkers, NotationError, Roll};

use crate::position::Position;
use crate::position_id::{CUBE_OFFERED, CUBE_TURNED, POINTS, match_to};
use crate::variant::Variant;

const PREFIX: &str = "XGID=";

/// Writes the XGID, or `None` for a board that does not have 24 points. Seat 0 is X.
pub fn format_xgid(variant: &Variant, position: &Position, roll: Option<Roll>) -> Option<String> {
    if variant.points() != POINTS {
        return None;
    }
    let (x, o) = match position.turn {
        0 => (position.mover, position.opponent),
        _ => (position.opponent, position.mover),
    };
    let letter = |first: u8, count: usize| char::from(first + count as u8 - 1);
    let points = (0..=POINTS + 1).map(|point| match (x.on(point), o.on(POINTS + 1 - point)) {
        (0, 0) => '-',
        (0, count) => letter(b'a', count),
        (count, _) => letter(b'A', count),
    });
    let points: String = points.collect();
    let turn = if position.turn == 0 { 1 } else { -1 };
    let dice = roll.map_or("00".to_owned(), |roll| format!("{}{}", roll.high(), roll.low()));
    Some(format!("{PREFIX}{points}:0:0:{turn}:{dice}:0:0:0:0:10"))
}

/// Reads an XGID: the position and, if the dice have been rolled, the roll.
///
/// # Errors
/// [`NotationError`] with the place and the reason.
pub fn parse_xgid(
    variant: &Variant,
    text: &str,
) -> Result<(Position, Option<Roll>), NotationError> {
    let start = text.chars().take_while(|c| c.is_whitespace()).count();
    let error = |at: usize, reason: &str| NotationError::new(text, start + at, reason);
    let Some(fields) = text.trim().strip_prefix(PREFIX) else {
        return Err(error(0, &format!("an XGID begins with `{PREFIX}`")));
    };
    let points = variant.points();
    if points != POINTS {
        let name = variant.name();
        return Err(error(0, &format!("XGIDs are for {POINTS} points; {name} has {points}")));
    }
    let mut at = PREFIX.len();
    let (mut sides, mut turn, mut roll) = ((Checkers::NONE, Checkers::NONE), 0, None);
    let mut read = 0;
    for field in fields.split(':') {
        match read {
            0 => {
                sides = parse_points(variant, field)
                    .map_err(|(place, reason)| error(at + place, &reason))?;
            }
            3 => {
                let of_turn = ["1", "-1"].iter().position(|turn| *turn == field);
                let wrong = || error(at, "expected 1 or -1 for who is about to roll");
                turn = of_turn.ok_or_else(wrong)? as u8;
            }
            4 => roll = parse_dice(variant, field).map_err(|reason| error(at, &reason))?,
            1..=9 => match (read, field.parse::<i32>()) {
                (_, Err(_)) => return Err(error(at, "expected a number")),
                (_, Ok(0)) => {}
                (1 | 2, Ok(_)) => return Err(error(at, CUBE_TURNED)),
                (8, Ok(length)) => return Err(error(at, &match_to(length))),
                _ => {}
            },
            _ => return Err(error(at, "more than 10 fields")),
        }
        at += field.chars().count() + 1;
        read += 1;
    }
    if read < 5 {
        return Err(error(at - 1, &format!("{read} fields; up to the dice it takes 5")));
    }
    let (mover, opponent) = if turn == 0 { sides } else { (sides.1, sides.0) };
    Ok((Position { mover, opponent, turn }, roll))
}

/// X's and O's checkers, or the character where they are wrong, and why.
fn parse_points(variant: &Variant, field: &str) -> Result<(Checkers, Checkers), (usize, String)> {
    let (mut x, mut o) = (Checkers::NONE, Checkers::NONE);
    for (point, c) in field.chars().enumerate() {
        let wrong = |reason: String| Err((point, reason));
        let (side, place, first) = match c {
            _ if point > POINTS + 1 => return wrong(format!("more than {} places", POINTS + 2)),
            '-' => continue,
            'A'..='O' if point > 0 => (&mut x, point, 'A'),
            'a'..='o' if point <= POINTS => (&mut o, POINTS + 1 - point, 'a'),
            'A'..='O' | 'a'..='o' => return wrong(format!("`{c}` on the other side's bar")),
            _ => {
                let found = c.escape_debug();
                return wrong(format!("`{found}` is neither `-`, `A` to `O` nor `a` to `o`"));
            }
        };
        *side = side.with(place, c as usize - first as usize + 1);
        if side.count() > variant.checkers() {
            return wrong(format!("more than {} checkers on a side", variant.checkers()));
        }
    }
    match field.chars().count() {
        26 if x.is_empty() && o.is_empty() => {
            Err((0, "both sides have borne off everything".to_owned()))
        }
        26 => Ok((x, o)),
        places => Err((places, format!("{places} places; a board takes {}", POINTS + 2))),
    }
}

/// Two dice, or none before the roll.
fn parse_dice(variant: &Variant, field: &str) -> Result<Option<Roll>, String> {
    let die =
        |byte: u8| Some(byte.wrapping_sub(b'0')).filter(|die| (1..=variant.faces()).contains(die));
    let roll = |a: u8, b: u8| Some(Roll::new(die(a)?, die(b)?));
    let expected = || format!("expected two dice of 1 to {}, or 00", variant.faces());
    match *field.as_bytes() {
        [b'0', b'0'] => Ok(None),
        [b'D' | b'B' | b'R'] => Err(CUBE_OFFERED.to_owned()),
        [a, b] => roll(a, b).map(Some).ok_or_else(expected),
        _ => Err(expected()),
    }
}
