//! The record of 88 bits in which Okada, Kuroda and Kanada ("Subgame Database for Amazons", section
//! 4) store a region: its squares, its value and a best move of each side.
//!
//! The fields follow each other, the first in the highest bits of the first byte:
//!
//! | bits | field |
//! | --- | --- |
//! | 4 + 4 | rows and columns of the smallest rectangle around the region, not fewer rows than columns |
//! | 10 × 5 | for each square in row-major order 3·(d − 1) + s: d, 1 to 10, is the distance in row-major steps of the rectangle from the square before (at first from just before the rectangle's first square), s what stands there: 0 nothing, 1 black, 2 white. Then 31 to the end |
//! | 5 + 5 | a and b, each with 9 added; 31 for null |
//! | 10 + 10 | Black's best move, White's best move: the amazon, by its place among that side's (2 bits), the squares where it and its arrow go, by their places among the region's (4 bits each); all bits set for none |
//!
//! The publication gives the fields and their widths; where they begin, the codes for what is not
//! there, and the order of the three states are this implementation's.

use crate::pair::Pair;
use crate::placement::MAX_AMAZONS;
use crate::squares::{BOX, Square, Squares};
use crate::subgame::{Move, Side, Subgame};

/// Bytes of a record.
pub const RECORD_BYTES: usize = 11;

/// Squares of a region at most.
pub const MAX_SQUARES: usize = 10;

/// The largest distance from a square to the next that a record can hold.
pub const MAX_DISTANCE: usize = 10;

const NO_SQUARE: u128 = 31;
const NO_VALUE: u128 = 31;
const NO_MOVE: u128 = 0x3FF;
const VALUE_OFFSET: i8 = 9;

/// What a record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Record88 {
    /// The region, at the top left corner, with its amazons.
    pub region: Subgame,
    /// Its value.
    pub value: Pair,
    /// A best move of Black and one of White; `None` for who has no move.
    pub best: [Option<Move>; 2],
}

