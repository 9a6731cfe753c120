//! The file that `makehyper` of GNU Backgammon writes: a header of 40 letters and, by the numbers
//! of both sides, 28 bytes: five chances and four equities of 24 bits each, and a 0.

use std::io::Write;
use std::sync::Arc;

use shuban_core::interval::FixedPoint;
use shuban_core::own_file::{Deviation, FileBytes, OwnExport, OwnFile};
use shuban_core::shelf::OracleError;
use shuban_core::solver::SearchFailure;
use shuban_core::{Domain, Index, Interval, LayerId, PartId, Unanswered};

use super::Dances;
use super::domain::Money;
use super::fixed::{PointInterval, Points};
use super::value::{Chances, KINDS, MoneyEquities, MoneyValue};
use crate::bearoff::GnubgRank;
use crate::position::Position;

/// The extension of such files.
pub(super) const FORMATS: [&str; 1] = ["bd"];

const HEADER: u64 = 40;
const RECORD: usize = 28;
/// The largest number of 24 bits.
const FULL: f64 = 0xFF_FFFF as f64;

fn header(checkers: usize) -> String {
    format!("{:x<39}\n", format!("gnubg-H{checkers}"))
}

/// Writes all positions of a layer, and between them, as the file has them, those in which one side
/// has borne off everything and pairs of sides that share a point. Returns the number of all.
///
/// # Errors
/// [`SearchFailure`] if the table cannot be read, or the file not be written.
pub(super) fn export(
    money: &Money,
    &OwnExport { layer, tables, .. }: &OwnExport<'_, Money>,
    out: &mut dyn Write,
) -> Result<u64, SearchFailure> {
    let rank = money.rank();
    let sides = rank.len();
    let over = |unanswered| SearchFailure::Oracle(OracleError::from(unanswered));
    let mut file = record(None).repeat((sides * sides) as usize);
    let mut set = |mover: u64, opponent: u64, value| {
        let at = (mover * sides + opponent) as usize * RECORD;
        file[at..][..RECORD].copy_from_slice(&record(Some(value)));
    };
    for (number, side) in (0..sides).filter_map(|number| Some((number, rank.unrank(number)?))) {
        let lost = MoneyValue::lost(money.won(side));
        set(0, number, lost.opposite());
        // Where both have borne off everything, too.
        set(number, 0, lost);
    }
    for part in 0..money.layers()[layer.0].parts.len() {
        let part = PartId { layer, part };
        let index = money.index(part).map_err(|error| over(Unanswered::because(error)))?;
        let mut at = 0;
        tables
            .records(part, 0..index.len(), &mut |records| {
                for value in records {
                    let numbers = index.unrank(at).and_then(|position| numbers(rank, &position));
                    at += 1;
                    if let Some((mover, opponent)) = numbers {
                        set(mover, opponent, *value);
                    }
                }
            })
            .map_err(over)?;
    }
    out.write_all(header(money.checkers()).as_bytes())?;
    out.write_all(&file)?;
    Ok(sides * sides)
}

fn numbers(rank: GnubgRank, position: &Position) -> Option<(u64, u64)> {
    Some((rank.rank(&position.mover)?, rank.rank(&position.opponent)?))
}

/// The record of a position, or of an impossible one.
fn record(value: Option<MoneyValue>) -> [u8; RECORD] {
    let mut bytes = [0; RECORD];
    let (chances, equities) = match value {
        Some(MoneyValue { chances, equities }) => {
            let MoneyEquities { owned, centred, jacoby, opponent, .. } = equities;
            (chances.kinds(), [owned, centred, jacoby, opponent])
        }
        None => ([Interval::points(0); KINDS], [Interval::points(0); 4]),
    };
    // In single precision, as `makehyper` computes.
    let chances = chances.map(|chance| chance.midpoint() as f32);
    let equities = equities.map(|equity| equity.midpoint() as f32 / 6.0 + 0.5);
    for (bytes, share) in bytes.chunks_exact_mut(3).zip(chances.into_iter().chain(equities)) {
        let number = (share * FULL as f32) as u32;
        bytes.copy_from_slice(&number.to_le_bytes()[..3]);
    }
    bytes
}

/// The value that a record stands for: numbers without bounds.
fn value(bytes: &[u8; RECORD]) -> MoneyValue {
    let shares: Vec<f64> = (bytes.chunks_exact(3))
        .map(|bytes| f64::from(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0])) / FULL)
        .collect();
    let exactly = |number: f64| -> PointInterval {
        let units = (number * Points::ONE.units() as f64).round();
        Interval::exactly(Points::of_units(units as i128))
    };
    let chances = Chances::from_kinds(std::array::from_fn(|kind| exactly(shares[kind])));
    let equity = |kind: usize| exactly((shares[KINDS + kind] - 0.5) * 6.0);
    // A gammon counts one more, a backgammon two.
    let cubeless = 2.0 * shares[0] - 1.0 + shares[1] + shares[2] - shares[3] - shares[4];
    let equities = MoneyEquities {
        cubeless: exactly(cubeless),
        owned: equity(0),
        centred: equity(1),
        jacoby: equity(2),
        opponent: equity(3),
    };
    MoneyValue { equities, chances }
}

