//! Products of a whole layer's records: its file, its histogram, the hashes of its shards.

use std::collections::BTreeMap;

use rayon::prelude::*;
use shuban_core::erased::{LayerDictionary, Records, TabulateTables};
use shuban_core::tabulate::Unit;
use shuban_core::{Histogram, Progress};
use shuban_store::{PartEntry, RecordHasher};

use crate::error::Error;
use crate::histogram::histogram_section;
use crate::job::Job;
use crate::layer_file::{LayerFile, write_index};
use crate::ledger::{Ledger, TableEntry};
use crate::names::part_name;
use crate::shard::Shard;
use crate::stored_layer::StoredLayer;
use crate::streamed_table::{Pieces, StreamedTable};
use crate::tabulate::source::{RecordSource, StoredRun, read_stored};
use crate::tabulate::stream::{Meter, windows};
use crate::tabulate::units::LayerUnits;

/// A layer's records: their division into units, their source, and the meaning of their ids.
pub(super) struct LayerRecords<'a> {
    pub(super) domain: &'a dyn TabulateTables,
    pub(super) units: &'a LayerUnits,
    pub(super) source: &'a RecordSource<'a>,
    pub(super) dictionary: &'a LayerDictionary,
}

/// Sees the records of some units.
type Look<'a> = dyn Fn(&[Unit], &[Records]) -> Result<(), Error> + Sync + 'a;

impl LayerRecords<'_> {
    /// Writes and publishes the layer.
    pub(super) fn publish(
        &self,
        job: &Job<'_>,
        file: &LayerFile,
        meter: &mut Meter<'_>,
    ) -> Result<(), Error> {
        let mut writer = file.begin()?;
        let mut parts = Vec::new();
        let mut histogram = Histogram::default();
        for run in self.units.whole() {
            let name = part_name(self.domain, run.part);
            let table = writer.table(name, self.domain.columns(), run.positions())?;
            let mut table = StreamedTable::new(table);
            windows(self.domain, self.units, &run, self.source, meter, |units, records| {
                self.count(units, records, &mut histogram);
                Ok(table.push(records)?)
            })?;
            table.finish()?;
            let mut sections = vec![name.to_owned()];
            sections.extend(write_index(job, run.part.part, &mut writer)?);
            let (name, positions) = (name.to_owned(), run.positions());
            parts.push(PartEntry { name, positions, sections, facts: BTreeMap::new() });
        }
        let columns = self.domain.class_columns();
        if !columns.is_empty() {
            writer.section(&histogram_section(columns, &histogram))?;
        }
        file.end(job, writer, parts, self.dictionary, BTreeMap::new())
    }

    /// Counts all positions by class.
    pub(super) fn histogram(&self, meter: &mut Meter<'_>) -> Result<Histogram, Error> {
        let mut histogram = Histogram::default();
        for run in self.units.whole() {
            windows(self.domain, self.units, &run, self.source, meter, |units, records| {
                self.count(units, records, &mut histogram);
                Ok(())
            })?;
        }
        Ok(histogram)
    }

    /// Hashes and counts a shard; `look` sees all its records, too.
    pub(super) fn digest(
        &self,
        shard: Shard,
        meter: &mut Meter<'_>,
        look: &Look<'_>,
    ) -> Result<(Vec<TableEntry>, Histogram), Error> {
        meter.detail = format!("shard {shard}");
        let mut tables = Vec::new();
        let mut histogram = Histogram::default();
        for run in self.units.of_shard(shard) {
            let part = part_name(self.domain, run.part).to_owned();
            let mut hasher = RecordHasher::new(&part, self.domain.columns());
            windows(self.domain, self.units, &run, self.source, meter, |units, records| {
                rayon::join(
                    || self.count(units, records, &mut histogram),
                    || {
                        hasher.rows(Pieces::len(records), &mut |range, columns, stride| {
                            records.fill(range, columns, stride);
                        });
                    },
                );
                look(units, records)
            })?;
            let (first, positions) = (run.ranks.start, run.positions());
            tables.push(TableEntry { part, first, positions, hash: hasher.finish() });
        }
        Ok((tables, histogram))
    }

    /// Compares the layer with the shards of a ledger; returns the positions compared, and the
    /// first table that differs.
    pub(super) fn compare(
        &self,
        ledger: &Ledger,
        meter: &mut Meter<'_>,
    ) -> Result<(u64, Option<TableEntry>), Error> {
        for (&number, entry) in &ledger.done {
            let Some(shard) = Shard::new(number, ledger.shards) else { continue };
            let (tables, histogram) = self.digest(shard, meter, &|_, _| Ok(()))?;
            let differs = tables.iter().find(|table| !entry.tables.contains(table)).cloned();
            // The same records have the same histogram: if not, the ledger's is wrong.
            let otherwise = tables != entry.tables || histogram != entry.histogram;
            if let Some(table) = differs.or_else(|| tables.first().filter(|_| otherwise).cloned()) {
                return Ok((meter.done, Some(table)));
            }
        }
        Ok((meter.done, None))
    }

    /// Counts the positions of a window by class.
    fn count(&self, units: &[Unit], records: &[Records], histogram: &mut Histogram) {
        if self.domain.class_columns().is_empty() {
            return;
        }
        let counted = (units.par_iter().zip(records))
            .fold(Histogram::default, |mut counted, (unit, records)| {
                self.domain.count_classes(unit, records, self.dictionary, &mut counted);
                counted
            })
            .reduce(Histogram::default, |mut one, other| {
                one.merge(&other);
                one
            });
        histogram.merge(&counted);
    }
}

/// Processes the records of a published layer, in a phase of the progress named `what`.
pub(super) fn published<F>(
    domain: &dyn TabulateTables,
    open: &StoredLayer<'_>,
    progress: &dyn Progress,
    what: &str,
    look: impl FnOnce(&LayerRecords<'_>, &mut Meter<'_>) -> Result<F, Error>,
) -> Result<F, Error> {
    let units = &LayerUnits::new(domain, open.layer(), open.indexes())?;
    let stored = units.whole().map(|run| StoredRun {
        part: run.part,
        first: 0,
        table: open.table(run.part.part).clone(),
    });
    let stored: Vec<_> = stored.collect();
    let source: &RecordSource<'_> = &|unit, records| {
        read_stored(&stored, unit, records, |records, at, _, columns| {
            records.read(at, columns);
            Ok(())
        })
    };
    let mut meter = Meter::begin(progress, what, units.positions());
    look(&LayerRecords { domain, units, source, dictionary: open.dictionary() }, &mut meter)
}
