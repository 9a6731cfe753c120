//! XGIDs: `XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10`.
//!
//! First the points 1 to 24 as the player X at the bottom counts them, between O's bar and X's: a
//! letter for the number of checkers, capital for X. Then, separated by colons: the cube's value
//! (as a power of 2), its owner (1 for X, -1 for O), who is about to roll, the dice (00 before the
//! roll; D, B, R where a double, a beaver, a raccoon is offered), X's score, O's, the Crawford game
//! (1) or, for money, Jacoby (1) and beavers (2), the match length (0 for money) and the cube's
//! limit. Seat 0 is X.

use shuban_core::NotationError;
use shuban_core::checkers::Checkers;
use shuban_core::dice::Roll;

use crate::game_state::{BeyondValues, Cube, GameState, Offer, Score};
use crate::gnubg::POINTS;
use crate::position::Position;
use crate::variant::Variant;

const PREFIX: &str = "XGID=";

/// Indices of the fields behind the points.
const CUBE: usize = 1;
const OWNER: usize = 2;
const TURN: usize = 3;
const DICE: usize = 4;
const SCORE: [usize; 2] = [5, 6];
const RULES: usize = 7;
const LENGTH: usize = 8;
const LIMIT: usize = 9;

/// Letters in place of the dice where something is offered.
const OFFERS: [(&str, Offer); 3] =
    [("D", Offer::Double), ("B", Offer::Beaver), ("R", Offer::Raccoon)];

/// Writes the XGID of a position, or `None` for a board that does not have 24 points. Seat 0 is X.
pub fn format_xgid(variant: &Variant, position: &Position, roll: Option<Roll>) -> Option<String> {
    format_xgid_state(variant, &GameState::of(*position, roll))
}

/// Writes the XGID of a game, or `None` for a board that does not have 24 points, and where the
/// game is being resigned: XGIDs cannot represent that.
pub fn format_xgid_state(variant: &Variant, state: &GameState) -> Option<String> {
    if variant.points() != POINTS {
        return None;
    }
    let GameState { position, cube, score, .. } = state;
    let dice = match (state.offer, state.roll) {
        (Some(offer), _) => OFFERS.iter().find(|(_, other)| *other == offer)?.0.to_owned(),
        (None, Some(roll)) => format!("{}{}", roll.high(), roll.low()),
        (None, None) => "00".to_owned(),
    };
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
    let sign = |seat: Option<usize>| seat.map_or(0, |seat| 1 - 2 * seat as i32);
    let (owner, turn) = (sign(cube.owner), sign(Some(position.seat())));
    let rules = match score.length {
        0 => u8::from(state.jacoby) + 2 * u8::from(state.beavers),
        _ => u8::from(state.crawford),
    };
    let Score { length, points: [of_x, of_o] } = score;
    let (exponent, limit) = (cube.exponent, state.cube_limit);
    Some(format!(
        "{PREFIX}{points}:{exponent}:{owner}:{turn}:{dice}:{of_x}:{of_o}:{rules}:{length}:{limit}"
    ))
}

/// Reads an XGID of a single game without a cube: the position and, if the dice have been rolled,
/// the roll.
///
/// # Errors
/// [`NotationError`] with the place and the reason; a cube that was turned or offered, and a match,
/// are refused by name.
pub fn parse_xgid(
    variant: &Variant,
    text: &str,
) -> Result<(Position, Option<Roll>), NotationError> {
    let state = parse_xgid_state(variant, text)?;
    let Some(beyond) = state.beyond_values() else { return Ok((state.position, state.roll)) };
    let place = match beyond {
        BeyondValues::Cube if state.cube.exponent > 0 => CUBE,
        BeyondValues::Cube => OWNER,
        BeyondValues::Offer => DICE,
        BeyondValues::Match(_) => LENGTH,
    };
    let skipped = text.chars().take_while(|c| c.is_whitespace()).count();
    let before = text.trim().split(':').take(place).map(|field| field.chars().count() + 1);
    Err(NotationError::new(text, skipped + before.sum::<usize>(), beyond.reason()))
}

/// Reads an XGID whole: the position, the dice, the cube, the score. Up to the dice all fields are
/// needed; those that are left out at the end are those of a game for money.
///
/// # Errors
/// [`NotationError`] with the place and the reason.
pub fn parse_xgid_state(variant: &Variant, text: &str) -> Result<GameState, NotationError> {
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
    let (mut x, mut o) = (Checkers::NONE, Checkers::NONE);
    let (mut turn, mut rules) = (0, 0);
    let mut state = GameState::of(Position::new(x, o), None);
    let mut places = [0; LIMIT + 1];
    let mut at = PREFIX.len();
    let mut read = 0;
    for field in fields.split(':') {
        if read > LIMIT {
            return Err(error(at, "more than 10 fields"));
        }
        places[read] = at;
        let number = |most: u32| {
            let number = field.parse::<u32>().map_err(|_| error(at, "expected a number"))?;
            if number > most {
                return Err(error(at, &format!("expected a number of at most {most}")));
            }
            Ok(number)
        };
        match read {
            0 => {
                (x, o) = parse_points(variant, field)
                    .map_err(|(place, reason)| error(at + place, &reason))?;
            }
            CUBE => state.cube.exponent = number(Cube::MOST.into())? as u8,
            OWNER => {
                state.cube.owner = match field {
                    "1" => Some(0),
                    "0" => None,
                    "-1" => Some(1),
                    _ => return Err(error(at, "expected 1, 0 or -1 for the owner of the cube")),
                }
            }
            TURN => {
                let of_turn = ["1", "-1"].iter().position(|turn| *turn == field);
                let wrong = || error(at, "expected 1 or -1 for who is about to roll");
                turn = of_turn.ok_or_else(wrong)? as u8;
            }
            DICE => match OFFERS.iter().find(|(letter, _)| *letter == field) {
                Some((_, offer)) => state.offer = Some(*offer),
                None => {
                    state.roll = parse_dice(variant, field).map_err(|reason| error(at, &reason))?;
                }
            },
            RULES => rules = number(3)?,
            LENGTH => state.score.length = number(Score::MOST_POINTS)?,
            LIMIT => state.cube_limit = number(Cube::MOST.into())? as u8,
            _ => state.score.points[read - SCORE[0]] = number(Score::MOST_POINTS)?,
        }
        at += field.chars().count() + 1;
        read += 1;
    }
    if read <= DICE {
        return Err(error(at - 1, &format!("{read} fields; up to the dice it takes 5")));
    }
    let (mover, opponent) = if turn == 0 { (x, o) } else { (o, x) };
    state.position = Position { mover, opponent, turn };
    match (state.score.length, rules) {
        (0, _) => (state.jacoby, state.beavers) = (rules & 1 == 1, rules & 2 == 2),
        (_, 0 | 1) => state.crawford = rules == 1,
        _ => return Err(error(places[RULES], "expected 1 for the Crawford game, or 0")),
    }
    if let Some((seat, reason)) = state.wrong_score() {
        return Err(error(places[seat.map_or(RULES, |seat| SCORE[seat])], &reason));
    }
    Ok(state)
}

/// X's and O's checkers, or the character at which they are wrong, and the reason.
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
        [a, b] => roll(a, b).map(Some).ok_or_else(expected),
        _ => Err(expected()),
    }
}