/// Why an entry does not go into a record, or why bytes are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Record88Error {
    /// The squares are not 1 to 10 in one region at the top left corner, at least as high as wide.
    #[error(
        "the squares are not those of one region of 1 to {MAX_SQUARES} squares, upright in its corner"
    )]
    Squares,
    /// Two neighbours in row-major order are too far apart.
    #[error("two squares are {0} steps apart, more than {MAX_DISTANCE}")]
    Distance(usize),
    /// A side has too many amazons.
    #[error("{} has more than {MAX_AMAZONS} amazons", .0.name())]
    Amazons(Side),
    /// A value is outside of -9..=9, or is null where the side has a move, or not where it has
    /// none.
    #[error("the value is none of {}'s moving first", .0.name())]
    Value(Side),
    /// A move is not legal, or one is missing, or there is one too many.
    #[error("the best move is none of {}'s moves", .0.name())]
    Move(Side),
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
    for side in Side::BOTH {
        let number = value.first(side);
        bits = bits << 5 | number.map_or(NO_VALUE, |number| (number + VALUE_OFFSET) as u128);
    }
    for side in Side::BOTH {
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

/// Reads a record: the inverse of [`encode`], which refuses all bytes that it does not give.
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
        code @ 0..=18 => Ok(Some(code as i8 - VALUE_OFFSET)),
        _ => Err(()),
    };
    let value = Pair {
        a: value().map_err(|()| Record88Error::Value(Side::Black))?,
        b: value().map_err(|()| Record88Error::Value(Side::White))?,
    };
    let mut best = [None; 2];
    for side in Side::BOTH {
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

/// Whether the parts of an entry fit each other.
fn check(entry: &Record88) -> Result<(), Record88Error> {
    let Record88 { region, value, best } = entry;
    let squares = region.squares();
    let (height, width) = squares.extent();
    let upright = squares.at_corner() == squares && height >= width;
    if !upright || squares.is_empty() || squares.len() > MAX_SQUARES || !squares.is_connected() {
        return Err(Record88Error::Squares);
    }
    for side in Side::BOTH {
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::placement::Placements;
    use crate::region::Region;

    /// Of sizes 1 to 10, each enumerated once.
    fn regions(size: usize) -> &'static [Region] {
        static ALL: std::sync::LazyLock<Vec<Vec<Region>>> =
            std::sync::LazyLock::new(|| (1..=MAX_SQUARES).map(Region::all).collect());
        &ALL[size - 1]
    }

    fn any_entry() -> impl Strategy<Value = Record88> {
        let numbers = (any::<u64>(), any::<u64>(), any::<[u64; 2]>(), -9..=9i8, -9..=9i8);
        (1..=MAX_SQUARES, numbers).prop_map(|(size, (region, placement, moves, a, b))| {
            let regions = regions(size);
            let region = regions[(region % regions.len() as u64) as usize];
            let placements = Placements::new(region);
            let placement = placements.unrank(placement % placements.len()).unwrap();
            let region = Subgame::placed(region, placement).unwrap();
            let best = Side::BOTH.map(|side| {
                let all = region.moves(side);
                all.get((moves[side as usize] % all.len().max(1) as u64) as usize).copied()
            });
            let value = Pair { a: best[0].map(|_| a), b: best[1].map(|_| b) };
            Record88 { region, value, best }
        })
    }

    #[test]
    fn a_record_has_the_published_fields() {
        // Rows `X.` and `.O`; Black's only amazon goes down and shoots back.
        let squares = Squares::rectangle(2, 2);
        let at = |row, column| Square::new(row, column).unwrap();
        let region = Subgame::new(squares, at(0, 0).into(), at(1, 1).into()).unwrap();
        let black = Move { from: at(0, 0), to: at(1, 0), shot: at(0, 0) };
        let white = Move { from: at(1, 1), to: at(0, 1), shot: at(1, 1) };
        let entry = Record88 {
            region,
            value: Pair { a: Some(1), b: Some(-1) },
            best: [Some(black), Some(white)],
        };
        let record = encode(&entry).unwrap();
        let bits: String = record.iter().map(|byte| format!("{byte:08b}")).collect();
        let fields = [
            "0010",
            "0010",
            "00001",
            "00000",
            "00000",
            "00010",
            "11111",
            "11111",
            "11111",
            "11111",
            "11111",
            "11111",
            "01010",
            "01000",
            "0000100000",
            "0000010011",
        ];
        assert_eq!(bits, fields.concat());
        assert_eq!(decode(&record), Ok(entry));
    }

    #[test]
    fn squares_are_never_too_far_apart() {
        for size in 1..=8 {
            let most =
                regions(size).iter().flat_map(|region| distances(region.squares())).max().unwrap();
            assert!(most <= size + 1, "{most} with {size} squares");
        }
        // The straight diagonal of ten squares falls to the left in its canonical form.
        let diagonal: Squares = (0..10).map(|k| Square::new(k, k).unwrap()).collect();
        let canonical = Region::of(diagonal).unwrap().0.squares();
        assert_eq!(distances(diagonal).max(), Some(11));
        assert_eq!(distances(canonical).collect::<Vec<_>>(), [10, 9, 9, 9, 9, 9, 9, 9, 9, 9]);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let at = |row, column| Square::new(row, column).unwrap();
        let region =
            Subgame::new(Squares::rectangle(2, 1), at(0, 0).into(), Squares::EMPTY).unwrap();
        let step = Move { from: at(0, 0), to: at(1, 0), shot: at(0, 0) };
        let good =
            Record88 { region, value: Pair { a: Some(1), b: None }, best: [Some(step), None] };
        assert!(encode(&good).is_ok());
        let lying =
            Subgame::new(Squares::rectangle(1, 2), at(0, 0).into(), Squares::EMPTY).unwrap();
        assert_eq!(encode(&Record88 { region: lying, ..good }), Err(Record88Error::Squares));
        let white = Err(Record88Error::Value(Side::White));
        assert_eq!(encode(&Record88 { value: Pair { a: Some(1), b: Some(0) }, ..good }), white);
        let ten = Pair { a: Some(10), b: None };
        assert_eq!(
            encode(&Record88 { value: ten, ..good }),
            Err(Record88Error::Value(Side::Black))
        );
        let away = Move { to: at(2, 0), ..step };
        assert_eq!(
            encode(&Record88 { best: [Some(away), None], ..good }),
            Err(Record88Error::Move(Side::Black))
        );
        assert_eq!(
            encode(&Record88 { best: [None, None], ..good }),
            Err(Record88Error::Move(Side::Black))
        );
        assert!(decode(&[0; RECORD_BYTES]).is_err() && decode(&[u8::MAX; RECORD_BYTES]).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn records_round_trip(entry in any_entry(), flipped in 0..8 * RECORD_BYTES) {
            let mut record = encode(&entry).unwrap();
            prop_assert_eq!(decode(&record), Ok(entry));
            // Whatever else can be read is written as it was read, and so is another entry.
            record[flipped / 8] ^= 1 << (flipped % 8);
            if let Ok(other) = decode(&record) {
                prop_assert_ne!(other, entry);
                prop_assert_eq!(encode(&other), Ok(record));
            }
        }

        #[test]
        fn no_bytes_make_reading_panic(record: [u8; RECORD_BYTES]) {
            if let Ok(entry) = decode(&record) {
                prop_assert_eq!(encode(&entry), Ok(record));
            }
        }
    }
}
