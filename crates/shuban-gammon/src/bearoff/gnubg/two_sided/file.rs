//! The file that `makebearoff -t PxC` writes: a header of 40 letters and, by the ranks of both
//! sides, the equities with and without a cube, two bytes each.

use std::io::Write;
use std::sync::Arc;

use shuban_core::own_file::{FileBytes, OwnExport, OwnFile};
use shuban_core::shelf::OracleError;
use shuban_core::solver::SearchFailure;
use shuban_core::{Index, LayerId, PartId};

use super::super::header::{HEADER, Header};
use super::GnubgTwoSided;
use super::equities::Equities;
use crate::bearoff::race::{RaceWorth, Rows};
use crate::bearoff::rank::GnubgRank;
use crate::position::Position;

/// Extensions of files that can be written: the output of `makebearoff -t`, and the equities
/// without a cube alone (`-C`).
pub(crate) const FORMATS: [&str; 2] = ["bd", "bd-cubeless"];

/// Number of positions read of each layer at a time, about.
const AT_ONCE: u64 = 1 << 22;

/// Returns the length in bytes of a file whose sides have up to this many checkers.
pub(crate) fn bytes(points: usize, checkers: usize, format: &str) -> u64 {
    let sides = GnubgRank { points, checkers }.len();
    let record = if format == FORMATS[0] { 8 } else { 2 };
    HEADER + record * sides * sides
}

/// Writes the positions of a layer and of all layers before it; returns their number.
///
/// # Errors
/// [`SearchFailure`] if a table cannot be read, or the file not be written.
pub(crate) fn export(
    points: usize,
    &OwnExport { format, layer, tables, .. }: &OwnExport<'_, GnubgTwoSided>,
    out: &mut dyn Write,
) -> Result<u64, SearchFailure> {
    let is_cubeful = format == FORMATS[0];
    let header = Header::TwoSided { points, checkers: layer.0 + 1, cubeful: is_cubeful };
    out.write_all(header.letters().as_bytes())?;
    let kinds = if is_cubeful { 4 } else { 1 };
    let sides = Rows::new(points, layer).rank.len();
    let mut bytes = Vec::new();
    for least in 0..=layer.0 {
        // The sides about to roll that come with this layer: against those of no more checkers they
        // are in its part 0, against those of more in part 1 of the later layers.
        let rows = Rows::new(points, LayerId(least));
        let each = (AT_ONCE / sides).max(1);
        let mut first = rows.new_from;
        while first < rows.rank.len() {
            let end = rows.rank.len().min(first + each);
            let row_bytes = 2 * kinds * sides as usize;
            bytes.resize((end - first) as usize * row_bytes, 0);
            for with in least..=layer.0 {
                let (rows, part) = (Rows::new(points, LayerId(with)), usize::from(with > least));
                let (width, from) = match part {
                    0 => (rows.width(0), rows.new_from),
                    _ => (rows.width(1), 0),
                };
                let column = if part == 0 { 0 } else { rows.new_from };
                let ranks = (first - from) * width..(end - from) * width;
                let part = PartId { layer: LayerId(with), part };
                let mut at = 0;
                let read = tables.records(part, ranks, &mut |records| {
                    for equities in records {
                        let (row, column) = (at / width, column + at % width);
                        at += 1;
                        let place = row as usize * row_bytes + 2 * kinds * column as usize;
                        let numbers = &mut bytes[place..][..2 * kinds];
                        for (bytes, number) in numbers.chunks_exact_mut(2).zip(equities.kinds()) {
                            bytes.copy_from_slice(&(number as u16 ^ 0x8000).to_le_bytes());
                        }
                    }
                });
                read.map_err(|unanswered| SearchFailure::Oracle(unanswered.into()))?;
            }
            out.write_all(&bytes)?;
            first = end;
        }
    }
    Ok(sides * sides)
}

/// Opens a two-sided database file on `on_points` points; `None` if its header is of another kind.
///
/// # Errors
/// [`TwoSidedFileError`], and I/O errors, also of each value.
pub(crate) fn open(
    on_points: usize,
    file: &FileBytes,
) -> Result<Option<OwnFile<'static, GnubgTwoSided>>, OracleError> {
    let Some(Header::TwoSided { points, checkers, cubeful }) = Header::read(file)? else {
        return Ok(None);
    };
    if points != on_points {
        return Ok(None);
    }
    if !(1..=Equities::MOST_CHECKERS).contains(&checkers) {
        return Err(TwoSidedFileError::Checkers(checkers).into());
    }
    let rank = GnubgRank { points, checkers };
    let [usual, cubeless] = FORMATS;
    let format = if cubeful { usual } else { cubeless };
    let expected = bytes(points, checkers, format);
    if file.len() != expected {
        return Err(TwoSidedFileError::Length { found: file.len(), expected }.into());
    }
    let about = format!("gnubg's two-sided bear-off database {points}x{checkers}");
    let file = Arc::clone(file);
    let value = move |position: &Position| {
        if !cubeful {
            return Err(TwoSidedFileError::Cubeless.into());
        }
        let (mover, opponent) = (rank.rank(&position.mover), rank.rank(&position.opponent));
        let (Some(mover), Some(opponent)) = (mover, opponent) else { return Ok(None) };
        let mut bytes = [0; 8];
        file.read_at(&mut bytes, HEADER + 8 * (mover * rank.len() + opponent))?;
        let number = |kind: usize| u16::from_le_bytes([bytes[2 * kind], bytes[2 * kind + 1]]);
        let kinds = [0, 1, 2, 3].map(|kind| (number(kind) ^ 0x8000) as i16);
        Ok(Some(Equities::from_kinds(kinds)))
    };
    let layer = LayerId(checkers - 1);
    Ok(Some(OwnFile { about, layer, format, value: Box::new(value) }))
}

/// Error in a two-sided database file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TwoSidedFileError {
    /// It was written with `-C`, and has less in it than a position's value.
    #[error(
        "the file has no equities with a cube: `import` takes it over, and positions are looked up \
         in what `makebearoff` writes without `-C`"
    )]
    Cubeless,
    /// The number of checkers is 0, or more than such files have.
    #[error("a file of {0} checkers a side; there are those of 1 to 15")]
    Checkers(usize),
    /// It is truncated, or has trailing bytes.
    #[error("the file has {found} bytes, expected {expected}")]
    Length {
        /// Length of the file.
        found: u64,
        /// Length by the header.
        expected: u64,
    },
}
