//! GNU Backgammon's match IDs.
//!
//! A key of 66 bits, the lowest bit of each byte first, as 12 characters of base64. From the lowest
//! bit on: the cube's value as a power of 2 (4 bits), its owner (2; 3 if it is centred), the player
//! about to roll (1), whether it is the Crawford game (1), the state of the game (3; 1 while it is
//! played), who has to decide (1), whether a double is offered (1), the offered resignation (2), the
//! dice (3 each; 0 before the roll), the length of the match (15; 0 for money), the scores of both
//! players (15 each). Newer versions have a last bit: 1 without the Jacoby rule.
//!
//! Players are counted from 0. Player 1 is drawn as X, and is seat 0 here.

use shuban_core::dice::Roll;
use shuban_core::{NotationError, Seat};

use super::key::{POINTS, read_key, write_key};
use crate::game_state::{Cube, GameState, Offer, Score};
use crate::position::Position;
use crate::reader::Reader;
use crate::variant::Variant;
use crate::won::Won;

const LENGTH: usize = 12;
/// The owner of a centred cube, and the state of a game that is played.
const CENTRED: u128 = 3;
const PLAYED: u128 = 1;
const RESIGNED: [Won; 3] = [Won::Single, Won::Gammon, Won::Backgammon];

/// The player number of a seat, or the seat of a player number.
fn player(seat: Seat) -> u128 {
    1 - seat as u128
}

/// Bits of a key from the lowest on.
struct KeyBits {
    key: u128,
    at: u32,
}

impl KeyBits {
    fn take(&mut self, count: u32) -> u32 {
        let bits = self.key >> self.at & ((1 << count) - 1);
        self.at += count;
        bits as u32
    }

    fn put(&mut self, count: u32, bits: u128) {
        self.key |= (bits & ((1 << count) - 1)) << self.at;
        self.at += count;
    }
}

/// Writes the match ID, or `None` if it cannot represent the state: a board that does not have 24
/// points, a beaver or a raccoon that is offered, a match or a score of more than 32767 points.
pub fn format_match_id(variant: &Variant, state: &GameState) -> Option<String> {
    if variant.points() != POINTS || matches!(state.offer, Some(Offer::Beaver | Offer::Raccoon)) {
        return None;
    }
    let GameState { position, cube, score, .. } = state;
    if score.points.into_iter().chain([score.length]).any(|points| points > Score::MOST_POINTS) {
        return None;
    }
    let roller = player(position.seat());
    let mut bits = KeyBits { key: 0, at: 0 };
    bits.put(4, cube.exponent.into());
    bits.put(2, cube.owner.map_or(CENTRED, player));
    bits.put(1, roller);
    bits.put(1, state.crawford.into());
    bits.put(3, PLAYED);
    // The player who receives an offer decides.
    bits.put(1, if state.offer.is_some() { 1 - roller } else { roller });
    bits.put(1, (state.offer == Some(Offer::Double)).into());
    bits.put(
        2,
        match state.offer {
            Some(Offer::Resignation(won)) => won.times().into(),
            _ => 0,
        },
    );
    let dice = state.roll.map_or([0, 0], |roll| [roll.high(), roll.low()]);
    dice.into_iter().for_each(|die| bits.put(3, die.into()));
    bits.put(15, score.length.into());
    [1, 0].into_iter().for_each(|seat: usize| bits.put(15, score.points[seat].into()));
    bits.put(1, (!state.jacoby).into());
    Some(write_key(bits.key, LENGTH))
}

/// Reads a match ID after the position that it belongs to, whose mover is the player about to roll.
///
/// # Errors
/// [`NotationError`] with the place and the reason.
pub(super) fn parse_match_id(
    variant: &Variant,
    position: Position,
    reader: &mut Reader<'_>,
) -> Result<GameState, NotationError> {
    let start = reader.at;
    let key = read_key(reader, LENGTH)?;
    let error = |reason: String| Err(reader.error_at(start, reason));
    let mut bits = KeyBits { key, at: 0 };
    let exponent = bits.take(4) as u8;
    let owner = match bits.take(2) {
        3 => None,
        owner @ (0 | 1) => Some(1 - owner as usize),
        owner => return error(format!("{owner} for the owner of the cube")),
    };
    let turn = 1 - bits.take(1) as u8;
    let crawford = bits.take(1) == 1;
    match bits.take(3) {
        // Positions that were set up may say that no game is played.
        0 | 1 => {}
        _ => return error("the game is over".to_owned()),
    }
    let _decides = bits.take(1);
    let (doubled, resigned) = (bits.take(1) == 1, bits.take(2) as usize);
    let offer = match (doubled, resigned) {
        (false, 0) => None,
        (true, 0) => Some(Offer::Double),
        (false, _) => Some(Offer::Resignation(RESIGNED[resigned - 1])),
        (true, _) => return error("both a double and a resignation are offered".to_owned()),
    };
    let roll = match [bits.take(3) as u8, bits.take(3) as u8] {
        [0, 0] => None,
        [a, b] if a.min(b) >= 1 && a.max(b) <= variant.faces() => Some(Roll::new(a, b)),
        [a, b] => return error(format!("dice {a} and {b}")),
    };
    let length = bits.take(15);
    let [of_o, of_x] = [bits.take(15), bits.take(15)];
    let jacoby = bits.take(1) == 0 && length == 0;
    let state = GameState {
        roll,
        cube: Cube { exponent, owner },
        offer,
        score: Score { length, points: [of_x, of_o] },
        crawford,
        jacoby,
        ..GameState::of(Position { turn, ..position }, None)
    };
    if crawford && length == 0 {
        return error("the Crawford game of games for money".to_owned());
    }
    match state.wrong_score() {
        Some((_, reason)) => error(reason),
        None => Ok(state),
    }
}
