//! Regions in the record of Okada, Kuroda and Kanada.

use std::io::{BufWriter, Write};

use rayon::prelude::*;
use shuban_amazons::record88::{self, RECORD_BYTES};
use shuban_amazons::{Pair, PairCode, Placements, Regions, Subgame, SweepPlan, SweepScratch};
use shuban_core::{OneThread, Tabulate};
use shuban_solve::OpenLayer;

use crate::error::Error;
use crate::export::whole_file;
use crate::family::OwnExport;

/// The ending of such files.
pub(super) const ENDING: &str = "okada";

/// Larger regions fill the disk: 11 GB of nine squares, 178 GB of ten.
const MOST_SQUARES: usize = 8;

/// Regions that are worked off between two writes, by each thread.
const EACH: usize = 16;

/// Writes one record after the other, in the order of ranks; gives how many. Best moves are found anew, and
/// values with them, which must be those stored.
pub(super) fn export(job: &OwnExport<'_, Regions>) -> Result<u64, Error> {
    let size = Regions::size(job.layer);
    if size > MOST_SQUARES {
        return Err(Error::TooMuch(format!(
            "as records of {RECORD_BYTES} bytes there are regions of up to {MOST_SQUARES} squares; larger ones \
             would fill the disk"
        )));
    }
    let tables = job.tables()?;
    let refused = |source| Error::Io { path: job.to.to_owned(), source };
    let not_built = || shuban_solve::Error::NotBuilt { domain: format!("amazons/{size}") };
    let layer = tables.layer(job.layer).ok_or_else(not_built)?;
    job.progress.phase("exporting", layer.part_index(0).len());
    let plan = job.domain.plan(job.layer, &tables, &OneThread).map_err(shuban_solve::Error::from)?;
    whole_file(job.to, |create| {
        let mut file = BufWriter::with_capacity(1 << 20, create().map_err(refused)?);
        let mut rank = 0;
        let places: Vec<usize> = (0..plan.regions().len()).collect();
        for window in places.chunks(EACH * rayon::current_num_threads()) {
            if job.progress.interrupted() {
                return Err(Error::Interrupted);
            }
            let region = |scratch: &mut SweepScratch, &place: &usize| records(&plan, place, scratch);
            let done: Vec<(Vec<u8>, Vec<Pair>)> =
                window.par_iter().map_init(SweepScratch::default, region).collect::<Result<_, _>>()?;
            for (bytes, values) in done {
                rank = compare(layer, rank, &values)?;
                file.write_all(&bytes).map_err(refused)?;
            }
            job.progress.at(rank, "");
        }
        file.flush().map_err(refused)?;
        Ok(rank)
    })
}

/// The records of a region, and their values.
fn records(
    plan: &SweepPlan,
    place: usize,
    scratch: &mut SweepScratch,
) -> Result<(Vec<u8>, Vec<Pair>), Error> {
    let region = plan.regions()[place];
    let best = plan.best_moves(place, scratch);
    let mut bytes = Vec::with_capacity(best.len() * RECORD_BYTES);
    for one in &best {
        let placed = Subgame::placed(region, one.placement);
        let entry = placed.map(|region| record88::Record88 { region, value: one.value, best: one.moves });
        let record = entry.and_then(|entry| record88::encode(&entry).ok());
        bytes.extend(record.ok_or(shuban_solve::Error::Stuck)?);
    }
    // One without a value would be left out.
    if best.len() as u64 != Placements::new(region).len() {
        return Err(shuban_solve::Error::Stuck.into());
    }
    Ok((bytes, best.iter().map(|one| one.value).collect()))
}

/// Holds values, from a rank on, against the stored ones; gives the rank after them.
fn compare(layer: &OpenLayer<'_, Regions>, rank: u64, values: &[Pair]) -> Result<u64, Error> {
    let end = rank + values.len() as u64;
    let mut at = rank;
    let mut wrong = None;
    layer.records(0).for_each_piece(rank..end, &mut |codes: &[PairCode]| {
        for code in codes {
            if code.pair() != Some(values[(at - rank) as usize]) {
                wrong.get_or_insert(at);
            }
            at += 1;
        }
    })?;
    let path = || layer.database().path().to_owned();
    let no_value =
        |rank| shuban_solve::Error::NoValue { path: path(), section: "regions".into(), rank, block: None };
    wrong.map_or(Ok(end), |rank| Err(no_value(rank).into()))
}