/// Opens such a file for the domain with gnubg's values; `None` for any other file.
///
/// # Errors
/// [`HyperFileError`], and I/O errors, also of each value.
pub(super) fn open(
    money: &Money,
    file: &FileBytes,
) -> Result<Option<OwnFile<'static, Money>>, OracleError> {
    let expected = header(money.checkers());
    let mut letters = [0; HEADER as usize];
    let is_read = file.read_at(&mut letters, 0).is_ok();
    if money.dances() != Dances::AsGnubg || !is_read || letters != *expected.as_bytes() {
        return Ok(None);
    }
    check_length(money, file)?;
    let rank = money.rank();
    let about = format!("gnubg's database of hypergammon with {} a side", money.checkers());
    let file = Arc::clone(file);
    let value = move |position: &Position| {
        let Some((mover, opponent)) = numbers(rank, position) else { return Ok(None) };
        let mut bytes = [0; RECORD];
        file.read_at(&mut bytes, HEADER + RECORD as u64 * (mover * rank.len() + opponent))?;
        Ok(Some(value(&bytes)))
    };
    let [format] = FORMATS;
    Ok(Some(OwnFile { about, layer: LayerId(0), format, value: Box::new(value) }))
}

/// Greatest allowed difference of a file's equities from those of the same equation. `makehyper`
/// stops where nothing changes by more than this in a round, which does not bound the distance from
/// the solution; with two checkers a side it is off by 1.1 · 10⁻⁶.
const ALLOWED: f64 = 1e-5;

/// Greatest difference of the equities of two files, over all positions; not of their chances,
/// which depend on the choice among equally good plays.
///
/// # Errors
/// [`HyperFileError`] if one does not have its length, and I/O errors.
pub(super) fn deviation(
    money: &Money,
    ours: &FileBytes,
    theirs: &FileBytes,
) -> Result<Deviation, OracleError> {
    let sides = money.rank().len();
    check_length(money, ours)?;
    check_length(money, theirs)?;
    let mut rows = [(); 2].map(|()| vec![0; RECORD * sides as usize]);
    let mut largest = 0.0f64;
    for mover in 0..sides {
        let at = HEADER + RECORD as u64 * sides * mover;
        for (row, file) in rows.iter_mut().zip([ours, theirs]) {
            file.read_at(row, at)?;
        }
        let [ours, theirs] = rows.each_ref().map(|row| row.as_chunks::<RECORD>().0);
        for (ours, theirs) in ours.iter().zip(theirs) {
            let [ours, theirs] = [ours, theirs].map(|bytes| value(bytes).equities.kinds());
            let far = |(one, other): (PointInterval, PointInterval)| {
                (one.midpoint() - other.midpoint()).abs()
            };
            largest = ours.into_iter().zip(theirs).map(far).fold(largest, f64::max);
        }
    }
    Ok(Deviation { largest, allowed: ALLOWED, left_out: "chances" })
}

/// Checks that a file has a record for every pair of sides, and no trailing bytes.
fn check_length(money: &Money, file: &FileBytes) -> Result<(), HyperFileError> {
    let (found, sides) = (file.len(), money.rank().len());
    let expected = HEADER + RECORD as u64 * sides * sides;
    if found == expected { Ok(()) } else { Err(HyperFileError { found, expected }) }
}

/// A file of hypergammon that is truncated, or has trailing bytes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the file has {found} bytes, expected {expected}")]
pub(crate) struct HyperFileError {
    found: u64,
    expected: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::won::Won;

    #[test]
    fn records_are_those_of_gnubg() {
        let number = |bytes: &[u8], at: usize| {
            u32::from_le_bytes([bytes[3 * at], bytes[3 * at + 1], bytes[3 * at + 2], 0])
        };
        let all = |bytes: [u8; RECORD]| [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|at| number(&bytes, at));
        // The bytes of `makehyper` for finished positions, and where both sides are on a point.
        let lost = MoneyValue::lost(Won::Single);
        let minus_one = 5_592_404;
        assert_eq!(
            all(record(Some(lost))),
            [0, 0, 0, 0, 0, minus_one, minus_one, minus_one, minus_one]
        );
        let won = MoneyValue::lost(Won::Gammon).opposite();
        let (full, two, one) = (0xFF_FFFF, 13_981_013, 11_184_810);
        assert_eq!(all(record(Some(won))), [full, full, 0, 0, 0, two, two, one, two]);
        let none = 8_388_607;
        assert_eq!(all(record(None)), [0, 0, 0, 0, 0, none, none, none, none]);
        // Within the precision of 24 bits.
        let read = value(&record(Some(won)));
        let far =
            |one: PointInterval, other: PointInterval| (one.midpoint() - other.midpoint()).abs();
        for (one, other) in read.equities.kinds().into_iter().zip(won.equities.kinds()) {
            assert!(far(one, other) < 1e-6, "{one:?} {other:?}");
        }
        assert_eq!(header(3), "gnubg-H3xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n");
    }
}
