//! The file that `makebearoff -t PxC` writes: a header of 40 letters and, by the ranks of both
//! sides, the equities with and without a cube, two bytes each.

use std::io::Write;

use shuban_core::{FinishedTables, Index, LayerId, PartId, SearchFailure};

use super::Rows;
use super::equities::Equities;

/// The endings of files that can be written, for what `makebearoff -t` writes, and for the equities
/// without a cube alone (`-C`).
pub(crate) const FORMATS: [&str; 2] = ["bd", "bd-cubeless"];

/// How many positions are read of each layer at a time, about.
const AT_ONCE: u64 = 1 << 22;

/// Writes the positions of a layer and of all layers before it; gives how many.
///
/// # Errors
/// [`SearchFailure`] if a table cannot be read, or the file not be written.
pub(crate) fn export(
    format: &str,
    points: usize,
    layer: LayerId,
    tables: &dyn FinishedTables<Equities, Equities>,
    out: &mut dyn Write,
) -> Result<u64, SearchFailure> {
    let is_cubeful = format == FORMATS[0];
    let (checkers, cubeful) = (layer.0 + 1, u8::from(is_cubeful));
    let header = format!("gnubg-TS-{points:02}-{checkers:02}-{cubeful}");
    writeln!(out, "{header:x<39}")?;
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
