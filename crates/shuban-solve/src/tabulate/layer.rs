//! A whole layer, streamed into its file.

use std::collections::BTreeMap;

use shuban_core::{Dictionary, Histogram, Record, Tabulate};
use shuban_store::PartEntry;

use crate::build::{LayerFile, write_index};
use crate::error::Error;
use crate::histogram::histogram_section;
use crate::job::Job;
use crate::tabulate::shards::LayerUnits;
use crate::tabulate::stream::{Meter, Source, StreamedTable, count, windows};

/// Writes and publishes a layer.
pub(super) fn publish<T: Tabulate>(
    job: &Job<'_, T>,
    file: &LayerFile,
    units: &LayerUnits,
    source: &dyn Source<T::Record>,
    dictionary: &Dictionary<T::Value>,
    meter: &mut Meter<'_>,
) -> Result<(), Error> {
    let domain = job.domain;
    let mut writer = file.begin()?;
    let mut parts = Vec::new();
    let mut histogram = Histogram::default();
    for share in units.whole() {
        let name = &domain.layers()[job.layer.0].parts[share.part.part].name;
        let table = writer.table(name, T::Record::columns(), share.positions())?;
        let mut table = StreamedTable::<T::Record>::new(table)?;
        windows(units, &share, source, meter, |units, records| {
            count(domain, units, records, dictionary, &mut histogram);
            table.push(records)
        })?;
        table.finish()?;
        let mut sections = vec![name.clone()];
        sections.extend(write_index(job, share.part.part, &mut writer)?);
        parts.push(PartEntry {
            name: name.clone(),
            positions: share.positions(),
            sections,
            facts: BTreeMap::new(),
        });
    }
    let columns = domain.histogram_columns();
    if !columns.is_empty() {
        writer.section(&histogram_section(columns, &histogram))?;
    }
    file.end(job, writer, parts, dictionary, BTreeMap::new())?;
    Ok(())
}
