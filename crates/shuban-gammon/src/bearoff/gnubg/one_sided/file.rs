//! The file that `makebearoff` writes: a header of 40 letters, an index, and chances of 16 bits; all
//! integers have their least significant byte first.

use std::io::{self, Write};
use std::sync::Arc;

use shuban_core::checkers::Checkers;
use shuban_core::own_file::{FileBytes, OwnExport, OwnFile};
use shuban_core::shelf::OracleError;
use shuban_core::solver::SearchFailure;
use shuban_core::{Index, LayerId, Unanswered};

use super::super::header::{HEADER, Header};
use super::layers::{CHECKERS, read_layers};
use super::rolls::{Chances, ROLLS, trimmed};
use super::{GnubgOneSided, Rolls, normal};
use crate::bearoff::rank::GnubgRank;

/// Extensions of files that can be written: the output of `makebearoff -o`; the same without the
/// chances that the first checker is off, which save a gammon (`-g`); not compressed (`-c`); and as
/// normal distributions (`-n`).
pub(crate) const FORMATS: [&str; 4] = ["bd", "bd-no-gammon", "bd-raw", "bd-nd"];

/// Bytes of a side that is not compressed: both kinds of chances.
const WHOLE: u64 = 2 * 2 * ROLLS as u64;
/// Bytes of a side as normal distributions: means and deviations of both kinds.
const NORMAL: u64 = 4 * 4;

/// Writes the sides of a layer and of all layers below it; returns their number.
///
/// # Errors
/// [`SearchFailure`] if a table cannot be read, or the file not be written.
pub(crate) fn export(
    home: usize,
    &OwnExport { format, layer, tables, progress, .. }: &OwnExport<'_, GnubgOneSided>,
    out: &mut dyn Write,
) -> Result<u64, SearchFailure> {
    let points = layer.0 + 1;
    let [_, no_gammon, raw, normal] = FORMATS;
    let mut header = |gammons: bool, compressed: bool, normal: bool| {
        let header = Header::OneSided { points, gammons, compressed, normal };
        out.write_all(header.letters().as_bytes())
    };
    if format == normal {
        header(true, false, true)?;
        return normal::write(points, home, out, progress);
    }
    let rank = GnubgRank { points, checkers: CHECKERS };
    let rolls = read_layers(rank, points, tables)
        .and_then(|rolls| rolls.into_iter().collect::<Option<_>>().ok_or_else(Unanswered::default))
        .map_err(|unanswered| SearchFailure::Oracle(unanswered.into()))?;
    let sides = Sides { rolls, gammons: format != no_gammon };
    let is_compressed = format != raw;
    header(sides.gammons, is_compressed, false)?;
    match is_compressed {
        true => {
            sides.index(out)?;
            sides.each(&mut |chances| {
                chances.iter().try_for_each(|chances| numbers(trimmed(chances).1, out))
            })?;
        }
        false => {
            sides.each(&mut |all| all.iter().try_for_each(|chances| numbers(*chances, out)))?;
        }
    }
    Ok(sides.rolls.len() as u64)
}

/// Values of the sides in a file.
struct Sides {
    /// Rolls by rank.
    rolls: Vec<Rolls>,
    gammons: bool,
}

impl Sides {
    /// Writes for each side the place of its chances, in numbers of 16 bits, and for both kinds of
    /// chances how many are stored and which is the first.
    fn index(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut at: u32 = 0;
        self.each(&mut |all| {
            out.write_all(&at.to_le_bytes())?;
            for chances in all {
                let (first, run) = trimmed(chances);
                at += run.len() as u32;
                out.write_all(&[run.len() as u8, first as u8])?;
            }
            Ok(())
        })
    }

    /// Visits the chances of every side, in gnubg's order.
    fn each(&self, visit: &mut dyn FnMut(&[&Chances]) -> io::Result<()>) -> io::Result<()> {
        let kinds = if self.gammons { 2 } else { 1 };
        let mut each = self.rolls.iter().map(|Rolls { all, first }| [all, first]);
        each.try_for_each(|chances| visit(&chances[..kinds]))
    }
}

fn numbers(numbers: &[u16], out: &mut dyn Write) -> io::Result<()> {
    numbers.iter().try_for_each(|number| out.write_all(&number.to_le_bytes()))
}

