//! A layer's records in windows: as many as keep all threads busy, in order, never all at once.

use shuban_core::{Progress, Record, Unit};

use crate::error::Error;
use crate::tabulate::source::RecordSource;
use crate::tabulate::units::{LayerUnits, UnitRun};

/// Bytes of records that each thread has of a window.
const WINDOW_BYTES: usize = 1 << 20;

/// Bytes of memory that streaming takes, about: of each thread's share of a window its records and
/// those of the next, what the content hash is of, and the encoded blocks, in buffers that grow.
pub(super) fn window_bytes<R>(threads: usize) -> u64 {
    const FILES_AND_UNITS: u64 = 1 << 20;
    let of_thread = 7 * WINDOW_BYTES as u64 + size_of::<R>() as u64;
    (threads as u64).saturating_mul(of_thread).saturating_add(FILES_AND_UNITS)
}

/// How far the work on a layer is.
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

/// Hands on the records of consecutive units, window by window. While `take` has one, the next is
/// filled, so that no thread waits for another at the end of a window. Windows may be empty.
pub(super) fn windows<R: Record>(
    units: &LayerUnits,
    run: &UnitRun,
    source: &RecordSource<'_, R>,
    meter: &mut Meter<'_>,
    mut take: impl FnMut(&[Unit], &[R]) -> Result<(), Error> + Send,
) -> Result<(), Error> {
    let nothing = R::from_columns(&vec![0; R::columns().len()]);
    let most = rayon::current_num_threads() * WINDOW_BYTES / size_of::<R>().max(1);
    let mut numbers = run.units.clone();
    let [mut full, mut spare]: [(Vec<Unit>, Vec<R>); 2] = Default::default();
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
        spare.1.resize(positions, nothing);
        if full.0.is_empty() && spare.0.is_empty() {
            return Ok(());
        }
        let (filled, taken) =
            rayon::join(|| source(&spare.0, &mut spare.1), || take(&full.0, &full.1));
        taken?;
        meter.done += full.1.len() as u64;
        meter.progress.at(meter.done, &meter.detail);
        filled?;
        if meter.progress.interrupted() {
            return Err(Error::Interrupted);
        }
        std::mem::swap(&mut full, &mut spare);
    }
}

/// The records of each unit of a window.
pub(super) fn by_unit<'a, R>(units: &'a [Unit], records: &'a [R]) -> Vec<(&'a Unit, &'a [R])> {
    let mut rest = records;
    let split = |unit: &'a Unit| {
        let (own, others) = rest.split_at(unit.len());
        rest = others;
        (unit, own)
    };
    units.iter().map(split).collect()
}
