//! The file that `makebearoff` writes: a header of 40 letters, an index, and chances of 16 bits; all
//! integers have their least significant byte first.

use std::io::{self, Write};

use shuban_core::{Checkers, FinishedTables, Index, LayerId, PartId, SearchFailure, Unanswered};

use super::rolls::{Chances, trimmed};
use super::{LayerIndex, Rolls, normal};

/// The endings of files that can be written, for what `makebearoff -o` writes; for the same without
/// the chances that the first checker is off, which save a gammon (`-g`); not compressed (`-c`); and
/// as normal distributions (`-n`).
pub(crate) const FORMATS: [&str; 4] = ["bd", "bd-no-gammon", "bd-raw", "bd-nd"];

/// Writes the sides of a layer and of all layers below it; gives how many.
///
/// # Errors
/// [`SearchFailure`] if a table cannot be read, or the file not be written.
pub(crate) fn export(
    format: &str,
    (home, checkers): (usize, usize),
    layer: LayerId,
    tables: &dyn FinishedTables<Rolls, Rolls>,
    out: &mut dyn Write,
) -> Result<u64, SearchFailure> {
    let points = layer.0 + 1;
    let [_, no_gammon, raw, normal] = FORMATS;
    let header = |gammons: bool, is_compressed: bool, is_normal: bool| {
        let [gammons, compressed, normal] = [gammons, is_compressed, is_normal].map(u8::from);
        let header = format!("gnubg-OS-{points:02}-{checkers:02}-{gammons}-{compressed}-{normal}");
        format!("{header:x<39}\n")
    };
    if format == normal {
        out.write_all(header(true, false, true).as_bytes())?;
        return Ok(normal::write(points, home, out)?);
    }
    let stored = Stored::read(layer, tables)
        .map_err(|unanswered| SearchFailure::Oracle(unanswered.into()))?;
    let sides = Sides { points, checkers, stored, gammons: format != no_gammon };
    let is_compressed = format != raw;
    out.write_all(header(sides.gammons, is_compressed, false).as_bytes())?;
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
    Ok(sides.stored.0.iter().map(|rolls| rolls.len() as u64).sum())
}

/// The sides of a file, and what it says of each.
struct Sides {
    points: usize,
    checkers: usize,
    stored: Stored,
    gammons: bool,
}

impl Sides {
    /// Of each side where its chances begin, in numbers of 16 bits, and of both kinds of chances
    /// how many are stored and which is the first.
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

    /// Visits the chances of every side, in gnubg's order: fewer checkers first; of as many, fewer
    /// of them beyond point 1, then beyond point 2, and so on.
    fn each(&self, visit: &mut dyn FnMut(&[&Chances]) -> io::Result<()>) -> io::Result<()> {
        (0..=self.checkers).try_for_each(|count| self.each_from(Checkers::NONE, 1, count, visit))
    }

    /// The same for the sides that have these checkers below a point, and `count` more on it or
    /// behind it.
    fn each_from(
        &self,
        below: Checkers,
        point: usize,
        count: usize,
        visit: &mut dyn FnMut(&[&Chances]) -> io::Result<()>,
    ) -> io::Result<()> {
        if point < self.points {
            return (0..=count).try_for_each(|beyond| {
                self.each_from(below.with(point, count - beyond), point + 1, beyond, visit)
            });
        }
        let Rolls { all, first } = self.stored.rolls(&below.with(point, count))?;
        visit(&[all, first][..if self.gammons { 2 } else { 1 }])
    }
}

fn numbers(numbers: &[u16], out: &mut dyn Write) -> io::Result<()> {
    numbers.iter().try_for_each(|number| out.write_all(&number.to_le_bytes()))
}

/// The tables of some layers, in memory.
struct Stored(Vec<Vec<Rolls>>);

impl Stored {
    fn read(layer: LayerId, tables: &dyn FinishedTables<Rolls, Rolls>) -> Result<Self, Unanswered> {
        let rolls = |layer: usize| {
            let mut rolls = Vec::new();
            let part = PartId { layer: LayerId(layer), part: 0 };
            let ranks = 0..LayerIndex::new(layer).len();
            tables.records(part, ranks, &mut |records| rolls.extend_from_slice(records))?;
            Ok(rolls)
        };
        Ok(Stored((0..=layer.0).map(rolls).collect::<Result<_, Unanswered>>()?))
    }

    fn rolls(&self, side: &Checkers) -> io::Result<&Rolls> {
        let layer = side.highest().unwrap_or(1) - 1;
        let rank = LayerIndex::new(layer).rank(side);
        let rolls = rank.and_then(|rank| self.0.get(layer)?.get(rank as usize));
        rolls.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "a side has no chances"))
    }
}
