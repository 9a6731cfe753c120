//! A layer's records in windows: as many as keep all threads busy, in order, never all together.

use rayon::prelude::*;
use shuban_core::Progress;
use shuban_core::erased::{Records, Tables};
use shuban_core::tabulate::Unit;

use crate::error::Error;
use crate::tabulate::source::RecordSource;
use crate::tabulate::units::{LayerUnits, UnitRun};

/// Bytes of each thread's records of a window.
const WINDOW_BYTES: usize = 1 << 20;

/// Returns the approximate bytes of memory of streaming: each thread's share of a window and of the
/// next, the input of the content hash, and the encoded blocks, in growing buffers.
pub(super) fn window_bytes(domain: &dyn Tables, threads: usize) -> u64 {
    const FILES_AND_UNITS: u64 = 1 << 20;
    let of_thread = 7 * WINDOW_BYTES as u64 + domain.record_size() as u64;
    (threads as u64).saturating_mul(of_thread).saturating_add(FILES_AND_UNITS)
}

/// The progress of the work on a layer.
pub(super) struct Meter<'a> {
    progress: &'a dyn Progress,
    /// Positions.
    pub(super) done: u64,
    pub(super) detail: String,
}

impl<'a> Meter<'a> {
    /// Begins a phase of this many positions.
    pub(super) fn begin(progress: &'a dyn Progress, what: &str, positions: u64) -> Self {
        progress.phase(what, positions);
        Meter { progress, done: 0, detail: String::new() }
    }
}

/// Passes on the records of consecutive units, window by window. While `take` has one, the next is
/// filled, so that no thread waits for another at the end of a window. Windows may be empty.
pub(super) fn windows(
    domain: &dyn Tables,
    units: &LayerUnits,
    run: &UnitRun,
    source: &RecordSource<'_>,
    meter: &mut Meter<'_>,
    mut take: impl FnMut(&[Unit], &[Records]) -> Result<(), Error> + Send,
) -> Result<(), Error> {
    let most = rayon::current_num_threads() * WINDOW_BYTES / domain.record_size().max(1);
    let mut numbers = run.units.clone();
    let [mut full, mut spare]: [(Vec<Unit>, Vec<Records>); 2] = Default::default();
    loop {
        let mut positions = 0;
        spare.0.clear();
        while positions < most
            && let Some(number) = numbers.next()
        {
            let unit = units.unit(run.part, number);
            positions += unit.len();
            spare.0.push(unit);
        }
        // Lists of records are reused, with their memory.
        spare.1.resize_with(spare.0.len(), || domain.no_records());
        if full.0.is_empty() && spare.0.is_empty() {
            return Ok(());
        }
        let fill = || {
            // One by one: units may take very different times.
            let work = spare.0.par_iter().zip(&mut spare.1).with_max_len(1);
            work.try_for_each(|(unit, records)| source(unit, records))
        };
        let (filled, taken) = rayon::join(fill, || take(&full.0, &full.1));
        taken?;
        meter.done += full.0.iter().map(|unit| unit.len() as u64).sum::<u64>();
        meter.progress.at(meter.done, &meter.detail);
        filled?;
        if meter.progress.interrupted() {
            return Err(Error::Interrupted);
        }
        std::mem::swap(&mut full, &mut spare);
    }
}
