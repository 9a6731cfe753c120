//! The record of 88 bits in which Okada, Kuroda and Kanada ("Subgame Database for Amazons", section
//! 4) store a region: its squares, its value and a best move of each side.
//!
//! The fields follow each other, the first in the highest bits of the first byte:
//!
//! | bits | field |
//! | --- | --- |
//! | 4 + 4 | rows and columns of the smallest rectangle around the region, the rows not fewer |
//! | 10 × 5 | the squares in row-major order, each as 3·(d − 1) + s; then 31 to the end |
//! | 5 + 5 | a and b, each with 9 added; 31 for null |
//! | 10 + 10 | Black's best move, White's best move; all bits set for none |
//!
//! * A square is stored as d, its distance from the previous square in row-major steps of the
//!   rectangle (1 to 10; the first is counted from one step before the rectangle), and s, its
//!   content: 0 empty, 1 a black amazon, 2 a white one.
//! * A move is stored as the amazon, by its place among that side's (2 bits), and the squares that
//!   it and its arrow go to, by their places among the region's (4 bits each).
//!
//! The publication gives the fields and their widths; where they begin, the codes for missing
//! values, and the order of the three states are this implementation's.

use crate::placement::MAX_AMAZONS;
use crate::squares::{BOX, Square, Squares};
use crate::subgame::{Army, Move, Subgame};
use shuban_cgt::sums::ScorePair;

/// Bytes of a record.
pub const RECORD_BYTES: usize = 11;

/// Squares of a region at most.
pub const MAX_SQUARES: usize = 10;

/// The largest distance from a square to the next that a record can hold.
pub const MAX_DISTANCE: usize = 10;

const NO_SQUARE: u128 = 31;
const NO_VALUE: u128 = 31;
const NO_MOVE: u128 = 0x3FF;
const VALUE_OFFSET: i32 = 9;

/// Contents of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Record88 {
    /// The region, at the top left corner, with its amazons.
    pub region: Subgame,
    /// Its value.
    pub value: ScorePair,
    /// A best move of Black and one of White; `None` for a side without moves.
    pub best: [Option<Move>; 2],
}

/// Reason why an entry does not go into a record, or why bytes are not one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Record88Error {
    /// The squares are not 1 to 10 in one region at the top left corner, at least as high as wide.
    #[error(
        "the squares are not those of one region of 1 to {MAX_SQUARES} squares, upright in its \
         corner"
    )]
    Squares,
    /// Two neighbours in row-major order are too far apart.
    #[error("two squares are {0} steps apart, more than {MAX_DISTANCE}")]
    Distance(usize),
    /// A side has too many amazons.
    #[error("{} has more than {MAX_AMAZONS} amazons", .0.name())]
    Amazons(Army),
    /// A value is outside of -9..=9, or is null where the side has a move, or not null where it has
    /// no move.
    #[error("the value is none of {}'s moving first", .0.name())]
    Value(Army),
    /// A move is illegal, missing or superfluous.
    #[error("the best move is none of {}'s moves", .0.name())]
    Move(Army),
}

/// The steps in row-major order from each square of a set at the top left corner to the next, in
/// its own rectangle; first from just before the rectangle's first square.
pub fn distances(squares: Squares) -> impl Iterator<Item = usize> {
    let (_, width) = squares.extent();
    squares.iter().scan(None, move |before: &mut Option<usize>, square| {
        let at = square.row() * width + square.column();
        Some(at + 1 - before.replace(at).map_or(0, |before| before + 1))
    })
}

/// Writes a record.
///
/// # Errors
/// [`Record88Error`] if the entry does not go into one.
pub fn encode(entry: &Record88) -> Result<[u8; RECORD_BYTES], Record88Error> {
    let Record88 { region, value, best } = entry;
    check(entry)?;
    let (height, width) = region.squares().extent();
    let mut bits = (height << 4 | width) as u128;
    for (distance, square) in distances(region.squares()).zip(region.squares()) {
        if distance > MAX_DISTANCE {
            return Err(Record88Error::Distance(distance));
        }
        let state = [region.black(), region.white()].iter().position(|own| own.contains(square));
        bits = bits << 5 | (3 * (distance - 1) + state.map_or(0, |side| side + 1)) as u128;
    }
    for _ in region.squares().len()..MAX_SQUARES {
        bits = bits << 5 | NO_SQUARE;
    }
    for side in Army::BOTH {
        let number = value.first(side);
        bits = bits << 5 | number.map_or(NO_VALUE, |number| (number + VALUE_OFFSET) as u128);
    }
    for side in Army::BOTH {
        let code = |action: Move| {
            let amazon = region.amazons(side).number_of(action.from);
            let [to, shot] =
                [action.to, action.shot].map(|square| region.squares().number_of(square));
            (amazon << 8 | to << 4 | shot) as u128
        };
        bits = bits << 10 | best[side as usize].map_or(NO_MOVE, code);
    }
    let mut record = [0; RECORD_BYTES];
    record.copy_from_slice(&bits.to_be_bytes()[size_of::<u128>() - RECORD_BYTES..]);
    Ok(record)
}

