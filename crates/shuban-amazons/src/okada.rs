//! Files of regions in the record of Okada, Kuroda and Kanada.

use std::io::Write;
use std::sync::Arc;

use shuban_cgt::sums::ScorePair;
use shuban_core::own_file::{Deviation, FileBytes, OwnExport, OwnFile};
use shuban_core::shelf::OracleError;
use shuban_core::solver::SearchFailure;
use shuban_core::tabulate::FinishedTables;
use shuban_core::{Domain, Index, LayerId, PartId, Tabulate, Unanswered};

use crate::domain::Regions;
use crate::index::RegionIndex;
use crate::pair::PairCode;
use crate::placement::Placements;
use crate::position::Position;
use crate::record88::{self, RECORD_BYTES, Record88, Record88Error};
use crate::subgame::{Army, Subgame};
use crate::workers::collected;

/// Extension of such files.
pub(crate) const ENDING: &str = "okada";

/// Regions that are processed between two writes.
const WINDOW: usize = 512;

/// Regions that a thread takes at a time.
const EACH: usize = 16;

/// Returns the bytes of a layer's records: 11 GB of nine squares, 178 GB of ten.
pub(crate) fn bytes(domain: &Regions, layer: LayerId) -> u64 {
    domain.layers()[layer.0].positions() * RECORD_BYTES as u64
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

/// The records of regions, and their values. Every region of up to ten squares has a record.
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

/// Reason why a file of records cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum OkadaError {
    #[error(
        "the file has {found} bytes; its first record is of {squares} squares, and all regions of as \
         many take {expected}"
    )]
    Length { squares: usize, found: u64, expected: u64 },
    #[error("record {0}: {1}")]
    Record(u64, Record88Error),
    #[error(
        "record {0} is of a region of another size, or White has more amazons than Black in it"
    )]
    Region(u64),
    #[error("record {0} is of the same region as one before")]
    Twice(u64),
    #[error(
        "record {0} is of another region: a file in another order is compared, but not looked up in"
    )]
    Order(u64),
    #[error("a bit for each of {0} regions does not fit into memory")]
    Memory(u64),
}

/// Records read at a time.
const AT_ONCE: u64 = 1 << 12;

/// Opens a file of all regions of a size; `None` if it does not begin with a record.
///
/// # Errors
/// If it has another length than they take, and I/O errors.
pub(crate) fn open<'a>(
    domain: &'a Regions,
    file: &FileBytes,
) -> Result<Option<OwnFile<'a, Regions>>, OracleError> {
    let Some(layer) = layer_of(file)? else { return Ok(None) };
    check_length(domain, layer, file)?;
    let (index, file) = (domain.region_index(layer), Arc::clone(file));
    let held = move |position: &Position| -> Result<Option<ScorePair>, OracleError> {
        let Some(rank) = index.rank(position) else { return Ok(None) };
        let entry = record(&file, rank)?.map_err(|error| OkadaError::Record(rank, error))?;
        match rank_of(index, &entry) == Some(rank) {
            true => Ok(Some(entry.value)),
            false => Err(OkadaError::Order(rank).into()),
        }
    };
    let value = move |position: &Position| Regions::value_of(position.subgame(), &held);
    let about = format!("records of all regions of {} squares, 88 bits each", Regions::size(layer));
    Ok(Some(OwnFile { about, layer, format: ENDING, value: Box::new(value) }))
}

/// Returns the greatest difference of the numbers of two files, ours in the order of ranks, theirs in
/// any. Each must have every region once. Best moves are not compared, since there are often several.
///
/// # Errors
/// If one has another length, bytes that are no record, or a region twice; I/O errors.
pub(crate) fn deviation(
    domain: &Regions,
    ours: &FileBytes,
    theirs: &FileBytes,
) -> Result<Deviation, OracleError> {
    let layer = layer_of(ours)?.ok_or(OkadaError::Region(0))?;
    for file in [ours, theirs] {
        check_length(domain, layer, file)?;
    }
    let index = domain.region_index(layer);
    let mut is_read: Vec<u64> = Vec::new();
    let words = usize::try_from(index.len().div_ceil(64)).unwrap_or(usize::MAX);
    is_read.try_reserve_exact(words).map_err(|_| OkadaError::Memory(index.len()))?;
    is_read.resize(words, 0);
    let mut largest = 0;
    let mut windows = [Vec::new(), Vec::new()];
    for first in (0..index.len()).step_by(AT_ONCE as usize) {
        let records = AT_ONCE.min(index.len() - first) as usize;
        for (window, file) in windows.iter_mut().zip([ours, theirs]) {
            window.resize(records * RECORD_BYTES, 0);
            file.read_at(window, first * RECORD_BYTES as u64)?;
        }
        let [near, theirs] = windows.each_ref().map(|window| window.as_chunks::<RECORD_BYTES>().0);
        for (number, bytes) in (first..).zip(theirs) {
            let theirs =
                record88::decode(bytes).map_err(|error| OkadaError::Record(number, error))?;
            let rank = rank_of(index, &theirs).ok_or(OkadaError::Region(number))?;
            let (word, bit) = (&mut is_read[(rank / 64) as usize], 1 << (rank % 64));
            if *word & bit != 0 {
                return Err(OkadaError::Twice(number).into());
            }
            *word |= bit;
            // Theirs mostly have our order.
            let ours = match rank.checked_sub(first).and_then(|at| near.get(at as usize)) {
                Some(bytes) => record88::decode(bytes),
                None => record(ours, rank)?,
            };
            let ours = ours.map_err(|error| OkadaError::Record(rank, error))?;
            for (ours, theirs) in [(ours.value.a, theirs.value.a), (ours.value.b, theirs.value.b)] {
                // Both have a move, or neither.
                let apart = ours.zip(theirs).map_or(0, |(ours, theirs)| ours.abs_diff(theirs));
                largest = largest.max(apart);
            }
        }
    }
    Ok(Deviation { largest: largest.into(), allowed: 0.0, left_out: "best moves" })
}

/// Returns the rank of a record's region, whichever of its images it is.
fn rank_of(index: &RegionIndex, entry: &Record88) -> Option<u64> {
    index.rank(&Position::around(entry.region, Army::Black)?)
}

/// Returns the layer of regions of the size of a file's first one; `None` if it does not begin with a
/// record.
fn layer_of(file: &FileBytes) -> Result<Option<LayerId>, OracleError> {
    if file.len() < RECORD_BYTES as u64 {
        return Ok(None);
    }
    Ok(record(file, 0)?.ok().and_then(|entry| Regions::layer(entry.region.squares().len())))
}

/// Checks that a file has as many records as the layer has regions.
fn check_length(domain: &Regions, layer: LayerId, file: &FileBytes) -> Result<(), OkadaError> {
    let (squares, found, expected) = (Regions::size(layer), file.len(), bytes(domain, layer));
    if found == expected { Ok(()) } else { Err(OkadaError::Length { squares, found, expected }) }
}

/// Reads one record.
fn record(file: &FileBytes, number: u64) -> Result<Result<Record88, Record88Error>, OracleError> {
    let mut bytes = [0; RECORD_BYTES];
    file.read_at(&mut bytes, number * RECORD_BYTES as u64)?;
    Ok(record88::decode(&bytes))
}