/// Opens a one-sided database file; `None` if its header is of another kind.
///
/// # Errors
/// [`OneSidedFileError`], also of each value, and I/O errors.
pub(crate) fn open(
    file: &FileBytes,
) -> Result<Option<OwnFile<'static, GnubgOneSided>>, OracleError> {
    let Some(Header::OneSided { points, gammons, compressed, normal }) = Header::read(file)? else {
        return Ok(None);
    };
    let [usual, no_gammon, raw, as_normal] = FORMATS;
    let (format, entry) = match (gammons, compressed, normal) {
        (true, true, false) => (usual, 8),
        (false, true, false) => (no_gammon, 6),
        (true, false, false) => (raw, WHOLE),
        (true, false, true) => (as_normal, NORMAL),
        _ => return Err(OneSidedFileError::Unwritten.into()),
    };
    if !(1..=GnubgRank::MOST_POINTS).contains(&points) {
        return Err(OneSidedFileError::Points(points).into());
    }
    let rank = GnubgRank { points, checkers: CHECKERS };
    let least = HEADER + rank.len() * entry;
    if file.len() < least || !compressed && file.len() != least {
        return Err(OneSidedFileError::Length { found: file.len(), expected: least }.into());
    }
    let about = format!("gnubg's one-sided bear-off database of {points} points");
    let file = Arc::clone(file);
    let value = move |side: &Checkers| {
        if normal || !gammons {
            return Err(OneSidedFileError::Less.into());
        }
        let Some(rank) = rank.rank(side) else { return Ok(None) };
        let numbers = |at: u64, first: u8, count: u8| {
            let mut chances = [0; ROLLS];
            let mut bytes = [0; 2 * ROLLS];
            let damaged = || OracleError::from(OneSidedFileError::Damaged { rank });
            let bytes = bytes.get_mut(..2 * usize::from(count)).ok_or_else(damaged)?;
            file.read_at(bytes, at)?;
            let chances_of = chances.get_mut(usize::from(first)..).ok_or_else(damaged)?;
            let chances_of = chances_of.get_mut(..usize::from(count)).ok_or_else(damaged)?;
            for (chance, bytes) in chances_of.iter_mut().zip(bytes.chunks_exact(2)) {
                *chance = u16::from_le_bytes([bytes[0], bytes[1]]);
            }
            Ok::<_, OracleError>(chances)
        };
        let rolls = if compressed {
            let mut bytes = [0; 8];
            file.read_at(&mut bytes, HEADER + rank * entry)?;
            let [a, b, c, d, count, first, first_count, first_first] = bytes;
            let at = least + 2 * u64::from(u32::from_le_bytes([a, b, c, d]));
            let all = numbers(at, first, count)?;
            let behind = at + 2 * u64::from(count);
            Rolls { all, first: numbers(behind, first_first, first_count)? }
        } else {
            let at = HEADER + rank * WHOLE;
            let rolls = ROLLS as u8;
            Rolls { all: numbers(at, 0, rolls)?, first: numbers(at + WHOLE / 2, 0, rolls)? }
        };
        match rolls.are_chances() {
            true => Ok(Some(rolls)),
            false => Err(OneSidedFileError::Damaged { rank }.into()),
        }
    };
    let layer = LayerId(points - 1);
    Ok(Some(OwnFile { about, layer, format, value: Box::new(value) }))
}

/// Error in a one-sided database file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OneSidedFileError {
    /// It was written with `-g` or `-n`, and has less in it than a side's value.
    #[error(
        "the file has no chances that the first checker is off, or only means and deviations: \
         `import` takes it over, and positions are looked up in what `makebearoff` writes without \
         `-g` and `-n`"
    )]
    Less,
    /// It was written with two of `-g`, `-c` and `-n`.
    #[error(
        "the file was written with two of `-g`, `-c` and `-n`: with one of them it can be read"
    )]
    Unwritten,
    /// The number of points is 0, or more than such files have.
    #[error("a file of {0} points; there are those of 1 to 13")]
    Points(usize),
    /// It is truncated, or has trailing bytes.
    #[error("the file has {found} bytes, expected {expected}")]
    Length {
        /// Length of the file.
        found: u64,
        /// Least length by the header.
        expected: u64,
    },
    /// A side has no chances, or they do not add up.
    #[error("the file is damaged: what side {rank} has are no chances")]
    Damaged {
        /// Rank of the side.
        rank: u64,
    },
}
