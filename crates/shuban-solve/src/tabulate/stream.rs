//! A layer's records in windows: as many as keep all threads busy, in order, never all at once.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use shuban_core::{Dictionary, Histogram, Record, Tabulate, Unit};
use shuban_store::{TableEncoder, TableWriter};

use crate::error::Error;
use crate::tabulate::shards::{LayerUnits, Share};
use shuban_core::Progress;

/// Bytes of records that each thread has of a window.
const WINDOW_BYTES: usize = 1 << 20;

/// Blocks that a thread encodes at a time.
const BLOCKS: usize = 64;

/// Bytes of memory that streaming takes, about: of each thread's share of a window its records and
/// those of the next, what the content hash is of, and the encoded blocks, in buffers that grow.
pub(super) fn window_bytes<R>(threads: usize) -> u64 {
    const FILES_AND_UNITS: u64 = 1 << 20;
    let of_thread = 7 * WINDOW_BYTES as u64 + size_of::<R>() as u64;
    (threads as u64).saturating_mul(of_thread).saturating_add(FILES_AND_UNITS)
}

/// Where records come from: a fast way, a file, a list of ids.
pub(super) trait Source<R>: Sync {
    /// The records of some units that follow one another in a part, by as many threads as there
    /// are.
    fn fill(&self, units: &[Unit], records: &mut [R]) -> Result<(), Error>;
}

/// How far the work on a layer has come.
pub(super) struct Meter<'a> {
    pub(super) progress: &'a dyn Progress,
    /// Positions.
    pub(super) done: u64,
    pub(super) detail: String,
}

/// Hands the records of a share on, window by window. While `take` has one, the next is filled, so
/// that no thread waits for another at the end of a window.
pub(super) fn windows<R: Record>(
    units: &LayerUnits,
    share: &Share,
    source: &dyn Source<R>,
    meter: &mut Meter<'_>,
    mut take: impl FnMut(&[Unit], &[R]) -> Result<(), Error> + Send,
) -> Result<(), Error> {
    let nothing = R::from_columns(&vec![0; R::columns().len()]);
    let mut numbers = share.units.clone();
    let (mut full, mut spare) = (Window::default(), Window::default());
    loop {
        spare.begin(units, share, &mut numbers, nothing);
        if full.units.is_empty() && spare.units.is_empty() {
            return Ok(());
        }
        let (filled, taken) = rayon::join(
            || {
                if spare.units.is_empty() {
                    Ok(())
                } else {
                    source.fill(&spare.units, &mut spare.records)
                }
            },
            || if full.units.is_empty() { Ok(()) } else { take(&full.units, &full.records) },
        );
        taken?;
        meter.done += full.records.len() as u64;
        meter.progress.at(meter.done, &meter.detail);
        filled?;
        if meter.progress.interrupted() {
            return Err(Error::Interrupted);
        }
        std::mem::swap(&mut full, &mut spare);
    }
}

/// Some units that follow one another in a part, and their records.
struct Window<R> {
    units: Vec<Unit>,
    records: Vec<R>,
}

impl<R> Default for Window<R> {
    fn default() -> Self {
        Window { units: Vec::new(), records: Vec::new() }
    }
}

impl<R: Record> Window<R> {
    /// Takes the next units of a share, as many as keep all threads busy; none behind the last one.
    fn begin(&mut self, units: &LayerUnits, share: &Share, numbers: &mut Range<usize>, nothing: R) {
        let most = rayon::current_num_threads() * WINDOW_BYTES / size_of::<R>().max(1);
        let mut positions = 0;
        self.units.clear();
        while positions < most
            && let Some(number) = numbers.next()
        {
            let unit = units.unit(share.part, number);
            positions += unit.len();
            self.units.push(unit);
        }
        self.records.resize(positions, nothing);
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

/// Counts the positions of a window by class.
pub(super) fn count<T: Tabulate>(
    domain: &T,
    units: &[Unit],
    records: &[T::Record],
    dictionary: &Dictionary<T::Value>,
    histogram: &mut Histogram,
) {
    if domain.histogram_columns().is_empty() {
        return;
    }
    let counted = by_unit(units, records)
        .into_par_iter()
        .fold(Histogram::default, |mut counted, (unit, records)| {
            domain.count(unit, records, dictionary, &mut counted);
            counted
        })
        .reduce(Histogram::default, |mut one, other| {
            one.merge(&other);
            one
        });
    histogram.merge(&counted);
}

/// Writes a table of records that come in pieces: many threads encode, one appends.
pub(super) struct StreamedTable<'w, R> {
    table: TableWriter<'w>,
    encoder: TableEncoder<R>,
    /// Others like it.
    encoders: Pool<TableEncoder<R>>,
    per_block: usize,
    /// Fewer than fill a block.
    waiting: Vec<R>,
}

impl<'w, R: Record> StreamedTable<'w, R> {
    pub(super) fn new(table: TableWriter<'w>) -> Result<Self, Error> {
        let encoder = table.encoder::<R>()?;
        let per_block = encoder.records_per_block();
        Ok(StreamedTable {
            table,
            encoder,
            encoders: Pool::default(),
            per_block,
            waiting: Vec::new(),
        })
    }

    pub(super) fn push(&mut self, mut records: &[R]) -> Result<(), Error> {
        if !self.waiting.is_empty() {
            let missing = (self.per_block - self.waiting.len()).min(records.len());
            let (first, rest) = records.split_at(missing);
            self.waiting.extend_from_slice(first);
            records = rest;
            if self.waiting.len() < self.per_block {
                return Ok(());
            }
            let waiting = std::mem::take(&mut self.waiting);
            self.append(&waiting)?;
        }
        let whole = records.len() / self.per_block * self.per_block;
        self.append(&records[..whole])?;
        self.waiting.extend_from_slice(&records[whole..]);
        Ok(())
    }

    fn append(&mut self, records: &[R]) -> Result<(), Error> {
        let (encoder, encoders) = (&self.encoder, &self.encoders);
        let encoded = (records.par_chunks(self.per_block * BLOCKS))
            .map(|records| {
                let mut encoder = encoders.take().map_or_else(|| encoder.another(), Ok)?;
                let encoded = encoder.encode(records);
                encoders.put(encoder);
                encoded
            })
            .collect::<Result<Vec<_>, _>>()?;
        for blocks in encoded {
            self.table.append(&blocks)?;
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<(), Error> {
        let waiting = std::mem::take(&mut self.waiting);
        self.append(&waiting)?;
        Ok(self.table.finish()?)
    }
}

/// Things that threads lend each other: no more than there are threads.
pub(super) struct Pool<T>(Mutex<Vec<T>>);

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Pool(Mutex::default())
    }
}

impl<T> Pool<T> {
    pub(super) fn take(&self) -> Option<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    pub(super) fn put(&self, thing: T) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(thing);
    }
}