/// Reads a record: the inverse of [`encode`], which refuses all bytes that `encode` cannot produce.
///
/// # Errors
/// [`Record88Error`] for any other bytes.
pub fn decode(record: &[u8; RECORD_BYTES]) -> Result<Record88, Record88Error> {
    let all = record.iter().fold(0, |bits, &byte| bits << 8 | u128::from(byte));
    let mut left = 8 * RECORD_BYTES;
    let mut take = |count: usize| {
        left -= count;
        all >> left & ((1 << count) - 1)
    };
    let (height, width) = (take(4) as usize, take(4) as usize);
    let mut squares = Vec::new();
    let mut sides = [Squares::EMPTY; 2];
    let (mut at, mut ended) = (0, false);
    for _ in 0..MAX_SQUARES {
        let code = take(5);
        ended |= code == NO_SQUARE;
        if ended && code == NO_SQUARE {
            continue;
        }
        if ended || code >= 3 * MAX_DISTANCE as u128 || width == 0 {
            return Err(Record88Error::Squares);
        }
        at += code as usize / 3 + 1;
        let square =
            Square::new((at - 1) / width, (at - 1) % width).ok_or(Record88Error::Squares)?;
        squares.push(square);
        if let Some(own) = (code as usize % 3).checked_sub(1) {
            sides[own] = sides[own].with(square);
        }
    }
    let [black, white] = sides;
    let set: Squares = squares.iter().copied().collect();
    if width > BOX || set.extent() != (height, width) {
        return Err(Record88Error::Squares);
    }
    let region = Subgame::new(set, black, white).ok_or(Record88Error::Squares)?;
    let mut value = || match take(5) {
        NO_VALUE => Ok(None),
        code @ 0..=18 => Ok(Some(code as i32 - VALUE_OFFSET)),
        _ => Err(()),
    };
    let value = ScorePair {
        a: value().map_err(|()| Record88Error::Value(Army::Black))?,
        b: value().map_err(|()| Record88Error::Value(Army::White))?,
    };
    let mut best = [None; 2];
    for side in Army::BOTH {
        let code = take(10) as usize;
        if code as u128 != NO_MOVE {
            let from = region.amazons(side).iter().nth(code >> 8);
            let [to, shot] = [code >> 4 & 15, code & 15].map(|number| squares.get(number).copied());
            let action = from.zip(to).zip(shot).map(|((from, to), shot)| Move { from, to, shot });
            best[side as usize] = Some(action.ok_or(Record88Error::Move(side))?);
        }
    }
    let entry = Record88 { region, value, best };
    check(&entry).map(|()| entry)
}

/// Checks that the parts of an entry fit each other.
fn check(entry: &Record88) -> Result<(), Record88Error> {
    let Record88 { region, value, best } = entry;
    let squares = region.squares();
    let (height, width) = squares.extent();
    let upright = squares.at_corner() == squares && height >= width;
    if !upright || squares.is_empty() || squares.len() > MAX_SQUARES || !squares.is_connected() {
        return Err(Record88Error::Squares);
    }
    for side in Army::BOTH {
        if region.amazons(side).len() > MAX_AMAZONS {
            return Err(Record88Error::Amazons(side));
        }
        let number = value.first(side);
        let in_range = number.is_none_or(|number| (-VALUE_OFFSET..=VALUE_OFFSET).contains(&number));
        if !in_range || number.is_some() != region.can_move(side) {
            return Err(Record88Error::Value(side));
        }
        let action = best[side as usize];
        if action.is_some() != number.is_some()
            || action.is_some_and(|action| !region.is_legal(side, action))
        {
            return Err(Record88Error::Move(side));
        }
    }
    Ok(())
}
