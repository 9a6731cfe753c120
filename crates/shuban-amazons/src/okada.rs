//! Regions in the record of Okada, Kuroda and Kanada.

use std::io::Write;

use shuban_cgt::sums::ScorePair;
use shuban_core::own_file::OwnExport;
use shuban_core::solver::SearchFailure;
use shuban_core::tabulate::FinishedTables;
use shuban_core::{LayerId, PartId, Tabulate, Unanswered};

use crate::domain::Regions;
use crate::pair::PairCode;
use crate::placement::Placements;
use crate::record88::{self, RECORD_BYTES};
use crate::subgame::Subgame;
use crate::workers::collected;

/// Extension of such files.
pub(crate) const ENDING: &str = "okada";

/// Larger regions fill the disk: 11 GB of nine squares, 178 GB of ten.
const MOST_SQUARES: usize = 8;

/// Regions that are processed between two writes.
const WINDOW: usize = 512;

/// Regions that a thread takes at a time.
const EACH: usize = 16;

/// Refuses regions that are too large.
pub(crate) fn fits(layer: LayerId) -> Result<(), SearchFailure> {
    if Regions::size(layer) > MOST_SQUARES {
        return Err(SearchFailure::TooMuch(format!(
            "as records of {RECORD_BYTES} bytes there are regions of up to {MOST_SQUARES} squares; \
             larger ones would fill the disk"
        )));
    }
    Ok(())
}

/// Writes one record after the other, in the order of ranks; returns their number. Best moves are
/// found anew, and values with them, which must be those stored.
pub(crate) fn export(
    domain: &Regions,
    &OwnExport { layer, tables, workers, progress, .. }: &OwnExport<'_, Regions>,
    out: &mut dyn Write,
) -> Result<u64, SearchFailure> {
    let unanswered = |error: Unanswered| SearchFailure::Oracle(error.into());
    let plan = domain.plan(layer, tables, workers).map_err(unanswered)?;
    let places: Vec<usize> = (0..plan.regions().len()).collect();
    progress.phase("exporting", domain.region_index(layer).ranks(places.len() - 1).end);
    let mut rank = 0;
    for window in places.chunks(WINDOW) {
        if progress.interrupted() {
            return Err(SearchFailure::Interrupted);
        }
        let pieces: Vec<&[usize]> = window.chunks(EACH).collect();
        let done =
            collected(workers, pieces.len(), |number| records(domain, &plan, pieces[number]));
        for (bytes, values) in done.map_err(unanswered)? {
            rank = compare(layer, tables, rank, &values)?;
            out.write_all(&bytes)?;
        }
        progress.at(rank, "");
    }
    Ok(rank)
}

/// The records of regions, and their values. Every value of up to [`MOST_SQUARES`] squares has a
/// record.
fn records(
    domain: &Regions,
    plan: &<Regions as Tabulate>::Plan,
    places: &[usize],
) -> Result<(Vec<u8>, Vec<ScorePair>), Unanswered> {
    let mut scratch = domain.scratch(plan);
    let (mut bytes, mut values) = (Vec::new(), Vec::new());
    for &place in places {
        let region = plan.regions()[place];
        let best = plan.best_moves(place, &mut scratch);
        // One without a value would be left out.
        if best.len() as u64 != Placements::new(region).len() {
            return Err(Unanswered::default());
        }
        for one in best {
            let placed = Subgame::placed(region, one.placement).ok_or_else(Unanswered::default)?;
            let entry = record88::Record88 { region: placed, value: one.value, best: one.moves };
            let record = record88::encode(&entry).map_err(Unanswered::because)?;
            // Every record written must decode to its entry.
            if record88::decode(&record).map_err(Unanswered::because)? != entry {
                let reason = format!("the record of {placed:?} is not read as it was written");
                return Err(Unanswered::because(reason));
            }
            bytes.extend(record);
            values.push(one.value);
        }
    }
    Ok((bytes, values))
}

/// Compares values, from a rank on, with the stored ones; returns the rank after them.
fn compare(
    layer: LayerId,
    tables: &dyn FinishedTables<PairCode, ScorePair>,
    rank: u64,
    values: &[ScorePair],
) -> Result<u64, SearchFailure> {
    let end = rank + values.len() as u64;
    let mut stored = Vec::with_capacity(values.len());
    tables
        .records(PartId { layer, part: 0 }, rank..end, &mut |codes| {
            stored.extend(codes.iter().map(|code| code.pair()));
        })
        .map_err(|error| SearchFailure::Oracle(error.into()))?;
    match stored.iter().zip(values).position(|(stored, value)| *stored != Some(*value)) {
        None => Ok(end),
        Some(at) => {
            let rank = rank + at as u64;
            let text = format!("the value stored at rank {rank} contradicts those of its moves");
            Err(SearchFailure::Oracle(text.into()))
        }
    }
}
